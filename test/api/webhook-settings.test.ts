import { Webhook as SvixWebhook } from 'svix';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/base/config.ts';
import { statement } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { warnOfLoopbackWebhooks } from '../../src/app/installation.ts';
import { createWebhookDirectory } from '../../src/features/transactional/webhooks/index.ts';
import { signatureHeaders } from '../../src/features/transactional/webhooks/signature.ts';
import { startApp, type Answer, type Client, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const PATH = '/transactional/webhook';
const URL_OF_OWNER = 'https://app.acme.example/hooks/mail';
const DAY_MS = 24 * 3_600_000;
const DEFAULT_EVENTS = ['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed'];
const GIVEN_SECRET = `whsec_${'aB3/'.repeat(11)}`;

const setGone = statement<[accountId: number], unknown>(
  'test_webhook_gone',
  `update webhook set state = 'disabled', disabled_by = 'gone', disabled_at = now(), failing_since = now(), failures = 7,
     notified_at = now(), last_failure = '410' where account_id = $1`,
);
const setFailing = statement<[accountId: number], unknown>(
  'test_webhook_failing',
  'update webhook set failing_since = now(), failures = 7, notified_at = now() where account_id = $1',
);
const healthOf = statement<
  [accountId: number],
  { failing_since: Date | null; failures: number; notified_at: Date | null }
>('test_webhook_health', 'select failing_since, failures, notified_at from webhook where account_id = $1');
const tableNames = statement<[], { name: string }>(
  'test_webhook_tables',
  `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
);

const app = shared(startApp);
const tenant = shared(async () => app.newAccount());

async function call(client: Client, method: string, path: string, body?: unknown, of = app): Promise<Answer> {
  const response = await fetch(`${of.api.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function ownerOfWebhook(settings: Record<string, unknown> = {}): Promise<{ own: Tenant; secret: string }> {
  const own = await app.newAccount();
  const { status, body } = await call(own, 'PUT', PATH, { url: URL_OF_OWNER, ...settings });
  expect(status).toBe(201);
  return { own, secret: body.secret };
}

/** Returns the webhook directory of a process whose clock the test controls. */
function directoryAt(nowMs: number) {
  const clock = { nowMs, now: () => clock.nowMs };
  const { db, vault } = app.installation;
  return { clock, directory: createWebhookDirectory({ db, vault, clock }) };
}

describe('webhook', () => {
  it('returns 404 until it is created', async () => {
    const own = await app.newAccount();
    expect(await own.get(PATH)).toMatchObject({ status: 404, body: { fix: expect.stringContaining('PUT') } });
    for (const [method, path] of [
      ['DELETE', PATH],
      ['POST', `${PATH}/rotate-secret`],
      ['POST', `${PATH}/activate-secret`],
    ] as const) {
      expect((await call(own, method, path)).status).toBe(404);
    }
    expect((await own.post(`${PATH}/verify`, { headers: {}, body: '' })).status).toBe(404);
    const nothing = await call(own, 'PUT', PATH, { format: 'native' });
    expect([nothing.status, Object.keys(nothing.body.errors)]).toEqual([422, ['url']]);
  });

  it('is created with defaults and shows its secret once', async () => {
    const own = await app.newAccount();
    const made = await call(own, 'PUT', PATH, { url: URL_OF_OWNER });
    expect(made.status).toBe(201);
    const { secret, ...rest } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    expect(rest).toEqual({
      url: URL_OF_OWNER,
      format: 'native',
      events: DEFAULT_EVENTS,
      enabled: true,
      disabled_by: null,
      disabled_at: null,
      single_signature: false,
      both_signatures: false,
      secret_ends_with: secret.slice(-4),
      previous_secret: null,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect((await own.get(PATH)).body).toEqual(rest);
    const again = await call(own, 'PUT', PATH, { url: URL_OF_OWNER });
    expect(again.status).toBe(200);
    expect(JSON.stringify(again.body)).not.toContain(secret);
  });

  it.each(['PUT', 'PATCH'])('is changed by %s field by field', async (method) => {
    const { own } = await ownerOfWebhook({ format: 'compatible', events: ['clicked', 'bounced', 'bounced'] });
    expect((await own.get(PATH)).body).toMatchObject({ format: 'compatible', events: ['bounced', 'clicked'] });
    for (const change of [
      { url: 'https://other.acme.example/x?y=1' },
      { format: 'native' },
      { events: ['suppressed', 'alert'] },
      { single_signature: true },
      { single_signature: false, both_signatures: true },
      { enabled: false },
    ]) {
      const before = (await own.get(PATH)).body;
      const { status, body } = await call(own, method, PATH, change);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...before,
        ...change,
        disabled_by: expect.toBeOneOf([null, 'owner']),
        disabled_at: expect.toBeOneOf([null, expect.any(String)]),
        updated_at: body.updated_at,
      });
      expect((await own.get(PATH)).body).toEqual(body);
    }
  });

  it('is deleted with its secret and created again with a new one', async () => {
    const { own, secret } = await ownerOfWebhook();
    expect((await call(own, 'DELETE', PATH)).status).toBe(200);
    expect((await own.get(PATH)).status).toBe(404);
    const made = await call(own, 'PUT', PATH, { url: URL_OF_OWNER });
    expect(made.status).toBe(201);
    expect(made.body.secret).not.toBe(secret);
  });

  it('is created once for concurrent requests', async () => {
    const own = await app.newAccount();
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(own, 'PUT', PATH, { url: URL_OF_OWNER })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    const secrets = answers.flatMap(({ body }) => (body.secret ? [body.secret] : []));
    expect(secrets).toHaveLength(1);
    expect((await own.get(PATH)).body.secret_ends_with).toBe(secrets[0].slice(-4));
  });

  it('belongs to one account', async () => {
    const { own } = await ownerOfWebhook();
    const stranger = await app.newAccount();
    expect((await stranger.get(PATH)).status).toBe(404);
    const before = (await own.get(PATH)).body;
    await call(stranger, 'PUT', PATH, { url: 'https://stranger.example/' });
    await call(stranger, 'POST', `${PATH}/rotate-secret`);
    await call(stranger, 'DELETE', PATH);
    expect((await own.get(PATH)).body).toEqual(before);
  });

  it('is read with the read scope and changed with the send scope', async () => {
    const reader = await app.newAccount({ scopes: ['transactional:read'] });
    expect((await reader.get(PATH)).status).toBe(404);
    for (const [method, path] of [
      ['PUT', PATH],
      ['DELETE', PATH],
      ['POST', `${PATH}/rotate-secret`],
      ['POST', `${PATH}/activate-secret`],
    ] as const) {
      const { status, body } = await call(reader, method, path, { url: URL_OF_OWNER });
      expect([status, body.name]).toEqual([403, 'insufficient_scope']);
    }
  });

  it.each<[Record<string, unknown>, string]>([
    [{ url: 'http://app.acme.example/' }, 'url'],
    [{ url: 'http://127.0.0.1:8080/' }, 'url'],
    [{ url: 'https://127.0.0.1/' }, 'url'],
    [{ url: 'https://localhost/' }, 'url'],
    [{ url: 'https://[::1]/' }, 'url'],
    [{ url: 'https://10.0.0.7/' }, 'url'],
    [{ url: 'https://169.254.169.254/latest/meta-data/' }, 'url'],
    [{ url: 'https://2130706433/' }, 'url'],
    [{ url: 'https://0x7f.1/' }, 'url'],
    [{ url: 'https://user:password@app.acme.example/' }, 'url'],
    [{ url: 'https://app.acme.example:25/' }, 'url'],
    [{ url: 'ftp://app.acme.example/' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'app.acme.example/hook' }, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 7 }, 'url'],
    [{ url: 'https://app.acme.example/a b' }, 'url'],
    [{ url: 'https://app.acme.example/\u0000' }, 'url'],
    [{ url: `https://app.acme.example/${'a'.repeat(2_048 - 24)}` }, 'url'],
    [{ format: 'svix' }, 'format'],
    [{ events: [] }, 'events'],
    [{ events: ['queued'] }, 'events.0'],
    [{ events: 'sent' }, 'events'],
    [{ events: Array(101).fill('sent') }, 'events'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ single_signature: 1 }, 'single_signature'],
    [{ both_signatures: 'yes' }, 'both_signatures'],
    [{ single_signature: true, both_signatures: true }, 'both_signatures'],
    [{ secret: 'whsec_short' }, 'secret'],
    [{ secret: `whsec_${'a-_b'.repeat(11)}` }, 'secret'],
  ])('is refused with %j', async (changes, field) => {
    const { status, body } = await call(tenant, 'PUT', PATH, { url: URL_OF_OWNER, ...changes });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0]).toMatch(/^\S.*\.$/);
    expect((await tenant.get(PATH)).status).toBe(404);
  });

  it.each([
    [`https://app.acme.example/${'a'.repeat(2_048 - 25)}`, undefined],
    ['https://APP.acme.example', 'https://app.acme.example/'],
    ['https://app.acme.example:8443/h?a=1#fragment', 'https://app.acme.example:8443/h?a=1'],
    ['https://93.184.216.34/', undefined],
  ])('accepts %s', async (url, kept = url) => {
    const own = await app.newAccount();
    expect(await call(own, 'PUT', PATH, { url })).toMatchObject({ status: 201, body: { url: kept } });
  });

  it('disabled by the receiver is enabled by another URL, and its failures are reset', async () => {
    const { own } = await ownerOfWebhook();
    await setGone(app.installation.db, own.account.id);
    expect((await own.get(PATH)).body).toMatchObject({ enabled: false, disabled_by: 'gone' });
    expect((await call(own, 'PATCH', PATH, { url: URL_OF_OWNER })).body).toMatchObject({ enabled: false });
    const changed = await call(own, 'PATCH', PATH, { url: 'https://new.acme.example/' });
    expect(changed.body).toMatchObject({ enabled: true, disabled_by: null, disabled_at: null });
    expect(await healthOf(app.installation.db, own.account.id)).toEqual([
      { failing_since: null, failures: 0, notified_at: null },
    ]);
  });

  it('disabled by its owner stays disabled with another URL until it is enabled', async () => {
    const { own } = await ownerOfWebhook({ enabled: false });
    expect((await own.get(PATH)).body).toMatchObject({ enabled: false, disabled_by: 'owner' });
    const changed = await call(own, 'PATCH', PATH, { url: 'https://new.acme.example/' });
    expect(changed.body).toMatchObject({ enabled: false, disabled_by: 'owner' });
    expect((await call(own, 'PATCH', PATH, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_by: null,
    });
  });

  it('keeps its failures when another setting changes', async () => {
    const { own } = await ownerOfWebhook();
    await setFailing(app.installation.db, own.account.id);
    await call(own, 'PATCH', PATH, { format: 'compatible', events: ['sent'] });
    expect(await healthOf(app.installation.db, own.account.id)).toMatchObject([{ failures: 7 }]);
  });
});

