// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withCampaignSending } from '../../src/app/campaign-sending.ts';
import { campaignMeansOf } from '../../src/app/campaigns.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { releaseLiftedProviders } from '../../src/features/sending/mailings/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { runProgram, type Program } from './program.ts';

/**
 * Covers a campaign to three mailbox providers, each with a separate server: one accepts everything, one defers
 * messages, and one is an unknown provider.
 */

const PER_PROVIDER = 120;
const SECRET = 'a secret that only tests use, long enough';
const DOMAINS = ['outlook.test', 'yahoo.test', 'small.test'] as const;
const SERVERS = [
  { domain: 'outlook.test', host: 'outlook-test.olc.protection.outlook.com', address: '127.0.1.2', lane: 'outlook' },
  { domain: 'yahoo.test', host: 'mta5.am0.yahoodns.net', address: '127.0.1.3', lane: 'yahoo' },
  { domain: 'small.test', host: 'mx.small.test', address: '127.0.1.4', lane: 'small.test' },
] as const;

interface ProviderLane {
  readonly provider: string;
  readonly state: string;
  readonly delivered_count: number;
  readonly deferred_count: number;
  readonly held_count: number;
  readonly last_answer: { readonly text: string } | null;
  readonly next_try_at: string | null;
}

let app: TestApp;
let dns: DnsServer;
let jobs: RunningJobs;
let sender: Sender;
const sinks = new Map<string, SmtpSink>();
const programs: Program[] = [];
/** Reply from Yahoo's servers to MAIL while they do not accept messages. */
let yahooSays: string | undefined;

beforeAll(async () => {
  dns = await startDnsServer({});
  let port = 0;
  for (const { address, domain, host } of SERVERS) {
    const isYahoo = domain === 'yahoo.test';
    const on = {
      rcpt: ({ line }: { readonly line: string }) =>
        isYahoo && yahooSays !== undefined
          ? { say: yahooSays.replace('<>', /<[^>]*>/.exec(line)?.[0] ?? '') }
          : undefined,
    };
    const sink = await startSmtpSink({ on }, { host: address, port });
    port = sink.port;
    sinks.set(domain, sink);
    dns.set(domain, 'MX', [{ preference: 10, exchange: host }]);
    dns.set(host, 'A', [address]);
  }
  app = await startApp({
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_WARM_UP: '0',
  });
  sender = await newSender(app);
  jobs = withCampaignSending(
    app.installation,
    { close: async () => {} },
    campaignMeansOf(app.installation, () => app.api.baseUrl),
  );
}, 60_000);
afterAll(async () => {
  for (const program of programs) {
    program.child.kill('SIGKILL');
    await program.ended;
  }
  await jobs.close();
  await app.close();
  await Promise.all([...sinks.values()].map((sink) => sink.close()));
  await dns.close();
});

const db = () => app.installation.db;

/** Starts a separate delivery process in the same way as the application does. */
function startProcess(): Program {
  const { config, databaseUrl } = app.installation;
  const program = runProgram(['deliver'], {
    DATABASE_URL: databaseUrl,
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_SMTP_PORT: String(config.smtpPort),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_WARM_UP: '0',
  });
  programs.push(program);
  return program;
}

/** Sends a campaign to the given number of contacts at each provider. */
async function sendCampaign(name: string): Promise<number> {
  const { accountId, ann, domain } = sender;
  const list = await plantGroup(db(), accountId, 'list', name);
  for (const at of DOMAINS) {
    const contactIds = await plantContacts(db(), accountId, { count: PER_PROVIDER, prefix: `${name}-${at}-` });
    await rowsOf(
      db(),
      `update contact set email = replace(email, 'planted.example', $2) where account_id = $1 and id = any($3::bigint[])`,
      [accountId, at, contactIds],
    );
    await plantMembers(db(), accountId, { kind: 'list', id: list, contactIds });
  }
  const { body: campaign } = await ann.call('POST', '/campaigns', {
    title: name,
    subject: name,
    html: '<p>Hello</p>',
    from_name: 'Tea',
    from_email: `news@${domain}`,
    lists: [list],
  });
  expect((await ann.call('POST', `/campaigns/${campaign.id}/send`)).status).toBe(200);
  return campaign.id;
}

const pathOf = (id: number): string => `/dashboard/campaigns/${id}/lanes`;

async function providerLaneOf(id: number, provider: string): Promise<ProviderLane | undefined> {
  const { body } = await sender.ann.session.call('GET', pathOf(id));
  return body.lanes.find((lane: ProviderLane) => lane.provider === provider);
}

