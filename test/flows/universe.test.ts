import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { listAttempts } from '../../src/features/sending/delivery/index.ts';
import { addDomain, verifyDomain } from '../../src/features/sending/domains/index.ts';
import { parseMessageId } from '../../src/features/transactional/messages/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { startUniverse, type Universe } from '../support/universe.ts';

const SENDER = 'acme.example';
/** A domain without problems. The problems of other domains must not affect it. */
const ALIVE = 'alive.example';

type Attempt = Awaited<ReturnType<typeof listAttempts>>[number];

let universe: Universe;
let app: TestApp;
let delivery: ReturnType<TestApp['deliver']>;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

beforeAll(async () => {
  universe = await startUniverse({
    domains: {
      [ALIVE]: 'accepts',
      'greylists.example': { greylistsMinutes: 5 },
      'late.example': { greylistsMinutes: 60 },
      'two-a-call.example': { mailsPerConnection: 2 },
      'storm.example': '421 storm',
      'no-handshake.example': 'drops STARTTLS',
      'odd-certificate.example': 'bad certificate',
      'enforces.example': 'bad certificate',
      'ascii.example': { extensions: ['PIPELINING', '8BITMIME'] },
      'refuses-us.example': { on: { greeting: { say: '554 5.7.1 We know you' } } },
      'drips.example': 'drips',
      'silent.example': { hangsAt: 'greeting' },
      'falls-silent.example': { hangsAt: 'data' },
      'never-answers.example': { hangsAt: 'dot' },
      'hangs-up.example': 'closes mid-DATA',
      'half-dead.example': { servers: ['nobody listens', 'accepts'] },
      'preferring.example': { servers: ['accepts', 'accepts'] },
      'half-mad.example': { servers: ['421 storm', 'accepts'] },
      'dead.example': { servers: ['nobody listens', 'nobody listens'] },
      'null.example': 'null mx',
      'plain.example': 'no mx',
      'nowhere.example': 'nonexistent',
      'unborn.example': 'nonexistent',
      'sick.example': 'servfail',
      'picky.example': {
        on: { rcpt: ({ line }) => (line.includes('nobody@') ? { say: '550 5.1.1 No such user' } : undefined) },
      },
    },
  });
  app = await startApp({ ...universe.settings, POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
  tenant = await app.newAccount();
  const parts = domainPartsOf(app.installation);
  const { records } = await addDomain(parts, tenant.account.id, SENDER);
  for (const record of records) if (record.type === 'TXT') universe.dns.set(record.host, 'TXT', [record.data]);
  expect((await verifyDomain(parts, tenant.account.id, SENDER)).status).toBe('verified');
  delivery = app.deliver();
});
afterAll(async () => {
  // First close the servers that connection workers may be waiting for.
  await universe.close();
  await app.close();
});

async function send(...to: readonly string[]): Promise<string> {
  const mail = { from: `post@${SENDER}`, to, subject: 'Hello', text: 'Hi' };
  const { status, body } = await tenant.post('/transactional/emails', mail);
  expect({ status, body }).toMatchObject({ status: 202 });
  return body.id;
}

async function statusOf(id: string): Promise<string> {
  return (await tenant.get(`/transactional/emails/${id}`)).body.status;
}

async function becomes(id: string, status: string): Promise<void> {
  await eventually(`${id} is ${status}`, async () => ((await statusOf(id)) === status ? true : undefined));
}

async function attemptsOf(id: string): Promise<readonly Attempt[]> {
  return listAttempts(app.installation.db, tenant.account.id, parseMessageId(id, Date.now()) ?? '');
}

async function afterAttempts(id: string, count: number): Promise<readonly Attempt[]> {
  return eventually(`${id} was tried ${count} times`, async () => {
    const made = await attemptsOf(id);
    return made.length >= count ? made : undefined;
  });
}

/** Sends to the domain without problems and checks that the message arrives once. */
async function othersGetTheirs(): Promise<void> {
  const before = universe.of(ALIVE).arrivals.length;
  const id = await send(`ann@${ALIVE}`);
  await becomes(id, 'delivered');
  expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['delivered']);
  expect(universe.of(ALIVE).arrivals.length).toBe(before + 1);
}

describe('domain with working servers', () => {
  it('receives a message once on the preferred server', async () => {
    const id = await send('ann@preferring.example');
    await becomes(id, 'delivered');
    expect(universe.of('preferring.example').arrivals).toMatchObject([{ server: 0, to: ['ann@preferring.example'] }]);
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'delivered', host: 'mx1.preferring.example' }]);
  });

  it('receives a message on its own address if it has no MX', async () => {
    const id = await send('ann@plain.example');
    await becomes(id, 'delivered');
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'delivered', host: 'plain.example' }]);
    expect(universe.of('plain.example').arrivals.length).toBe(1);
  });

  it('receives a message on the second server if the first is dead', async () => {
    const id = await send('ann@half-dead.example');
    await becomes(id, 'delivered');
    const made = await attemptsOf(id);
    expect(made).toMatchObject([{ outcome: 'delivered', attempt: 1, host: 'mx2.half-dead.example' }]);
    expect(made[0]?.conversation).toMatch(/! mx1\.half-dead\.example \[127\.[\d.]+\]: connection refused\n[^]*RCPT TO/);
    expect(universe.of('half-dead.example').arrivals).toMatchObject([{ server: 1 }]);
    // The next message on the same connection succeeds on the first server.
    const next = await send('bob@half-dead.example');
    await becomes(next, 'delivered');
    expect((await attemptsOf(next))[0]?.conversation).toMatch(/^\(reused connection\)\n[^!]*$/);
  });

  it('receives a message on the second server if the first replies 421', async () => {
    const id = await send('ann@half-mad.example');
    await becomes(id, 'delivered');
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'delivered', host: 'mx2.half-mad.example' }]);
  });

  it('receives all messages without retries if it accepts two per connection', async () => {
    const to = Array.from({ length: 9 }, (_, no) => `user${no}@two-a-call.example`);
    const id = await send(...to);
    const made = await afterAttempts(id, to.length);
    expect(made.map(({ attempt, outcome }) => [attempt, outcome])).toEqual(to.map(() => [1, 'delivered']));
    const { arrivals } = universe.of('two-a-call.example');
    expect(arrivals.flatMap((mail) => mail.to).toSorted()).toEqual(to);
  });

  it('bounces one recipient and accepts the others', async () => {
    const id = await send('nobody@picky.example', 'ann@picky.example');
    await universe.of('picky.example').waitFor(1);
    const made = await afterAttempts(id, 2);
    expect(Object.fromEntries(made.map(({ outcome, recipient }) => [recipient, outcome]))).toEqual({
      'nobody@picky.example': 'bounced',
      'ann@picky.example': 'delivered',
    });
  });
});

