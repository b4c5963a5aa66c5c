// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startReceivingSites, type ReceivingSites } from '../support/receiving-sites.ts';
import { startDeployment, type Deployment } from './deployment.ts';

/** Tests that two workers send a campaign in three languages over SMTP, even if one of them is killed. */

const CONTACTS = 3_000;
const SITES = 8;
const CONNECTIONS = 10;
/**
 * Maximum number of messages that a killed worker can have sent without recording them, as in
 * several-processes-campaign.test.ts.
 */
const IN_FLIGHT = 2 * SITES * CONNECTIONS + 512;
/**
 * Languages that are assigned to the contacts in turn, each with the language of the email that these contacts receive.
 */
const READERS = [
  ['en', 'english'],
  ['de-AT', 'german'],
  ['ja', 'japanese'],
  [null, 'english'],
  ['de', 'german'],
  ['fi', 'english'],
] as const;
const LANGUAGES = ['english', 'german', 'japanese'] as const;
type Read = (typeof LANGUAGES)[number];

let app: TestApp;
let deployment: Deployment;
let sender: Sender;
let sites: ReceivingSites;
let test: TestDatabase;

beforeAll(async () => {
  sites = await startReceivingSites(SITES);
  test = await createTestDatabase();
  // This app is only used to create the campaigns. It neither delivers email nor runs jobs.
  app = await startApp({}, test);
  sender = await newSender(app);
  deployment = await startDeployment(test.url, {
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: sites.dns.address,
    POSTRIDER_SMTP_PORT: String(sites.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0',
  });
}, 300_000);
afterAll(async () => {
  await deployment.stop();
  await app.close();
  await sites.close();
});

/**
 * Starts a campaign in three languages. `name` is the prefix of the addresses. Returns the language that each address
 * should receive.
 */
async function begin(name: string) {
  const { db } = test;
  const { accountId, ann, domain } = sender;
  const list = await plantGroup(db, accountId, 'list', name);
  const contactIds = await plantContacts(db, accountId, { count: CONTACTS, prefix: `${name}-` });
  const contacts = await rowsOf<{ email: string; language: string | null }>(
    db,
    `update contact set email = replace(email, 'planted.example', 'site' || id % $2::integer || '.test'),
       language = ($4::text[])[1 + id % $5::integer]
     where account_id = $1 and id = any($3::bigint[]) returning email, language`,
    [accountId, SITES, contactIds, READERS.map(([tag]) => tag), READERS.length],
  );
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds });
  const content = { title: name, subject: name, html: '<p>It is in english</p>', from_name: 'Tea' };
  const variants = [
    { language: 'de', subject: `${name} de`, html: '<p>It is in german</p>' },
    { language: 'ja', subject: `${name} ja`, html: '<p>It is in japanese</p>' },
  ];
  const made = await ann.call('POST', '/campaigns', {
    ...content,
    variants,
    from_email: `news@${domain}`,
    lists: [list],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(await ann.call('POST', `/campaigns/${made.body.id}/send`, {})).toMatchObject({ status: 200 });
  const wanted = new Map(
    contacts.map(({ email, language }) => [email, READERS.find(([tag]) => tag === language)?.[1] ?? 'english']),
  );
  return { id: Number(made.body.id), wanted };
}

/** For each address of a campaign, returns the languages of the messages that it received. */
function arrivals(name: string): Map<string, Read[]> {
  const read = new Map<string, Read[]>();
  for (const { data, to } of sites.messages()) {
    const [address = ''] = to;
    if (!address.startsWith(`${name}-`)) continue;
    const text = data.toString('latin1');
    const languages = LANGUAGES.filter((language) => text.includes(`It is in ${language}`));
    read.set(address, [...(read.get(address) ?? []), ...languages]);
  }
  return read;
}

async function untilSent(id: number): Promise<void> {
  const text = `select state, (select sum(sent)::integer from campaign_count n
      where n.account_id = c.account_id and n.campaign_id = c.id) as sent
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

/** Expects that each address received its language, and that the counters of the languages are exact. */
async function expectLanguages(name: string, id: number, wanted: ReadonlyMap<string, Read>) {
  const read = arrivals(name);
  expect(read.size).toBe(CONTACTS);
  const wrong = [...read].filter(([address, languages]) => languages.some((one) => one !== wanted.get(address)));
  expect(wrong).toEqual([]);
  const numberOf = (language: Read) => [...wanted.values()].filter((one) => one === language).length;
  const { body } = await sender.ann.call('GET', `/campaigns/${id}/stats`);
  expect(body.sent_count).toBe(CONTACTS);
  expect(body.variants.map((one: { sent_count: number; variant: number }) => [one.variant, one.sent_count])).toEqual(
    LANGUAGES.map((language, variant) => [variant, numberOf(language)]),
  );
  return [...read.values()].map(({ length }) => length);
}

it('sends each of 3,000 contacts one email in their language', async () => {
  const { id, wanted } = await begin('calm');
  await untilSent(id);
  const counts = await expectLanguages('calm', id, wanted);
  expect(Math.max(...counts)).toBe(1);
}, 180_000);

it('loses no email and no language if a worker is killed, and repeats only messages in flight', async () => {
  const { id, wanted } = await begin('storm');
  await eventually('a quarter of the messages arrive', async () =>
    arrivals('storm').size > CONTACTS / 4 ? true : undefined,
  );
  await deployment.killWorker(0);
  await untilSent(id);
  const counts = await expectLanguages('storm', id, wanted);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(counts.filter((count) => count === 2).length).toBeLessThanOrEqual(IN_FLIGHT);
  deployment.restartWorker(0);
}, 300_000);
