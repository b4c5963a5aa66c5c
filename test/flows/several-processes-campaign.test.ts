// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startReceivingSites, type ReceivingSites } from '../support/receiving-sites.ts';
import { startDeployment, WORKER_NAMES, type Deployment } from './deployment.ts';

/**
 * Covers campaigns that two workers send, as if on separate hosts. Checks which worker sends to which site, and how
 * often each contact gets the email.
 */

const CONTACTS = 2_000;
/** Number of sites. With 16 sites, each of the two workers owns at least one, except in one of 32,768 runs. */
const SITES = 16;
const CONNECTIONS = 10;
/**
 * Maximum number of messages whose replies a killed worker had not written to the database: the current and the next
 * message of each connection, and up to 512 messages whose replies are only in the worker's journal. Another host
 * cannot read this journal.
 */
const IN_FLIGHT = 2 * SITES * CONNECTIONS + 512;

let app: TestApp;
let deployment: Deployment;
let sender: Sender;
let sites: ReceivingSites;
let test: TestDatabase;

beforeAll(async () => {
  sites = await startReceivingSites(SITES);
  test = await createTestDatabase();
  // This app inserts the campaigns. It does not deliver messages or run jobs.
  app = await startApp({}, test);
  sender = await newSender(app);
  deployment = await startDeployment(test.url, {
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: sites.dns.address,
    POSTRIDER_SMTP_PORT: String(sites.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0',
  });
  await untilSettled(2);
});
afterAll(async () => {
  expect(await deployment.stop()).toEqual([0, 0, 0, 0, 0]);
  await app.close();
  await sites.close();
});

/**
 * Waits until the given number of delivery processes is alive and the newest of them started at least ten seconds ago,
 * so that all processes have discovered each other.
 */
async function untilSettled(count: number): Promise<void> {
  const text = `select count(*)::integer as living, bool_and(joined_at < now() - interval '10 seconds') as is_settled
    from delivery_worker where seen_at > now() - interval '10 seconds'`;
  await eventually(
    'all workers send heartbeats and have settled',
    async () => {
      const [row] = await rowsOf<{ living: number; is_settled: boolean }>(test.db, text);
      return row?.living === count && row.is_settled ? true : undefined;
    },
    60_000,
  );
}

/** Starts a campaign to contacts spread evenly over the sites. `name` is the prefix of their addresses. */
async function begin(name: string): Promise<number> {
  const { db } = test;
  const { accountId, ann, domain } = sender;
  const list = await plantGroup(db, accountId, 'list', name);
  const contactIds = await plantContacts(db, accountId, { count: CONTACTS, prefix: `${name}-` });
  await rowsOf(
    db,
    `update contact set email = replace(email, 'planted.example', 'site' || id % $2::integer || '.test')
     where account_id = $1 and id = any($3::bigint[])`,
    [accountId, SITES, contactIds],
  );
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds });
  const api = async (method: string, path: string, body: unknown): Promise<{ id: number }> => {
    const response = await fetch(`${deployment.apis[0]}${path}`, {
      method,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    // Safe cast: the response is a campaign, and only its ID is used.
    return JSON.parse(text) as { id: number };
  };
  const content = { title: name, subject: name, html: '<p>Hello</p>', from_name: 'Tea', from_email: `news@${domain}` };
  const { id } = await api('POST', '/campaigns', { ...content, lists: [list] });
  await api('POST', `/campaigns/${id}/send`, {});
  return id;
}

/** Returns the number of emails for each contact of a campaign who got any. */
function arrivals(name: string): number[] {
  const counts = new Map<string, number>();
  for (const address of sites.messages().flatMap(({ to }) => to)) {
    if (address.startsWith(`${name}-`)) counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts.values()];
}

async function untilSent(id: number): Promise<void> {
  const text = `select state, (select sent from campaign_count n where n.account_id = c.account_id and n.campaign_id = c.id) as sent
    from campaign c where id = $1`;
  await eventually(
    'the campaign is sent',
    async () => {
      const [row] = await rowsOf<{ state: string; sent: number | null }>(test.db, text, [id]);
      return row?.state === 'sent' && row.sent === CONTACTS ? true : undefined;
    },
    120_000,
  );
}

it('sends each email once, and connects to each site from one worker only, within its connection limit', async () => {
  const id = await begin('calm');
  await untilSent(id);
  expect(arrivals('calm')).toEqual(Array.from({ length: CONTACTS }, () => 1));
  for (const { domain, greetedBy, most } of sites.sites) {
    expect(new Set(greetedBy).size, domain).toBe(1);
    expect(most, domain).toBeLessThanOrEqual(CONNECTIONS);
  }
  // Both workers have sent messages.
  expect(new Set(sites.sites.flatMap(({ greetedBy }) => greetedBy))).toEqual(new Set(WORKER_NAMES));
}, 180_000);

it("moves a killed worker's sites to the other, and repeats only messages in flight", async () => {
  const before = sites.sites.map(({ greetedBy }) => greetedBy.length);
  const id = await begin('storm');
  await eventually('a quarter of the messages arrive', async () =>
    arrivals('storm').length > CONTACTS / 4 ? true : undefined,
  );
  await deployment.killWorker(0);
  const arrived = arrivals('storm').length;
  expect(arrived).toBeLessThan(CONTACTS);
  await untilSent(id);
  const counts = arrivals('storm');
  expect(counts).toHaveLength(CONTACTS);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(counts.filter((count) => count === 2).length).toBeLessThanOrEqual(IN_FLIGHT);
  for (const [no, { domain, greetedBy, most }] of sites.sites.entries()) {
    // If the killed worker owned the site, the first messages at the site are from this worker. All later messages are
    // from the other worker.
    const names = greetedBy.slice(before[no]);
    expect(names.slice(names.indexOf(WORKER_NAMES[1])).includes(WORKER_NAMES[0]), domain).toBe(false);
    expect(most, domain).toBeLessThanOrEqual(CONNECTIONS);
  }

  // The journal of the restarted worker contains results that were not written to the database. In the meantime, other
  // workers have processed all of these messages.
  deployment.restartWorker(0);
  await untilSettled(2);
  expect(arrivals('storm')).toEqual(counts);
}, 300_000);