describe('domain with unusual TLS', () => {
  it('receives a message unencrypted if the handshake fails', async () => {
    const id = await send('ann@no-handshake.example');
    await becomes(id, 'delivered');
    const made = await attemptsOf(id);
    expect(made).toMatchObject([{ outcome: 'delivered', attempt: 1, tls: null }]);
    expect(made[0]?.conversation).toMatch(/STARTTLS\n[^]*! mx1\.no-handshake\.example .*TLS handshake[^]*MAIL FROM/);
    expect(universe.of('no-handshake.example')).toMatchObject({ arrivals: [{ tls: false }], connections: [2] });
  });

  it('receives a message encrypted if its certificate is untrusted, because no policy requires more', async () => {
    const id = await send('ann@odd-certificate.example');
    await becomes(id, 'delivered');
    expect(universe.of('odd-certificate.example')).toMatchObject({ arrivals: [{ tls: true }], connections: [1] });
  });
});

describe('domain with waiting messages', () => {
  it("shows the MTA-STS failure in the timeline in the standard's terms", async () => {
    universe.dns.set('_mta-sts.enforces.example', 'TXT', ['v=STSv1; id=1;']);
    const text = `insert into mta_sts_policy (domain, id, mode, max_age_seconds, hosts, expires_at)
      values ('enforces.example', '1', 'enforce', 86400, '{mx1.enforces.example}', now() + interval '1 day')`;
    await app.installation.db.query({ name: 'test_policy', text }, []);
    const id = await send('ann@enforces.example');
    const [attempt] = await afterAttempts(id, 1);
    const reason =
      'MTA-STS (RFC 8461): the TLS certificate of mx1.enforces.example is not valid: it is self-signed (certificate-not-trusted)';
    expect(attempt).toMatchObject({ outcome: 'deferred', status: '4.7.5', reason });
    expect((await tenant.get(`/transactional/emails/${id}`)).body.events).toMatchObject([
      { event: 'queued' },
      { event: 'delayed', status: '4.7.5', reason },
    ]);
    expect(
      universe
        .of('enforces.example')
        .lines.flat()
        .filter((line) => line.startsWith('MAIL')),
    ).toEqual([]);
  });

  it('is not shown as deferring if its server rejects us permanently', async () => {
    const id = await send('ann@refuses-us.example');
    expect(await afterAttempts(id, 1)).toMatchObject([{ outcome: 'deferred', status: '5.7.1' }]);
    const { body } = await tenant.get(`/transactional/emails/${id}`);
    expect(body).toMatchObject({ status: 'queued', events: [{ event: 'queued' }, { event: 'delayed' }] });
  });
});

