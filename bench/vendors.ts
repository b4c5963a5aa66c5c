import { startApi } from '../src/app/api.ts';
import { domainPartsOf } from '../src/app/domain-parts.ts';
import { addDomain } from '../src/features/sending/domains/index.ts';
import { findAccount } from '../src/features/tenants/accounts/index.ts';
import { row } from './measure.ts';
import { openStack } from './stack.ts';
import { benchVendorMail } from './vendor-mail.ts';

const DOMAIN = 'mg.bench.test';
const RECIPIENTS = 1_000;
const ROUNDS = 30;
const WARM_UPS = 3;
const COMMITS = 300;
/** About what a newsletter of Ghost weighs. */
const HTML = `<p>${'Dear %recipient.name%, a paragraph of the newsletter that is not much longer than this. '.repeat(600)}</p>`;

type Stack = Awaited<ReturnType<typeof openStack>>;

/** Mail that comes by Mailgun's API: how long a batch takes until it is accepted, and how fast so many mails go out. */
export async function benchVendors(mails?: number): Promise<void> {
  await benchAcceptance();
  await benchVendorMail(mails);
}

/** How long a batch of a thousand takes that comes as Ghost posts it, until 200 after a durable commit; beside a bare commit. */
async function benchAcceptance(): Promise<void> {
  const stack = await openStack({});
  try {
    await addBenchDomain(stack);
    const commits = await timesOf(COMMITS, await bareCommit(stack));
    const api = await startApi(stack.installation);
    const batches = await timesOf(ROUNDS, async (round) => postBatch(api.port, stack.key, round));
    await api.close();
    console.log(`\nMailgun's API: batches of ${RECIPIENTS}, ${Math.round(HTML.length / 1000)} KB of HTML, one caller`);
    printTimes('commit of one row', commits);
    printTimes('batch', batches);
    row('batch : commit, medians', (middle(batches) / middle(commits)).toFixed(1));
  } finally {
    await stack.close();
  }
}

async function addBenchDomain({ installation }: Stack): Promise<void> {
  const { config, db } = installation;
  const account = await findAccount(db, config.ownerEmail);
  if (!account) throw new Error('The owner has no account');
  await addDomain(domainPartsOf(installation), account.id, DOMAIN);
  await db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${account.id};
     update domain set status = 'verified', verified_at = now() where account_id = ${account.id};`,
  );
}

/** The fsync that no durable answer goes below. */
async function bareCommit({ installation: { db } }: Stack): Promise<() => Promise<unknown>> {
  await db.script('create table bench_commit (id bigint generated always as identity primary key, content text)');
  const insert = { name: 'bench_commit', text: 'insert into bench_commit (content) values ($1)' };
  return async () => db.query(insert, ['one row']);
}

async function postBatch(port: number, key: string, round: number): Promise<void> {
  const form = new FormData();
  const addresses = Array.from({ length: RECIPIENTS }, (_, no) => `member-${round}-${no}@readers.test`);
  const variables = Object.fromEntries(
    addresses.map((address, no) => [address, { name: `Member ${no}`, uuid: crypto.randomUUID(), list: `${no}` }]),
  );
  for (const address of addresses) form.append('to', address);
  const fields = {
    from: `News <news@${DOMAIN}>`,
    subject: `News ${round}`,
    html: HTML,
    text: 'News',
    'o:tag': 'bulk-email',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('recipient-variables', JSON.stringify(variables));
  const headers = { authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}` };
  const response = await fetch(`http://127.0.0.1:${port}/v3/${DOMAIN}/messages`, {
    method: 'POST',
    headers,
    body: form,
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`A batch returned ${response.status}: ${answer}`);
}

/** Milliseconds of each of so many, one after another, after some that are not counted; in order of their length. */
async function timesOf(count: number, work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count + WARM_UPS; round += 1) {
    const startedAt = performance.now();
    await work(round);
    if (round >= WARM_UPS) times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b);
}

function middle(times: readonly number[]): number {
  return times[Math.floor(times.length / 2)] ?? 0;
}

function printTimes(name: string, times: readonly number[]): void {
  row(name, `median ${middle(times).toFixed(1)} ms   longest ${(times.at(-1) ?? 0).toFixed(1)} ms`);
}
