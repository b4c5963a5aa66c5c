import type { Client } from 'pg';
import { systemClock } from '../src/base/clock.ts';
import type { Database } from '../src/base/db.ts';
import {
  countMatching,
  type ContactFilter,
  type ResolvedFilter,
} from '../src/features/audience/contact-filters/index.ts';
import { countStatement } from '../src/features/audience/contact-filters/match-queries.ts';
import { createContactPages, type ContactPages } from '../src/features/audience/contact-listing/pages.ts';
import { searchContacts } from '../src/features/administration/search/index.ts';
import { presentContacts } from '../src/features/audience/contacts/index.ts';
import { median, millisecondsOf, row, shown } from './measure.ts';
import { withClient, withStack } from './stack.ts';
import { fillAudience, type Audience } from './audience.ts';

const DEFAULT_SIZE = 1_000_000;
const RUNS = 3;
const PER_PAGE = 100;
/** Number of the page in the middle of a listing of a million contacts. */
const DEEP_PAGE = 5_000;
const SHOWN_PAIRS = 8;
/** Maximum duration of a search in the command palette, in milliseconds, with a million contacts. */
const PALETTE_MS = 100;
/**
 * Maximum durations of a count and of loading a page, in milliseconds, with a million and with five million contacts.
 */
const TARGETS = { million: { simple: 120, members: 500, page: 5 }, more: { simple: 600, members: 2_500, page: 25 } };

/** Planner settings to disable, so that PostgreSQL uses sequential scans (SCAN_ONLY) or index scans (INDEX_ONLY). */
const SCAN_ONLY = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];
const INDEX_ONLY = ['enable_seqscan', 'enable_bitmapscan'];
const COVERING = `create index bench_covering on contact_stat (account_id, contact_id)
  include (flags, created_at, first_sent_at, last_sent_at, last_opened_at, last_clicked_at)`;

const DAY_MS = 86_400_000;
/** Conditions that read rows of tables other than contact_stat. */
const MEMBERS = [
  'in_list_ids',
  'not_in_list_ids',
  'tag_ids',
  'not_tag_ids',
  'language',
  'form_ids',
  'contact_field',
  'opened_emails',
  'clicked_emails',
];

/** A named contact filter. */
interface Question {
  readonly name: string;
  readonly filter: ResolvedFilter;
  /** Whether the filter reads other rows in addition to contacts, such as members of lists or tags. */
  readonly hasMembers: boolean;
  /** Whether the filter is also measured in combination with each of the other filters marked as paired. */
  readonly isPaired: boolean;
}

interface Asked {
  readonly db: Database;
  readonly url: string;
  readonly audience: Audience;
  readonly pages: ContactPages;
  readonly targets: (typeof TARGETS)['million'];
}

/**
 * Measures counts, pages, and searches of contacts in an account with many contacts. The database also contains other
 * accounts.
 */
export async function benchContacts(size = DEFAULT_SIZE): Promise<void> {
  await withStack({}, async ({ installation: { databaseUrl: url, db } }) => {
    const startedAt = performance.now();
    const audience = await fillAudience(db, url, size);
    const seconds = shown((performance.now() - startedAt) / 1000);
    console.log(`\nContacts: ${shown(size)} in an account (filled in ${seconds} s)`);
    const targets = size > DEFAULT_SIZE ? TARGETS.more : TARGETS.million;
    const asked: Asked = { db, url, audience, pages: createContactPages({ db, clock: systemClock }), targets };
    const questions = questionsOf(audience, new Date());
    await measureCounts(asked, questions);
    await measurePairs(asked, questions);
    await measurePages(asked, questions);
    await measureCounts(asked, searches());
    await measurePages(asked, searches());
    await measurePalette(asked);
  });
}

/**
 * Measures counts, alternating with sequential scans of the table, so that other work on the machine slows down both
 * equally. Afterward, measures scans of a temporary index that contains every column.
 */