it('does not record a message as sent that was never offered to its server', async () => {
  const id = await send('jörg@ascii.example');
  await becomes(id, 'failed');
  const { body } = await tenant.get(`/transactional/emails/${id}`);
  expect(body.events).toMatchObject([{ event: 'queued' }, { event: 'failed', status: '5.6.7' }]);
  expect(
    universe
      .of('ascii.example')
      .lines.flat()
      .filter((line) => line.startsWith('MAIL')),
  ).toEqual([]);
});

describe('domain that accepts later', () => {
  it('receives a greylisted message with the first attempt after the delay', async () => {
    const id = await send('ann@greylists.example');
    await afterAttempts(id, 1);
    await universe.hurry(app);
    await afterAttempts(id, 2);
    expect(universe.of('greylists.example').arrivals).toEqual([]);
    universe.advance(5);
    await universe.hurry(app);
    await becomes(id, 'delivered');
    expect(await attemptsOf(id)).toMatchObject([
      { outcome: 'deferred', status: '4.7.1', reason: '451 4.7.1 Greylisted, please come back' },
      { outcome: 'deferred', status: '4.7.1' },
      { outcome: 'delivered', attempt: 3 },
    ]);
    expect(universe.of('greylists.example').arrivals.length).toBe(1);
  });

  it('is reported as delayed at the first failed attempt, once per recipient, also to the webhook', async () => {
    const hook = await startWebhookReceiver();
    const path = `${app.api.baseUrl}/transactional/webhook`;
    const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
    try {
      const settings = JSON.stringify({ url: hook.url, events: ['delayed'] });
      const set = await fetch(path, { method: 'PUT', headers, body: settings });
      expect(set.status).toBe(201);
      const id = await send('ann@late.example', 'bob@late.example');
      await afterAttempts(id, 2);
      await universe.hurry(app);
      await afterAttempts(id, 4);
      const { body } = await tenant.get(`/transactional/emails/${id}`);
      const delayed = body.events.filter(({ event }: { event: string }) => event === 'delayed');
      expect(delayed.map(({ recipient }: { recipient: string }) => recipient).toSorted()).toEqual([
        'ann@late.example',
        'bob@late.example',
      ]);
      await eventually('the webhook is notified', async () => (hook.requests.length >= 2 ? true : undefined));
      expect(
        hook.requests.map(({ json }) => `${json.event} ${json.data.recipient} ${json.data.status}`).toSorted(),
      ).toEqual(['delayed ann@late.example 4.7.1', 'delayed bob@late.example 4.7.1']);
    } finally {
      await fetch(path, { method: 'DELETE', headers });
      await hook.close();
    }
  });

  it('does not delay other domains while it does not exist yet or replies 421', async () => {
    const unborn = await send('ann@unborn.example');
    const stormy = await send('ann@storm.example');
    expect(await afterAttempts(unborn, 1)).toMatchObject([{ outcome: 'deferred', status: '4.1.2', host: null }]);
    expect(await afterAttempts(stormy, 1)).toMatchObject([
      { outcome: 'deferred', status: '4.3.2', reason: '421 4.3.2 come back later' },
    ]);
    await othersGetTheirs();
    expect(await Promise.all([statusOf(unborn), statusOf(stormy)])).toEqual(['queued', 'queued']);

    // A new process has neither cached DNS responses nor paused sites.
    await delivery.stop();
    universe.bear('unborn.example');
    universe.of('storm.example').calm();
    await universe.hurry(app);
    delivery = app.deliver();
    for (const [id, domain] of [
      [unborn, 'unborn.example'],
      [stormy, 'storm.example'],
    ] as const) {
      await becomes(id, 'delivered');
      expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['deferred', 'delivered']);
      expect(universe.of(domain).arrivals.length).toBe(1);
    }
  });
});