/** Reads the database directly, because the API allows each user only sixty requests per minute. */
async function counted(id: number, provider: string): Promise<{ delivered: number; deferred: number; held: number }> {
  const [row] = await rowsOf<{ delivered: number; deferred: number; held: number }>(
    db(),
    `select sum(p.delivered)::integer as delivered, sum(p.deferred)::integer as deferred, sum(p.held)::integer as held
     from mailing_provider p join mailing m on m.account_id = p.account_id and m.id = p.mailing_id
     where m.source = $1 and p.provider = $2`,
    [id, provider],
  );
  return { delivered: row?.delivered ?? 0, deferred: row?.deferred ?? 0, held: row?.held ?? 0 };
}

async function untilCounted(
  id: number,
  provider: string,
  what: 'delivered' | 'deferred' | 'held',
  number: number,
): Promise<void> {
  await eventually(
    `${provider} has ${number} ${what} messages`,
    async () => ((await counted(id, provider))[what] === number ? true : undefined),
    60_000,
  );
}

/** Waits two seconds. By then, all processes have noticed that a lane is paused, and hold its messages. */
const untilHeld = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2_000));

async function stateOf(id: number): Promise<string | undefined> {
  const [row] = await rowsOf<{ state: string }>(db(), 'select state from campaign where id = $1', [id]);
  return row?.state;
}

/** For each recipient at the given domain who received the message of a campaign, returns how often it arrived. */
function arrivals(domain: string, name: string): number[] {
  const to = (sinks.get(domain)?.messages ?? []).flatMap((message) => message.to);
  const counts = new Map<string, number>();
  for (const address of to.filter((one) => one.startsWith(`${name}-`)))
    counts.set(address, (counts.get(address) ?? 0) + 1);
  return [...counts.values()];
}

const once = (count: number): number[] => Array.from({ length: count }, () => 1);

it('holds only the email of a paused provider lane, even after kills, and sends each message once when it resumes', async () => {
  const { session } = sender.ann;
  const first = await sendCampaign('first');
  await eventually('the campaign is being sent', async () => ((await stateOf(first)) === 'sending' ? true : undefined));
  // A provider with a known name can be paused before any message has been sent to it.
  const paused = await session.call('POST', `${pathOf(first)}/outlook/pause`);
  expect(paused).toMatchObject({ status: 200, body: { lanes: [{ provider: 'outlook', state: 'paused' }] } });
  const process = startProcess();
  await untilCounted(first, 'yahoo', 'delivered', PER_PROVIDER);
  await untilCounted(first, 'small.test', 'delivered', PER_PROVIDER);
  await untilCounted(first, 'outlook', 'held', PER_PROVIDER);
  expect(arrivals('outlook.test', 'first')).toEqual([]);
  expect([arrivals('yahoo.test', 'first'), arrivals('small.test', 'first')]).toEqual([
    once(PER_PROVIDER),
    once(PER_PROVIDER),
  ]);
  // All views of the campaign show the pause, and the campaign is not complete.
  expect(await stateOf(first)).toBe('sending');
  const { body: campaign } = await sender.ann.call('GET', `/campaigns/${first}`);
  expect(campaign).toMatchObject({ status: 'sending', badges: ['lane_paused'] });
  expect(await providerLaneOf(first, 'outlook')).toMatchObject({
    state: 'paused',
    held_count: PER_PROVIDER,
    next_try_at: null,
  });

  // Held messages cause no work: they have no due time, and no chunk remains.
  const waiting = await rowsOf<{ due: number; chunks: number }>(
    db(),
    `select (select count(*)::integer from delivery where next_at < 'infinity') as due,
       (select count(*)::integer from mailing_chunk where next_at is not null) as chunks`,
  );
  expect(waiting).toEqual([{ due: 0, chunks: 0 }]);

  // In the meantime, another campaign to the same provider and a login code are sent.
  const second = await sendCampaign('second');
  await untilCounted(second, 'outlook', 'delivered', PER_PROVIDER);
  const { body: key } = await session.call('POST', '/dashboard/keys', {
    name: 'codes',
    scopes: ['transactional:send'],
  });
  const code = await app.client(key.key).post('/transactional/emails', {
    from: `codes@${sender.domain}`,
    to: ['code@outlook.test'],
    subject: 'Your code',
    text: '123456',
  });
  expect(code.status, JSON.stringify([key, code.body])).toBe(202);
  await eventually('the login code arrives', async () =>
    Promise.resolve(
      sinks.get('outlook.test')?.messages.some(({ to }) => to.includes('code@outlook.test')) || undefined,
    ),
  );

  process.child.kill('SIGKILL');
  expect(await process.ended).toBe('SIGKILL');
  startProcess();
  // Pausing again has no effect. The other process keeps holding the messages.
  expect((await session.call('POST', `${pathOf(first)}/outlook/pause`)).status).toBe(200);
  expect(await counted(first, 'outlook')).toMatchObject({ held: PER_PROVIDER, delivered: 0 });
  expect((await session.call('DELETE', `${pathOf(first)}/outlook/pause`)).status).toBe(200);
  await untilCounted(first, 'outlook', 'delivered', PER_PROVIDER);
  expect(arrivals('outlook.test', 'first')).toEqual(once(PER_PROVIDER));
  await eventually('the campaign is sent', async () => ((await stateOf(first)) === 'sent' ? true : undefined), 60_000);
  expect(await counted(first, 'outlook')).toMatchObject({ held: 0 });
  expect(await rowsOf(db(), 'select from mailing_provider_pause')).toEqual([]);
  expect((await session.call('POST', `${pathOf(first)}/outlook/pause`)).status).toBe(409);
}, 180_000);