async function measureCounts(asked: Asked, questions: readonly Question[]): Promise<void> {
  console.log(
    `\n  Count, best (median) ms of ${RUNS}; compared with the best of a sequential scan and of index-only scans`,
  );
  const { audience, db, url } = asked;
  const results = questions.map((question) => ({
    question,
    ours: [] as number[],
    scan: Infinity,
    only: Infinity,
    found: 0,
  }));
  await withClient(url, async (client) => {
    await restrict(client, SCAN_ONLY);
    for (const result of results) {
      const { filter } = result.question;
      for (let run = 0; run < RUNS; run += 1) {
        const count = async () => (result.found = await countMatching(db, audience.accountId, filter, new Date()));
        result.ours.push(await millisecondsOf(count));
        result.scan = Math.min(result.scan, await limitMs(client, asked, filter));
      }
    }
  });
  await withClient(url, async (client) => {
    await restrict(client, INDEX_ONLY);
    await client.query(COVERING);
    await client.query('vacuum contact_stat');
    for (const result of results) {
      const { filter } = result.question;
      for (let run = 0; run < RUNS; run += 1) result.only = Math.min(result.only, await limitMs(client, asked, filter));
    }
    await client.query('drop index bench_covering');
  });
  for (const { found, only, ours, question, scan } of results) {
    const least = Math.min(...ours);
    const limits = Number.isFinite(scan)
      ? `${scan.toFixed(0).padStart(7)}${only.toFixed(0).padStart(7)} : ${(least / Math.min(scan, only)).toFixed(2)}`
      : '      –      –';
    const times = `${least.toFixed(1).padStart(8)} (${median(ours).toFixed(0)})`.padEnd(18);
    console.log(
      `  ${question.name.padEnd(34)}${shown(found).padStart(10)}${times}${limits}${missed(asked, question, least)}`,
    );
  }
}

async function restrict(client: Client, switches: readonly string[]): Promise<void> {
  await client.query('set plan_cache_mode = force_custom_plan');
  for (const name of switches) await client.query(`set ${name} = off`);
}

/**
 * Returns the milliseconds that counting the matches of a filter takes on a connection with some plan types disabled.
 * Returns Infinity for conditions on the number of emails without measuring them, because they would scan all emails
 * once per contact.
 */
async function limitMs(client: Client, { audience }: Asked, filter: Question['filter']): Promise<number> {
  if (filter.all.some((each) => each.opened_emails ?? each.clicked_emails)) return Infinity;
  const { text, values } = countStatement(audience.accountId, filter, new Date());
  return millisecondsOf(() => client.query(text, [...values]));
}

function missed({ targets }: Asked, { hasMembers, name }: Question, ms: number): string {
  const isMissed = !name.startsWith('search') && ms > (hasMembers ? targets.members : targets.simple);
  return isMissed ? '  MISSED' : '';
}

/** Measures a count for every pair of filters that are marked as paired. */
async function measurePairs(asked: Asked, questions: readonly Question[]): Promise<void> {
  const pairs: { readonly question: Question; readonly ms: number }[] = [];
  for (const question of pairsOf(questions)) {
    const count = () => countMatching(asked.db, asked.audience.accountId, question.filter, new Date());
    pairs.push({ question, ms: await millisecondsOf(count) });
  }
  const middle = median(pairs.map(({ ms }) => ms)).toFixed(0);
  console.log(`\n  Count of ${pairs.length} pairs of conditions: median ${middle} ms; the slowest:`);
  for (const { ms, question } of pairs.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN_PAIRS)) {
    row(question.name.padEnd(60), `${ms.toFixed(0)} ms${missed(asked, question, ms)}`);
  }
}

/**
 * Measures complete pages as returned to callers: the first page with the total count, the following pages, and a page
 * deep in the list.
 */
async function measurePages(asked: Asked, questions: readonly Question[]): Promise<void> {
  console.log(
    `\n  Pages of ${PER_PAGE}, best ms of ${RUNS}: first with its count, the next two; page ${shown(DEEP_PAGE)}, the one after it`,
  );
  const { audience, db, pages, targets } = asked;
  for (const { filter, name } of questions) {
    const pageMs = (page: number): Promise<number> =>
      millisecondsOf(async () => {
        const { ids } = await pages.find(audience.accountId, filter, { page, perPage: PER_PAGE });
        await presentContacts(db, audience.accountId, ids);
      });
    const [first, next]: [number[], number[]] = [[], []];
    await pageMs(1);
    for (let run = 0; run < RUNS; run += 1) {
      first.push(await pageMs(1));
      next.push(await pageMs(2), await pageMs(3));
    }
    const { total } = await pages.find(audience.accountId, filter, { page: 1, perPage: 1 });
    const deep = total > DEEP_PAGE * PER_PAGE ? [await pageMs(DEEP_PAGE), await pageMs(DEEP_PAGE + 1)] : [];
    const times = [Math.min(...first), Math.min(...next), ...deep].map((ms) => ms.toFixed(1).padStart(9)).join('');
    console.log(`  ${name.padEnd(34)}${times}${Math.min(...next) > targets.page ? '  MISSED' : ''}`);
  }
}