describe('domain that accepts no email', () => {
  it('bounces immediately with a null MX', async () => {
    const id = await send('ann@null.example');
    await becomes(id, 'bounced');
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'bounced', status: '5.1.10', host: null }]);
  });

  it('bounces at the lookup after an hour if it does not exist', async () => {
    const id = await send('ann@nowhere.example');
    await afterAttempts(id, 1);
    expect(await statusOf(id)).toBe('queued');
    // A new process has no cached lookups, but the lookups of other processes are in the database.
    await delivery.stop();
    await app.installation.db.script(`update mailless_domain
      set first_at = first_at - interval '1 hour', last_at = last_at - interval '1 hour'`);
    await universe.hurry(app);
    delivery = app.deliver();
    await becomes(id, 'bounced');
    expect((await attemptsOf(id)).map(({ outcome, status }) => [outcome, status])).toEqual([
      ['deferred', '4.1.2'],
      ['bounced', '5.1.2'],
    ]);
  });

  it.each([
    ['if its name servers fail', 'sick.example', { status: '4.4.3' }],
    ['if no server listens', 'dead.example', { status: '4.4.1', host: 'mx2.dead.example' }],
    ['if its server disconnects in the middle', 'hangs-up.example', { status: '4.4.2', host: 'mx1.hangs-up.example' }],
  ])('keeps messages queued %s', async (_, domain, attempt) => {
    const id = await send(`ann@${domain}`);
    expect(await afterAttempts(id, 1)).toMatchObject([{ outcome: 'deferred', ...attempt }]);
    expect(['queued', 'sent']).toContain(await statusOf(id));
    expect(universe.of(domain).arrivals).toEqual([]);
    await othersGetTheirs();
  });
});

describe('domain whose server', () => {
  beforeEach(async () => othersGetTheirs());

  it.each([
    ['greets byte by byte', 'drips.example', 0],
    ['does not greet', 'silent.example', 0],
    ['stops responding before the message', 'falls-silent.example', 1],
    ['never replies to the message', 'never-answers.example', 1],
  ])('%s delays only its own messages', async (_, domain, dialogues) => {
    const ids = await Promise.all(Array.from({ length: 5 }, (_each, no) => send(`user${no}@${domain}`)));
    const unhealthy = universe.of(domain);
    await eventually(`the server of ${domain} gets a connection`, async () => {
      const isThere = (unhealthy.connections[0] ?? 0) > 0;
      const isTalking = unhealthy.lines.flat().filter((line) => line.startsWith('RCPT')).length >= dialogues;
      return isThere && isTalking ? true : undefined;
    });
    for (let no = 0; no < 3; no += 1) await othersGetTheirs();
    const made = await Promise.all(ids.map((id) => attemptsOf(id)));
    expect(made.flat()).toEqual([]);
    expect(unhealthy.arrivals).toEqual([]);
  });
});

it('gives each domain its own outcome if all are used at once', async () => {
  const ends: Readonly<Record<string, string>> = {
    [ALIVE]: 'delivered',
    'plain.example': 'delivered',
    'half-dead.example': 'delivered',
    'odd-certificate.example': 'delivered',
    'null.example': 'bounced',
    'dead.example': 'queued',
  };
  const sent = await Promise.all(
    Object.keys(ends).map(async (domain) => [domain, await send(`late@${domain}`)] as const),
  );
  for (const [domain, id] of sent) {
    await afterAttempts(id, 1);
    await becomes(id, ends[domain] ?? '');
  }
});
