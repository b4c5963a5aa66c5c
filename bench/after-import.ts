import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/base/clock.ts';
import { countMatching, type ContactFilter } from '../src/features/audience/contact-filters/index.ts';
import { createContactPages } from '../src/features/audience/contact-listing/pages.ts';
import { presentContacts } from '../src/features/audience/contacts/index.ts';
import { searchContacts } from '../src/features/administration/search/index.ts';
import { rowsOf } from '../test/support/planted-contacts.ts';
import { fillAudience, type Audience } from './audience.ts';
import { untilImported, uploadContacts } from './imports.ts';
import { median, millisecondsOf, row, shown } from './measure.ts';
import { createBenchToken, postJson, withProgram, type Program } from './program.ts';
import { withClient } from './stack.ts';

const STORED = 1_000_000;
const IMPORTED = 200_000;
const EVERY_MS = 5_000;
const DURATION_MS = 180_000;
const RESTED_RUNS = 5;
const PER_PAGE = 100;
/** Maximum ratio of a call after the import to the same call at rest. */
const MAX_RATIO = 5;
/** Calls of at most this duration, the target for a count, are not marked, because short delays have large ratios. */
const FAST_MS = 120;
const DAY_MS = 86_400_000;

/** A call that users make right after an import. */
interface Call {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/**
 * Imports a file into an account that already has many contacts, then loads pages, counts, and searches contacts every
 * five seconds for three minutes. Compares each call with its duration at rest, which is measured after a `VACUUM
 * ANALYZE`. With the environment variable DATABASE_URL, uses this database, which must be empty.
 */
export async function benchAfterImport(stored = STORED): Promise<void> {
  console.log(`\nAfter an import: ${shown(IMPORTED)} contacts into an account with ${shown(stored)}`);
  const { DATABASE_URL } = process.env;
  await withProgram(DATABASE_URL === undefined ? {} : { DATABASE_URL }, async (program) => {
    const { db, databaseUrl } = program.installation;
    const [server] = await rowsOf<{ version: string }>(db, `select current_setting('server_version') as version`);
    row('PostgreSQL', `${server?.version}, load average ${loadavg()[0]?.toFixed(1)}`);
    const audience = await fillAudience(db, databaseUrl, stored);
    const calls = callsOf(program, audience, await runImport(program, audience));
    const times = await repeat(calls);
    await withClient(databaseUrl, async (client) => client.query('vacuum analyze'));
    await report(calls, times);
  });
}

/** Imports the contacts, each into the list News and half of them also into the list Offers. Returns the list IDs. */
async function runImport({ baseUrl, installation }: Program, { accountId }: Audience): Promise<readonly number[]> {
  const { token } = await createBenchToken(installation, accountId);
  const url = await uploadContacts(baseUrl, token, IMPORTED, (number) => (number % 2 === 0 ? 'News' : '"News,Offers"'));
  const ms = await millisecondsOf(async () => {
    await postJson(`${url}/start`, token, {});
    await untilImported(installation, 'done');
  });
  row('import', `${shown((IMPORTED * 1000) / ms)} rows/s`);
  const text = `select id from contact_list where account_id = $1 and name in ('News', 'Offers') order by name`;
  return (await rowsOf<{ id: number }>(installation.db, text, [accountId])).map(({ id }) => id);
}

function callsOf(program: Program, { accountId, lists, tags }: Audience, imported: readonly number[]): readonly Call[] {
  const { db } = program.installation;
  const [news = 0, offers = 0] = imported;
  const after = new Date(Date.now() - 90 * DAY_MS);
  const count = (name: string, ...all: readonly ContactFilter[]): Call => ({
    name: `count: ${name}`,
    run: () => countMatching(db, accountId, { all }, new Date()),
  });
  // A new object for each call, because it caches counts.
  const page = (name: string, ...all: readonly ContactFilter[]): Call => ({
    name: `page with count: ${name}`,
    run: async () => {
      const { ids } = await createContactPages({ db, clock: systemClock }).find(
        accountId,
        { all },
        { page: 1, perPage: PER_PAGE },
      );
      await presentContacts(db, accountId, ids);
    },
  });
  return [
    page('all contacts'),
    page('imported list', { in_list_ids: [news] }),
    page('both imported lists', { in_list_ids: [news] }, { in_list_ids: [offers] }),
    page('imported list and active', { in_list_ids: [news], status: 'active' }),
    count('either of two lists', { in_list_ids: [lists.most, news] }),
    count('both imported lists', { in_list_ids: [news] }, { in_list_ids: [offers] }),
    count('imported list without a tag', { in_list_ids: [news], not_tag_ids: [tags.third] }),
    count('list and city', {
      in_list_ids: [lists.most],
      contact_field: { field_id: 1, operator: 'is', value: 'City 7' },
    }),
    count('imported list and language', { in_list_ids: [news], language: 'de' }),
    count('imported list and opened 2 emails', { in_list_ids: [lists.most], opened_emails: { at_least: 2, after } }),
    page('search "anna"', { query: 'anna' }),
    page('search "reader4711"', { query: 'reader4711' }),
    { name: 'command palette: "reader4711"', run: () => searchContacts(db, accountId, 'reader4711') },
    { name: 'command palette: "first77 last"', run: () => searchContacts(db, accountId, 'first77 last') },
  ];
}

/** Makes each call every five seconds for three minutes. Returns the durations by call. */
async function repeat(calls: readonly Call[]): Promise<ReadonlyMap<Call, readonly number[]>> {
  const times = new Map(calls.map((call) => [call, [] as number[]]));
  const startedAt = performance.now();
  for (let round = 0; performance.now() - startedAt < DURATION_MS; round += 1) {
    for (const call of calls) times.get(call)?.push(await millisecondsOf(call.run));
    await sleep(Math.max(0, startedAt + (round + 1) * EVERY_MS - performance.now()));
  }
  return times;
}

async function report(calls: readonly Call[], times: ReadonlyMap<Call, readonly number[]>): Promise<void> {
  console.log('\n  ms after the import: first, median, longest; at rest (median); longest compared with rest');
  for (const call of calls) {
    const rested: number[] = [];
    await call.run();
    for (let run = 0; run < RESTED_RUNS; run += 1) rested.push(await millisecondsOf(call.run));
    const [rest, after] = [median(rested), times.get(call) ?? []];
    const longest = Math.max(...after);
    const numbers = [after[0] ?? NaN, median(after), longest, rest].map((ms) => ms.toFixed(1).padStart(9)).join('');
    const isMissed = longest > FAST_MS && longest > MAX_RATIO * rest;
    console.log(
      `  ${call.name.padEnd(48)}${numbers}${(longest / rest).toFixed(1).padStart(7)}${isMissed ? '  MISSED' : ''}`,
    );
  }
  row('load average', loadavg()[0]?.toFixed(1) ?? '');
}
