import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startReceivingSites, type ReceivingSites } from '../support/receiving-sites.ts';
import { startDeployment, WORKER_NAMES, type Deployment } from './deployment.ts';

/** Campaigns that two workers send, each on a host of its own as it were: who sends to whom, and how often. */

const CONTACTS = 2_000;
/** So many that each of two workers has some of them, but once in 32,768 runs. */
const SITES = 16;
const CONNECTIONS = 10;
/**
 * Mails whose reply a worker that was killed had not written into the database: those on its connections, the present and the next
 * of each, and the 512 at most that it had heard and not written, which only its journal knows; another host cannot read that.
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
  // It plants what is sent; it neither delivers nor does jobs.
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

/** Until so many delivery processes live, and all of them have long heard of each other. */
async function untilSettled(count: number): Promise<void> {
  const text = `select count(*)::integer as living, bool_and(joined_at < now() - interval '10 seconds') as is_settled
    from delivery_worker where seen_at > now() - interval '10 seconds'`;
  await eventually(
    'settled workers',
    async () => {
      const [row] = await rowsOf<{ living: number; is_settled: boolean }>(test.db, text);
      return row?.living === count && row.is_settled ? true : undefined;
    },
    60_000,
  );
}

/** Begins a campaign to so many contacts, as many at each site; `name` begins their addresses. */
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
    // A campaign, of which no more is read.
    return JSON.parse(text) as { id: number };
  };
  const content = { title: name, subject: name, html: '<p>Hello</p>', from_name: 'Tea', from_email: `news@${domain}` };
  const { id } = await api('POST', '/campaigns', { ...content, lists: [list] });
  await api('POST', `/campaigns/${id}/send`, {});
  return id;
}

/** How often each contact of a campaign got its mail. */
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
    'the end of the campaign',
    async () => {
      const [row] = await rowsOf<{ state: string; sent: number | null }>(test.db, text, [id]);
      return row?.state === 'sent' && row.sent === CONTACTS ? true : undefined;
    },
    120_000,
  );
}

it('each contact gets each mail once, and each site hears one worker alone, within its limit of connections', async () => {
  const id = await begin('calm');
  await untilSent(id);
  expect(arrivals('calm')).toEqual(Array.from({ length: CONTACTS }, () => 1));
  for (const { domain, greetedBy, most } of sites.sites) {
    expect(new Set(greetedBy).size, domain).toBe(1);
    expect(most, domain).toBeLessThanOrEqual(CONNECTIONS);
  }
  // Both had a part in it.
  expect(new Set(sites.sites.flatMap(({ greetedBy }) => greetedBy))).toEqual(new Set(WORKER_NAMES));
}, 180_000);

it('a worker that is killed leaves its sites to the other, and nothing twice but what was on its way', async () => {
  const before = sites.sites.map(({ greetedBy }) => greetedBy.length);
  const id = await begin('storm');
  await eventually('a quarter of them', async () => (arrivals('storm').length > CONTACTS / 4 ? true : undefined));
  await deployment.killWorker(0);
  const arrived = arrivals('storm').length;
  expect(arrived).toBeLessThan(CONTACTS);
  await untilSent(id);
  const counts = arrivals('storm');
  expect(counts).toHaveLength(CONTACTS);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(counts.filter((count) => count === 2).length).toBeLessThanOrEqual(IN_FLIGHT);
  for (const [no, { domain, greetedBy, most }] of sites.sites.entries()) {
    // The dead one first, where the site was its own; then the other, to the end.
    const names = greetedBy.slice(before[no]);
    expect(names.slice(names.indexOf(WORKER_NAMES[1])).includes(WORKER_NAMES[0]), domain).toBe(false);
    expect(most, domain).toBeLessThanOrEqual(CONNECTIONS);
  }

  // What it knew and had told nobody is in the journal that it comes back with, and others have made up for it since.
  deployment.restartWorker(0);
  await untilSettled(2);
  expect(arrivals('storm')).toEqual(counts);
}, 300_000);
