// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { DOMAIN, mailgunAccount, mailgunClient, postForm, type MailgunClient } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startReceivingSites, type ReceivingSites } from '../support/receiving-sites.ts';
import { startDeployment, type Deployment } from './deployment.ts';

/**
 * Covers batches that two processes accept through another vendor's API and that two workers send. Checks the number of
 * emails and events for each member.
 */

const SITES = 8;
const CONNECTIONS = 10;
/**
 * Maximum number of messages that a killed worker may have sent without recording the results.
 * several-processes-campaign.test.ts explains the number.
 */
const IN_FLIGHT = 2 * SITES * CONNECTIONS + 512;
const MEMBERS = 1_000;
const BATCHES = 4;

let app: TestApp;
let deployment: Deployment;
let sites: ReceivingSites;
let tenant: Awaited<ReturnType<typeof mailgunAccount>>;
let test: TestDatabase;

beforeAll(async () => {
  sites = await startReceivingSites(SITES);
  test = await createTestDatabase();
  // This app creates the account. It does not deliver messages or run jobs.
  app = await startApp({}, test);
  tenant = await mailgunAccount(app);
  deployment = await startDeployment(test.url, {
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: sites.dns.address,
    POSTRIDER_SMTP_PORT: String(sites.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
  });
});
afterAll(async () => {
  expect(await deployment.stop()).toEqual([0, 0, 0, 0, 0]);
  await app.close();
  await sites.close();
});

/** Returns the members of a batch, spread over the sites. */
function members(name: string, no: number): string[] {
  return Array.from({ length: MEMBERS }, (_, index) => `${name}-${no}-${index}@site${index % SITES}.test`);
}

/** Sends a batch through one of the two processes, with the fields that Ghost uses. */
function send(at: number, emailId: string, addresses: readonly string[]) {
  const variables = Object.fromEntries(addresses.map((address) => [address, {}]));
  return postForm(deployment.apis[at % 2] ?? '', tenant.key, [
    ['from', `News <news@${DOMAIN}>`],
    ['subject', 'Hello'],
    ['text', 'Hi'],
    ['v:email-id', emailId],
    ...addresses.map((address) => ['to', address] as const),
    ['recipient-variables', JSON.stringify(variables)],
  ]);
}

/** Returns the number of emails for each member who got any. */
function arrivals(name: string): number[] {
  const counts = new Map<string, number>();
  for (const address of sites.messages().flatMap(({ to }) => to)) {
    if (address.startsWith(`${name}-`)) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts.values()];
}

/**
 * Follows the event log from its start, like a client that stores the URL of the next page. Returns the events in
 * order.
 */
async function follow(client: MailgunClient, count: number, isMine: (recipient: string) => boolean) {
  const read: { event: string; recipient: string }[] = [];
  let page: string | undefined;
  await eventually(
    'the events of all members are listed',
    async () => {
      const query = page === undefined ? { ascending: 'yes', limit: 300, begin: 0 } : { page };
      const { items, pages } = await client.events.get(DOMAIN, query);
      read.push(...items.filter(({ recipient }) => isMine(recipient)));
      if (items.length > 0) page = pages.next.page;
      return read.length >= count ? true : undefined;
    },
    180_000,
  );
  return read;
}

it('sends each member one email and reports one event, no matter which process accepted the batch', async () => {
  const lists = Array.from({ length: BATCHES }, (_, no) => members('calm', no));
  const answers = await Promise.all(
    lists.flatMap((list, no) =>
      [0, 1].map((at) => send(at, `aaaaaaaaaaaaaaaaaaaaaaa${no}`, at === 0 ? list : list.toReversed())),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(BATCHES);
  const client = mailgunClient(deployment.apis[1] ?? '', tenant.key);
  const read = await follow(client, 2 * BATCHES * MEMBERS, (recipient) => recipient.startsWith('calm-'));
  expect(arrivals('calm')).toEqual(Array.from({ length: BATCHES * MEMBERS }, () => 1));
  const reported = Map.groupBy(read, ({ recipient }) => recipient);
  expect(reported.size).toBe(BATCHES * MEMBERS);
  for (const events of reported.values()) expect(events.map(({ event }) => event)).toEqual(['accepted', 'delivered']);
}, 240_000);

it('omits no member and reports no event twice if a worker is killed while sending', async () => {
  const lists = Array.from({ length: BATCHES }, (_, no) => members('storm', no));
  const client = mailgunClient(deployment.apis[0] ?? '', tenant.key);
  const reading = follow(client, 2 * BATCHES * MEMBERS, (recipient) => recipient.startsWith('storm-'));
  for (const [no, list] of lists.entries()) {
    expect((await send(no, `bbbbbbbbbbbbbbbbbbbbbbb${no}`, list)).status).toBe(200);
  }
  await eventually('a fifth of the messages arrive', async () =>
    arrivals('storm').length > (BATCHES * MEMBERS) / 5 ? true : undefined,
  );
  await deployment.killWorker(0);
  const whenKilled = arrivals('storm').length;
  // A client that got no response sends the batches again.
  for (const [no, list] of lists.entries()) {
    expect((await send(no + 1, `bbbbbbbbbbbbbbbbbbbbbbb${no}`, list)).status).toBe(200);
  }
  const read = await reading;
  expect(whenKilled).toBeLessThan(BATCHES * MEMBERS);
  const counts = arrivals('storm');
  expect(counts).toHaveLength(BATCHES * MEMBERS);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(counts.filter((count) => count === 2).length).toBeLessThanOrEqual(IN_FLIGHT);
  const reported = Map.groupBy(read, ({ recipient }) => recipient);
  expect(reported.size).toBe(BATCHES * MEMBERS);
  for (const events of reported.values()) expect(events.map(({ event }) => event)).toEqual(['accepted', 'delivered']);
  await eventually('all mailings are sent', async () => {
    const open = `select from mailing where account_id = $1 and state <> 'sent'`;
    return (await rowsOf(test.db, open, [tenant.accountId])).length === 0 ? true : undefined;
  });
  // The journal of the restarted worker contains unwritten results, all of which other workers have handled in the
  // meantime.
  deployment.restartWorker(0);
  await eventually(
    'the restarted worker sends heartbeats',
    async () => {
      const living = `select from delivery_worker where seen_at > now() - interval '5 seconds'`;
      return (await rowsOf(test.db, living, [])).length === 2 ? true : undefined;
    },
    60_000,
  );
  expect(arrivals('storm')).toEqual(counts);
}, 300_000);