/** Measures searches of the command palette: five contacts by a part of the address or name. */
async function measurePalette({ audience, db }: Asked): Promise<void> {
  console.log(`\n  Contacts in the command palette, best and worst ms of ${RUNS}`);
  for (const text of ['novakberg77', 'anna', 'mail.example', 'anna novak', 'company4999', '.com', 'an', 'zzz']) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      times.push(await millisecondsOf(() => searchContacts(db, audience.accountId, text)));
    }
    const [best, worst] = [Math.min(...times), Math.max(...times)];
    row(`search "${text}"`, `${best.toFixed(1)} ms, ${worst.toFixed(1)} ms${best > PALETTE_MS ? '  MISSED' : ''}`);
  }
}

function question(name: string, filter: ContactFilter, isPaired = false): Question {
  const keys = Object.keys(filter);
  return {
    name,
    filter: { all: keys.length === 0 ? [] : [filter] },
    hasMembers: keys.some((key) => MEMBERS.includes(key)),
    isPaired,
  };
}

/** Returns the filters to measure, each with at most one condition. Some of them are marked as paired. */
function questionsOf({ lists, tags }: Audience, now: Date): Question[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return [
    question('all', {}),
    question('status active', { status: 'active' }, true),
    question('status engaged', { status: 'engaged' }, true),
    question('status new', { status: 'new' }),
    question('status inactive', { status: 'inactive' }),
    question('status unsubscribed (3%)', { status: 'unsubscribed' }, true),
    question('opened after 30 days ago', { last_opened_after: daysAgo(30) }, true),
    question('opened before 90 days ago', { last_opened_before: daysAgo(90) }),
    question('clicked after 30 days ago', { last_clicked_after: daysAgo(30) }),
    question('sent before 10 days ago', { last_sent_before: daysAgo(10) }, true),
    question('created after 30 days ago', { created_after: daysAgo(30) }, true),
    question('created before 1,000 days ago', { created_before: daysAgo(1_000) }),
    question('never opened', { never_opened: true }),
    question('never sent', { never_sent: true }, true),
    question('in the list of 60%', { in_list_ids: [lists.most] }, true),
    question('in the list of 5%', { in_list_ids: [lists.some] }),
    question('in the list of 0.1%', { in_list_ids: [lists.few] }, true),
    question('in any of two lists', { in_list_ids: [lists.most, lists.some] }),
    question('not in the list of 60%', { not_in_list_ids: [lists.most] }, true),
    question('with the tag of 33%', { tag_ids: [tags.third] }, true),
    question('without the tag of 5%', { not_tag_ids: [tags.some] }),
    question('language is de', { language: 'de' }, true),
    question('came from a form (13%)', { form_ids: [1] }, true),
    question('city is (2%)', { contact_field: { field_id: 1, operator: 'is', value: 'City 7' } }, true),
    question('number above 500', { contact_field: { field_id: 2, operator: 'greater_than', value: 500 } }),
    question(
      'anniversary in 7 days',
      { contact_field: { field_id: 3, operator: 'anniversary_in_days', value: 7 } },
      true,
    ),
    question('opened 2 emails in 90 days', { opened_emails: { at_least: 2, after: daysAgo(90) } }, true),
    question('clicked no email in 90 days', { clicked_emails: { at_most: 0, after: daysAgo(90) } }, true),
  ];
}

/** Returns every combination of two filters that are marked as paired. */
function pairsOf(questions: readonly Question[]): Question[] {
  const paired = questions.filter(({ isPaired }) => isPaired);
  return paired.flatMap((one, index) =>
    paired.slice(index + 1).map((other) => ({
      name: `${one.name}, ${other.name}`,
      filter: { all: [...one.filter.all, ...other.filter.all] },
      hasMembers: one.hasMembers || other.hasMembers,
      isPaired: false,
    })),
  );
}

/**
 * Returns searches for parts of addresses and names, from rare matches to half of all contacts, and for short strings.
 */
function searches(): Question[] {
  const texts = ['novakberg77', 'anna', 'mail.example', 'anna novak', 'an', 'a'];
  return texts.map((text) => question(`search "${text}"`, { query: text }));
}
