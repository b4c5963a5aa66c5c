import { Client } from 'pg';
import { systemClock } from '../../src/base/clock.ts';
import { clientConfig } from '../../src/base/client-config.ts';
import type { Database } from '../../src/base/db.ts';
import { countMatching } from '../../src/features/audience/contact-filters/index.ts';
import { countStatement } from '../../src/features/audience/contact-filters/match-queries.ts';
import { createContactPages, type ContactPages } from '../../src/features/audience/contact-listing/pages.ts';
import { presentContacts } from '../../src/features/audience/contacts/index.ts';
import { row, shown } from '../measure.ts';
import { openStack } from '../stack.ts';
import { benchSaving } from './saving.ts';
import { pairsOf, questionsOf, searches, type Question } from './questions.ts';
import { fillAudience, type Audience } from './rows.ts';

const DEFAULT_SIZE = 1_000_000;
const RUNS = 5;
const PER_PAGE = 100;
/** The page in the middle of a million. */
const DEEP_PAGE = 5_000;
const SHOWN_PAIRS = 8;
/** Milliseconds that a count may take at a million contacts, and at five million. */
const TARGETS = { million: { simple: 120, members: 500, page: 5 }, more: { simple: 600, members: 2_500, page: 25 } };

/** What PostgreSQL may not use, so that it counts as the name says. */
const SCAN_ONLY = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'];
const INDEX_ONLY = ['enable_seqscan', 'enable_bitmapscan'];

interface Asked {
  readonly db: Database;
  readonly url: string;
  readonly audience: Audience;
  readonly pages: ContactPages;
  readonly targets: (typeof TARGETS)['million'];
}

/** Counts, pages, searches and saving of contacts, in one account of many contacts among others. */
export async function benchContacts(size = DEFAULT_SIZE): Promise<void> {
  const stack = await openStack({});
  try {
    const { db } = stack.installation;
    const url = stack.installation.databaseUrl;
    const began = performance.now();
    const audience = await fillAudience(db, url, size);
    console.log(`\nContacts: ${shown(size)} in an account (filled in ${shown((performance.now() - began) / 1000)} s)`);
    const pages = createContactPages({ db, clock: systemClock });
    const targets = size > DEFAULT_SIZE ? TARGETS.more : TARGETS.million;
    const asked: Asked = { db, url, audience, pages, targets };
    const questions = questionsOf(audience, new Date());
    await counts(asked, questions);
    await pairs(asked, questions);
    await listing(asked, questions);
    await counts(asked, searches());
    await listing(asked, searches());
    await benchSaving(db, url, audience);
  } finally {
    await stack.close();
  }
}

/**
 * Counts of each question, by turns with a scan of the table, and then with an index that has every column, which is made for
 * this and dropped again: whatever else the machine does, it does to all.
 */
async function counts(asked: Asked, questions: readonly Question[]): Promise<void> {
  console.log(
    `\n  Count, best (median) ms of ${RUNS}; compared with the best of a sequential scan and of index-only scans`,
  );
  const { accountId } = asked.audience;
  const scan = await limit(asked, SCAN_ONLY);
  const only = await limit(asked, INDEX_ONLY);
  const times = new Map<Question, { ours: number[]; scan: number[]; only: number[]; found: number }>();
  for (const question of questions) {
    const [ours, scanned]: [number[], number[]] = [[], []];
    let found = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const before = performance.now();
      found = await countMatching(asked.db, accountId, question.filter, new Date());
      ours.push(performance.now() - before);
      scanned.push(await scan.time(question));
    }
    times.set(question, { ours, scan: scanned, only: [], found });
  }
  await only.cover();
  for (const [question, taken] of times)
    for (let run = 0; run < RUNS; run += 1) taken.only.push(await only.time(question));
  await only.uncover();
  await Promise.all([scan.close(), only.close()]);
  for (const [question, taken] of times) {
    const [best, ofScan, ofOnly] = [taken.ours, taken.scan, taken.only].map((all) => Math.min(...all)) as [
      number,
      number,
      number,
    ];
    const beside = `${ofScan.toFixed(0).padStart(7)}${ofOnly.toFixed(0).padStart(7)} : ${(best / Math.min(ofScan, ofOnly)).toFixed(2)}`;
    const shownTimes = `${best.toFixed(1).padStart(8)} (${middle(taken.ours).toFixed(0)})`.padEnd(18);
    const found = shown(taken.found).padStart(10);
    console.log(`  ${question.name.padEnd(34)}${found}${shownTimes}${beside}${missed(asked, question, best)}`);
  }
}