describe('secret', () => {
  it('can be given, and sent again with the other settings', async () => {
    const { own, secret } = await ownerOfWebhook({ secret: GIVEN_SECRET });
    expect(secret).toBe(GIVEN_SECRET);
    const same = await call(own, 'PUT', PATH, { url: URL_OF_OWNER, secret: GIVEN_SECRET });
    expect(same.status).toBe(200);
    expect(JSON.stringify(same.body)).not.toContain(GIVEN_SECRET);
    const other = await call(own, 'PUT', PATH, { secret: GIVEN_SECRET.replace('aB3/', 'xxxx') });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['secret']]);
  });

  it('is not stored in plain text anywhere in the database', async () => {
    const { own, secret } = await ownerOfWebhook();
    const rotated = await call(own, 'POST', `${PATH}/rotate-secret`);
    const { db } = app.installation;
    const needles = [secret, rotated.body.secret].flatMap((text: string) => [
      text,
      text.slice('whsec_'.length),
      Buffer.from(text).toString('hex'),
      Buffer.from(text.slice('whsec_'.length), 'base64').toString('hex'),
    ]);
    const names = await tableNames(db);
    expect(names.map(({ name }) => name)).toContain('webhook');
    for (const { name } of names) {
      const look = statement<[needles: string[]], { found: number }>(
        `test_webhook_look_${name}`,
        `select count(*) as found from ${name} t, unnest($1::text[]) needle where strpos(t::text, needle) > 0`,
      );
      expect([name, (await look(db, needles))[0]?.found]).toEqual([name, 0]);
    }
  });

  it('is followed by another after 24 hours, and is the only one that signs until then', async () => {
    const { own, secret } = await ownerOfWebhook();
    const rotated = await call(own, 'POST', `${PATH}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    const until = Date.parse(rotated.body.previous_secret.signs_until);
    expect(rotated.body).toMatchObject({
      secret_ends_with: rotated.body.secret.slice(-4),
      previous_secret: { ends_with: secret.slice(-4) },
    });
    expect(until - Date.parse(rotated.body.updated_at)).toBe(DAY_MS);
    const { clock, directory } = directoryAt(until - 1);
    const signedAt = async (nowMs: number) => {
      clock.nowMs = nowMs;
      return signedBy(await directory.find(own.account.id));
    };
    expect(await signedAt(until - 1)).toEqual(signedWith(secret));
    expect(await signedAt(until + 999)).toEqual(signedWith(rotated.body.secret));
    expect(JSON.stringify((await own.get(PATH)).body)).not.toContain('whsec_');
  });

  it('works in third-party verifiers after a rotation, both the old and the new one', async () => {
    const { own, secret } = await ownerOfWebhook({ format: 'compatible' });
    const rotated = await call(own, 'POST', `${PATH}/rotate-secret`);
    const live = await directoryAt(Date.now()).directory.find(own.account.id);
    const body = '{"type":"email.sent"}';
    const now = Math.floor(Date.now() / 1_000);
    const headers = live?.sign(live.format, 'whd_1', now, Buffer.from(body)) ?? {};
    for (const known of [secret, rotated.body.secret]) {
      expect(() => new SvixWebhook(known).verify(body, headers)).not.toThrow();
      expect(() => new StandardWebhook(known).verify(body, headers)).not.toThrow();
    }
  });

  it.each([{}, { format: 'compatible', single_signature: true }])(
    'is the only one that signs after its activation (%j)',
    async (given) => {
      const { own } = await ownerOfWebhook(given);
      const rotated = await call(own, 'POST', `${PATH}/rotate-secret`);
      const activated = await call(own, 'POST', `${PATH}/activate-secret`);
      expect(activated).toMatchObject({ status: 200, body: { previous_secret: null } });
      expect((await call(own, 'POST', `${PATH}/activate-secret`)).body).toMatchObject({ previous_secret: null });
      const live = await directoryAt(Date.now()).directory.find(own.account.id);
      expect(signedBy(live)).toEqual(signedWith(rotated.body.secret));
    },
  );

  it('known to receivers still signs if another rotation comes before the activation', async () => {
    const { own, secret } = await ownerOfWebhook();
    await call(own, 'POST', `${PATH}/rotate-secret`);
    const second = await call(own, 'POST', `${PATH}/rotate-secret`);
    const { directory } = directoryAt(Date.now());
    expect(signedBy(await directory.find(own.account.id))).toEqual(signedWith(secret));
    await call(own, 'POST', `${PATH}/activate-secret`);
    expect(signedBy(await directoryAt(Date.now()).directory.find(own.account.id))).toEqual(
      signedWith(second.body.secret),
    );
  });

  it('before the last two rotations no longer signs while both newer ones do', async () => {
    const { own } = await ownerOfWebhook({ both_signatures: true });
    const first = await call(own, 'POST', `${PATH}/rotate-secret`);
    const second = await call(own, 'POST', `${PATH}/rotate-secret`);
    const live = await directoryAt(Date.now()).directory.find(own.account.id);
    expect(signedBy(live)).toEqual(signedWith(second.body.secret, first.body.secret));
  });

  it('can be followed by a given one, but not by itself', async () => {
    const { own } = await ownerOfWebhook();
    const rotated = await call(own, 'POST', `${PATH}/rotate-secret`, { secret: GIVEN_SECRET });
    expect(rotated.body.secret).toBe(GIVEN_SECRET);
    const again = await call(own, 'POST', `${PATH}/rotate-secret`, { secret: GIVEN_SECRET });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['secret']]);
    const wrong = await call(own, 'POST', `${PATH}/rotate-secret`, { secret: 'whsec_' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['secret']]);
  });

  it('is never lost in concurrent rotations', async () => {
    const { own } = await ownerOfWebhook({ both_signatures: true });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(own, 'POST', `${PATH}/rotate-secret`)));
    const reported = answers.map(({ body }) => body.secret);
    const live = await directoryAt(Date.now()).directory.find(own.account.id);
    const pairs = reported.flatMap((first) => reported.map((second) => signedWith(first, second)));
    expect(pairs).toContainEqual(signedBy(live));
  });
});

describe('directory of webhooks', () => {
  it('finds no webhook if there is none', async () => {
    expect(await directoryAt(0).directory.find(tenant.account.id)).toBeUndefined();
  });

  it('uses a change after exactly a second', async () => {
    const { own } = await ownerOfWebhook({ single_signature: true });
    const { clock, directory } = directoryAt(Date.now());
    const live = await directory.find(own.account.id);
    expect(live).toMatchObject({ url: URL_OF_OWNER, format: 'native', isEnabled: true });
    const signed = live?.sign('compatible', 'whd_1', 1, Buffer.from('{}'));
    expect(signed?.['webhook-signature']?.split(' ')).toHaveLength(1);
    await call(own, 'PATCH', PATH, { enabled: false });
    clock.nowMs += 999;
    expect(await directory.find(own.account.id)).toMatchObject({ isEnabled: true });
    clock.nowMs += 1;
    expect(await directory.find(own.account.id)).toMatchObject({ isEnabled: false });
  });

  it('reads again if the clock was set back', async () => {
    const { own } = await ownerOfWebhook();
    const { clock, directory } = directoryAt(Date.now());
    await directory.find(own.account.id);
    await call(own, 'DELETE', PATH);
    clock.nowMs -= 1;
    expect(await directory.find(own.account.id)).toBeUndefined();
  });

  it('reads again after a database failure', async () => {
    const { own } = await ownerOfWebhook();
    const { db, vault } = app.installation;
    let isAway = true;
    const directory = createWebhookDirectory({
      vault,
      clock: { now: () => 0 },
      db: {
        query: (...query) => (isAway ? Promise.reject(new Error('Connection terminated')) : db.query(...query)),
      },
    });
    await expect(directory.find(own.account.id)).rejects.toThrow('Connection terminated');
    isAway = false;
    expect(await directory.find(own.account.id)).toMatchObject({ url: URL_OF_OWNER });
  });
});

/**
 * Returns the signature headers created with the secrets of a webhook. The test compares them to identify the secrets.
 */
function signedBy(live: Awaited<ReturnType<ReturnType<typeof createWebhookDirectory>['find']>>) {
  return live?.sign('native', 'whd_1', 1, Buffer.from('{}'));
}

function signedWith(...secrets: string[]) {
  return signatureHeaders('native', 'whd_1', 1, Buffer.from('{}'), {
    secrets,
    hasSingleSignature: false,
    hasBothSignatures: true,
  });
}

describe('signature diagnosis', () => {
  const body = '{"id":"whd_1","event":"sent"}';

  it('is given for the own webhook at the time of the receiver', async () => {
    const { own, secret } = await ownerOfWebhook();
    const signedAt = Date.parse('2026-11-21T08:15:00Z') / 1_000;
    const headers = signatureHeaders('native', 'whd_1', signedAt, Buffer.from(body), {
      secrets: [secret],
      hasSingleSignature: false,
      hasBothSignatures: false,
    });
    const ask = async (request: Record<string, unknown>) =>
      (await own.post(`${PATH}/verify`, { headers, body, received_at: '2026-11-21T09:20:00+01:00', ...request })).body;
    expect(await ask({})).toEqual({
      valid: true,
      problem: null,
      message: 'The signature is valid.',
      fix: null,
      format: 'native',
      header: 'X-Service-Signature',
      signatures: 1,
      signed_by: ['current'],
      signed_at: '2026-11-21T08:15:00.000Z',
      age_seconds: 300,
    });
    expect(await ask({ received_at: '2026-11-21T09:20:01+01:00' })).toMatchObject({
      valid: false,
      problem: 'timestamp_out_of_tolerance',
      age_seconds: 301,
    });
    expect(await ask({ body: `${body}\n` })).toMatchObject({ valid: false, problem: 'body_changed', signed_by: [] });
    expect(await ask({ secret: 'whsec_other' })).toMatchObject({ valid: false, problem: 'wrong_secret' });
    const rotated = await call(own, 'POST', `${PATH}/rotate-secret`);
    expect(await ask({})).toMatchObject({ valid: true, signed_by: ['previous'] });
    expect(await ask({ secret: rotated.body.secret })).toMatchObject({ valid: false, problem: 'wrong_secret' });
    const stranger = (await ownerOfWebhook()).own;
    expect((await stranger.post(`${PATH}/verify`, { headers, body })).body).toMatchObject({
      problem: 'not_signed_by_webhook',
    });
  });

  it.each<[Record<string, unknown>, string]>([
    [{ headers: undefined }, 'headers'],
    [{ headers: { a: 1 } }, 'headers.a'],
    [{ headers: { a: 'x'.repeat(8_193) } }, 'headers.a'],
    [{ headers: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`h${index}`, ''])) }, 'headers'],
    [{ body: { id: 'whd_1' } }, 'body'],
    [{ body: 'x'.repeat(65_537) }, 'body'],
    [{ verifier: 'svix' }, 'verifier'],
    [{ secret: 'x'.repeat(501) }, 'secret'],
    [{ computed: 'x'.repeat(501) }, 'computed'],
    [{ received_at: 'yesterday' }, 'received_at'],
    [{ received_at: '2026-11-21T08:15:00' }, 'received_at'],
    [{ received_at: '2026-13-21T08:15:00Z' }, 'received_at'],
  ])('is refused with %#', async (changes, field) => {
    const { own } = await ownerOfWebhook();
    const answer = await own.post(`${PATH}/verify`, { headers: {}, body, ...changes });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('is given for the largest request', async () => {
    const { own } = await ownerOfWebhook();
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`h${index}`, 'x'.repeat(8_192)]));
    const request = { headers, body: 'ü'.repeat(65_536), secret: 's'.repeat(500), computed: 'c'.repeat(500) };
    expect(await own.post(`${PATH}/verify`, request)).toMatchObject({
      status: 200,
      body: { problem: 'header_missing', signed_at: null, age_seconds: null },
    });
  });
});

describe('loopback webhooks', () => {
  it('are accepted only in development mode', async () => {
    const development = await startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
    try {
      const own = await development.newAccount();
      for (const url of [
        'http://127.0.0.1:8080/hook',
        'http://localhost:3000/',
        'http://[::1]:3000/',
        'https://localhost/',
      ]) {
        expect(await call(own, 'PUT', PATH, { url }, development)).toMatchObject({ body: { url } });
      }
      for (const url of ['http://10.0.0.1/', 'http://app.acme.example/', 'https://192.168.1.1/']) {
        expect((await call(own, 'PUT', PATH, { url }, development)).status).toBe(422);
      }
    } finally {
      await development.close();
    }
  });

  it('cause a warning at the start only in development mode', () => {
    const said: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void said.push(message) };
    warnOfLoopbackWebhooks({ ...app.installation, log });
    expect(said).toEqual([]);
    const config = loadConfig({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
    warnOfLoopbackWebhooks({ ...app.installation, config, log });
    expect(said).toEqual([expect.stringContaining('development only')]);
  });

  it('are refused in production before anything starts', () => {
    const environment = { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1', NODE_ENV: 'production' };
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow('NODE_ENV=production');
    expect(loadConfig({ NODE_ENV: 'production' }).allowLoopbackWebhooks).toBe(false);
  });
});