it("shows a provider's deferrals in its lane, without addresses, and does not delay other lanes", async () => {
  yahooSays = '451 4.2.1 <> Try again later';
  const id = await sendCampaign('third');
  await untilCounted(id, 'outlook', 'delivered', PER_PROVIDER);
  await untilCounted(id, 'small.test', 'delivered', PER_PROVIDER);
  await untilCounted(id, 'yahoo', 'deferred', PER_PROVIDER);
  const lane = await providerLaneOf(id, 'yahoo');
  expect(lane).toMatchObject({ state: 'waiting', delivered_count: 0, deferred_count: PER_PROVIDER });
  expect(lane?.last_answer?.text).toContain('Try again later');
  expect(lane?.last_answer?.text).not.toMatch(/@/);
  expect(Date.parse(lane?.next_try_at ?? '')).toBeGreaterThan(Date.now());
  yahooSays = undefined;
  await rowsOf(db(), `update delivery set next_at = now() where next_at > now() and next_at < 'infinity'`);
  await untilCounted(id, 'yahoo', 'delivered', PER_PROVIDER);
  expect(await counted(id, 'yahoo')).toEqual({ delivered: PER_PROVIDER, deferred: 0, held: 0 });
  expect(arrivals('yahoo.test', 'third')).toEqual(once(PER_PROVIDER));
}, 120_000);

it('keeps a provider lane paused while the whole campaign is paused and resumed, including deferred messages', async () => {
  yahooSays = '451 4.2.1 Try again later';
  const { ann } = sender;
  const id = await sendCampaign('fourth');
  // A campaign is complete once delivery to every recipient has been attempted. Messages that are held for another
  // provider keep the campaign in progress.
  await eventually('the campaign starts', async () => ((await stateOf(id)) === 'scheduled' ? undefined : true));
  expect((await ann.call('POST', `/campaigns/${id}/pause`)).status).toBe(200);
  expect((await ann.session.call('POST', `${pathOf(id)}/outlook/pause`)).status).toBe(200);
  await untilHeld();
  expect((await ann.call('POST', `/campaigns/${id}/resume`)).status).toBe(200);
  await untilCounted(id, 'yahoo', 'deferred', PER_PROVIDER);
  expect(await ann.session.call('POST', `${pathOf(id)}/yahoo/pause`)).toMatchObject({ status: 200 });
  await untilHeld();
  yahooSays = undefined;
  await rowsOf(db(), `update delivery set next_at = now() where next_at > now() and next_at < 'infinity'`);
  await untilCounted(id, 'yahoo', 'held', PER_PROVIDER);
  expect(await providerLaneOf(id, 'yahoo')).toMatchObject({ held_count: PER_PROVIDER, deferred_count: 0 });
  expect(await stateOf(id)).toBe('sending');
  expect((await ann.call('POST', `/campaigns/${id}/pause`)).status).toBe(200);
  expect((await ann.call('POST', `/campaigns/${id}/resume`)).status).toBe(200);
  await eventually('sending resumes', async () => ((await stateOf(id)) === 'sending' ? true : undefined));
  expect(await counted(id, 'yahoo')).toMatchObject({ held: PER_PROVIDER, delivered: 0 });
  // The process that resumes a lane can die before it has released the messages, so a job releases them.
  await rowsOf(db(), 'update mailing_provider_pause set is_lifted = true');
  await releaseLiftedProviders(app.installation);
  await untilCounted(id, 'yahoo', 'delivered', PER_PROVIDER);
  expect(arrivals('yahoo.test', 'fourth')).toEqual(once(PER_PROVIDER));
  expect(await counted(id, 'yahoo')).toEqual({ delivered: PER_PROVIDER, deferred: 0, held: 0 });
}, 120_000);