function missed({ targets }: Asked, { hasMembers, hasSearch }: Question, best: number): string {
  if (hasSearch) return '';
  return best > (hasMembers ? targets.members : targets.simple) ? '  MISSED' : '';
}

/** Counts with the same statement on a connection of its own that may not use everything. */
async function limit({ audience, url }: Asked, switches: readonly string[]) {
  const client = new Client({ ...clientConfig(url, 'bench'), statement_timeout: 0 });
  await client.connect();
  await client.query('set plan_cache_mode = force_custom_plan');
  for (const one of switches) await client.query(`set ${one} = off`);
  return {
    async time({ filter }: Question): Promise<number> {
      const { text, values } = countStatement(audience.accountId, filter, new Date());
      const before = performance.now();
      await client.query(text, [...values]);
      return performance.now() - before;
    },
    async cover(): Promise<void> {
      await client.query(
        `create index bench_covering on contact_stat (account_id, contact_id)
         include (flags, created_at, first_sent_at, last_sent_at, last_opened_at, last_clicked_at)`,
      );
      await client.query('vacuum contact_stat');
    },
    uncover: async () => client.query('drop index bench_covering'),
    close: async () => client.end(),
  };
}

/** Counts of every two conditions. */
async function pairs(asked: Asked, questions: readonly Question[]): Promise<void> {
  const timedPairs: { readonly question: Question; readonly best: number }[] = [];
  for (const question of pairsOf(questions)) {
    const before = performance.now();
    await countMatching(asked.db, asked.audience.accountId, question.filter, new Date());
    timedPairs.push({ question, best: performance.now() - before });
  }
  timedPairs.sort((a, b) => b.best - a.best);
  const median = timedPairs[Math.floor(timedPairs.length / 2)]?.best ?? 0;
  console.log(`\n  Count of ${timedPairs.length} pairs of conditions: median ${median.toFixed(0)} ms; the slowest:`);
  for (const { best, question } of timedPairs.slice(0, SHOWN_PAIRS)) {
    row(question.name.padEnd(60), `${best.toFixed(0)} ms${missed(asked, question, best)}`);
  }
}

/** Pages as a caller gets them, with their contacts: the first with its count, those that follow, and one far in. */
async function listing(asked: Asked, questions: readonly Question[]): Promise<void> {
  console.log(
    `\n  Pages of ${PER_PAGE}, best ms of ${RUNS}: first with its count, the next two; page ${shown(DEEP_PAGE)}, the one after it`,
  );
  const { targets } = asked;
  for (const { filter, name } of questions) {
    const at = async (page: number) => timePage(asked, filter, page);
    await at(1);
    const first: number[] = [];
    const next: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      first.push(await at(1));
      next.push(await at(2), await at(3));
    }
    const { total } = await asked.pages.find(asked.audience.accountId, filter, { page: 1, perPage: 1 });
    const deep = total > DEEP_PAGE * PER_PAGE ? [await at(DEEP_PAGE), await at(DEEP_PAGE + 1)] : [];
    const times = [Math.min(...first), Math.min(...next), ...deep].map((ms) => ms.toFixed(1).padStart(9)).join('');
    console.log(`  ${name.padEnd(34)}${times}${Math.min(...next) > targets.page ? '  MISSED' : ''}`);
  }
}

async function timePage({ audience, db, pages }: Asked, filter: Question['filter'], page: number): Promise<number> {
  const before = performance.now();
  const { ids } = await pages.find(audience.accountId, filter, { page, perPage: PER_PAGE });
  await presentContacts(db, audience.accountId, ids);
  return performance.now() - before;
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
