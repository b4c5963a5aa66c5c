import { beforeAll, describe, expect, it } from 'vitest';
import { pauseAccount, resumeAccount, setTransactional } from '../../src/features/tenants/accounts/index.ts';
import { allRoutes, createInstallationAcceptor } from '../../src/app/api.ts';
import { compatOf } from '../../src/app/compat.ts';
import { createQuotaBoard } from '../../src/features/tenants/usage/index.ts';
import { isTransactionalScope } from '../../src/http/transactional-scopes.ts';
import { startApp, type Answer, type Client, type TestApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';

const SANDBOX = 'onboarding@sandbox.localhost';
const KB = 1024;

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;

const app = shared(startApp);

beforeAll(async () => {
  tenant = await app.newAccount();
});

/** Returns a valid request with the given changes. */
function mail(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { from: SANDBOX, to: ['delivered@sandbox.localhost'], subject: 'Hello', text: 'Hi', ...changes };
}

function send(changes: Record<string, unknown> = {}, client: Client = tenant): Promise<Answer> {
  return client.post('/transactional/emails', mail(changes));
}

function addresses(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `delivered+${from + index}@sandbox.localhost`);
}

async function expectInvalid(changes: Record<string, unknown>, field: string): Promise<void> {
  const { status, body } = await send(changes);
  expect({ status, name: body.name }).toEqual({ status: 422, name: 'validation_error' });
  expect(Object.keys(body.errors)).toContain(field);
  expect(body.errors[field][0]).toMatch(/\w/);
}

async function expectAccepted(changes: Record<string, unknown>): Promise<void> {
  const { status, body } = await send(changes);
  expect({ status, body }).toEqual({
    status: 202,
    body: { id: expect.stringMatching(/^tm_[0-9a-f]{32}$/), status: 'queued' },
  });
}

async function refusal(changes: Record<string, unknown>, client: Client = tenant): Promise<string> {
  const { status, body } = await send(changes, client);
  expect(Object.keys(body).toSorted()).toEqual(['fix', 'link', 'message', 'name', 'request_id', 'status']);
  expect(body.status).toBe(status);
  return `${status} ${body.name}`;
}

describe('send response', () => {
  it('is 202 with an ID that starts with tm_ and status queued', () => expectAccepted({}));

  it('has x-request-id', async () => {
    expect((await send()).headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('from', () => {
  it('can be an address', () => expectAccepted({ from: SANDBOX }));
  it('can be a display name with an address', () =>
    expectAccepted({ from: `Acme, Inc <${SANDBOX}>`.replace(',', '') }));
  it('can have a quoted display name', () => expectAccepted({ from: `"Acme, Inc" <${SANDBOX}>` }));
  it('can have another letter case in its domain', () => expectAccepted({ from: 'onboarding@SANDBOX.localhost' }));
  it('is required', () => expectInvalid({ from: undefined }, 'from'));
  it('must be a string', () => expectInvalid({ from: 5 }, 'from'));
  it('must be one address', () => expectInvalid({ from: `${SANDBOX}, other@sandbox.localhost` }, 'from'));
  it('must not be empty', () => expectInvalid({ from: '' }, 'from'));
});

describe('to', () => {
  it('can contain 1 address', () => expectAccepted({ to: addresses(1) }));
  it('can contain 50 addresses', () => expectAccepted({ to: addresses(50) }));
  it('must not contain 51', () => expectInvalid({ to: addresses(51) }, 'to'));
  it('must not be empty', () => expectInvalid({ to: [] }, 'to'));
  it('is required', () => expectInvalid({ to: undefined }, 'to'));
  it('must be an array', () => expectInvalid({ to: 'delivered@sandbox.localhost' }, 'to'));
  it('errors name the invalid element', () => expectInvalid({ to: ['delivered@sandbox.localhost', 'nobody'] }, 'to.1'));
  it('must contain strings', () => expectInvalid({ to: [{ email: 'a@b.example' }] }, 'to.0'));
});

describe('cc and bcc', () => {
  it('can contain 50 addresses together', () => expectAccepted({ cc: addresses(25, 100), bcc: addresses(25, 200) }));
  it('must not contain 51 together', () => expectInvalid({ cc: addresses(25, 100), bcc: addresses(26, 200) }, 'bcc'));
  it('must not contain 51 in cc alone', () => expectInvalid({ cc: addresses(51, 100) }, 'cc'));
  it('can be null', () => expectAccepted({ cc: null, bcc: null }));
  it('errors name the invalid element', () => expectInvalid({ bcc: ['nobody'] }, 'bcc.0'));
});

describe('reply_to', () => {
  it('can be a mailbox', () => expectAccepted({ reply_to: 'Ann <ann@x.example>' }));
  it('must be an address', () => expectInvalid({ reply_to: 'nobody' }, 'reply_to'));
});

describe('subject', () => {
  it('is required', () => expectInvalid({ subject: undefined }, 'subject'));
  it('must not be blank', () => expectInvalid({ subject: '  ' }, 'subject'));
  it('can have 998 characters', () => expectAccepted({ subject: 'x'.repeat(998) }));
  it('must not have 999', () => expectInvalid({ subject: 'x'.repeat(999) }, 'subject'));
  it('can be in any language', () => expectAccepted({ subject: 'Grüße 👋 你好' }));
});

describe('html and text', () => {
  it('html alone is enough', () => expectAccepted({ html: '<p>Hi</p>', text: undefined }));
  it('text alone is enough', () => expectAccepted({ text: 'Hi' }));
  it('both can be given', () => expectAccepted({ html: '<p>Hi</p>', text: 'Hi' }));
  it('one of them is required', () => expectInvalid({ text: undefined }, 'html'));
  it('empty values count as absent', () => expectInvalid({ html: '', text: '' }, 'html'));
  it('html can have 500 KB', () => expectAccepted({ html: 'x'.repeat(500 * KB) }));
  it('html must not have a byte more', () => expectInvalid({ html: 'x'.repeat(500 * KB + 1) }, 'html'));
  it('html is measured in bytes', () => expectInvalid({ html: 'ü'.repeat(250 * KB + 1) }, 'html'));
  it('html of 500 KB in two-byte characters is accepted', () => expectAccepted({ html: 'ü'.repeat(250 * KB) }));
  it('text can have 100 KB', () => expectAccepted({ text: 'x'.repeat(100 * KB) }));
  it('text must not have a byte more', () => expectInvalid({ text: 'x'.repeat(100 * KB + 1) }, 'text'));
  it('are accepted at maximum size even if every character is escaped in JSON', () =>
    expectAccepted({ html: '"'.repeat(500 * KB), text: '\\'.repeat(100 * KB) }));
});

describe('tag', () => {
  it('can be a short snake_case label', () => expectAccepted({ tag: 'password_reset' }));
  it('must be lowercase', () => expectInvalid({ tag: 'Password' }, 'tag'));
  it('must not contain spaces', () => expectInvalid({ tag: 'password reset' }, 'tag'));
  it('can have 256 characters', () => expectAccepted({ tag: 'x'.repeat(256) }));
  it('must not have 257', () => expectInvalid({ tag: 'x'.repeat(257) }, 'tag'));
});

describe('headers', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-N${index}`, 'v']));

  it('can be 20', () => expectAccepted({ headers: many(20) }));
  it('must not be 21', () => expectInvalid({ headers: many(21) }, 'headers'));
  it.each(['List-Unsubscribe', 'In-Reply-To', 'References', 'X-Entity-Ref-ID', 'x-anything'])('can be %s', (name) =>
    expectAccepted({ headers: { [name]: '<a@b.example>' } }),
  );
  it.each([
    'From',
    'to',
    'Bcc',
    'Subject',
    'DKIM-Signature',
    'Return-Path',
    'Content-Type',
    'Received',
    'X-',
    'X A',
    'X:A',
  ])('must not be %s', (name) => expectInvalid({ headers: { [name]: 'v' } }, `headers.${name}`));
  it('must not repeat a name in another letter case', () =>
    expectInvalid({ headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a'));
  it('values must be strings', () => expectInvalid({ headers: { 'X-A': 5 } }, 'headers.X-A'));
  it('values can have 998 bytes', () => expectAccepted({ headers: { 'X-A': 'v'.repeat(998) } }));
  it('values must not have 999', () => expectInvalid({ headers: { 'X-A': 'v'.repeat(999) } }, 'headers.X-A'));
  it('can list any number of messages of a thread', () => {
    const ids = Array.from({ length: 800 }, (_none, no) => `<${no}.${'i'.repeat(40)}@x.example>`);
    return expectAccepted({ headers: { References: ids.join(' '), 'In-Reply-To': ids.slice(0, 100).join('') } });
  });
  it('must not list more than 64 KB of them', () =>
    expectInvalid({ headers: { References: '<a@x.example> '.repeat(4_700) } }, 'headers.References'));
  it('can have a list URL that takes a whole line', () =>
    expectAccepted({ headers: { 'List-Unsubscribe': `<${'u'.repeat(995)}>` } }));
  it.each(['List-Unsubscribe', 'References'])('must not have a part in %s that does not fit on a line', (name) =>
    expectInvalid({ headers: { [name]: `<${'u'.repeat(996)}>` } }, `headers.${name}`),
  );
});

describe('unsupported field', () => {
  it('attachments are refused, not ignored', () => expectInvalid({ attachments: [{ filename: 'a' }] }, 'attachments'));
  it('scheduled_at is refused', () => expectInvalid({ scheduled_at: '2030-01-01' }, 'scheduled_at'));

  it.each([
    ['scheduledAt', '2030-01-01', /Send the request when the email should be sent/],
    ['attachment', [{}], /Link to the file/],
    ['template', { id: 'x' }, /Use `html`, `text`, or both/],
    ['tags', [{ name: 'a', value: 'b' }], /tag/],
    ['replyTo', 'a@x.example', /reply_to/],
    ['Subject', 'Hello', /subject/],
    ['campaign', 'x', /not a known field. Known fields: from, to/],
  ])('%s is refused with an alternative', async (field, value, sentence) => {
    const { status, body } = await send({ [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field][0]).toMatch(sentence);
  });

  it('is named together with all other errors', async () => {
    const { body } = await send({ to: [], replyTo: 'a@x.example' });
    expect(Object.keys(body.errors).toSorted()).toEqual(['replyTo', 'to']);
  });

  it('is ignored if it is empty', async () => {
    await expectAccepted({ attachments: [], scheduled_at: null, template: '' });
    await expectInvalid({ campaign: '' }, 'campaign');
  });

  it('is refused in a query, a form and a batch item too', async () => {
    const form = new URLSearchParams({ from: SANDBOX, 'to[]': 'delivered@sandbox.localhost', subject: 'S', text: 'T' });
    const byForm = await tenant.post('/transactional/emails', `${form}&replyTo=x`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const byQuery = await tenant.post(`/transactional/emails?${form}&replyTo=x`, {});
    const asItem = await tenant.post('/transactional/emails/batch', { emails: [mail(), mail({ replyTo: 'x' })] });
    const [sent, refused] = asItem.body.data;
    expect([byForm, byQuery].map(({ body, status }) => [status, Object.keys(body.errors)])).toEqual([
      [422, ['replyTo']],
      [422, ['replyTo']],
    ]);
    expect([sent.status, Object.keys(refused.error.errors)]).toEqual(['queued', ['emails.1.replyTo']]);
    const envelope = await tenant.post('/transactional/emails/batch', { emails: [mail()], idempotency_key: 'k' });
    expect(envelope.body.errors.idempotency_key[0]).toContain('header');
  });

  it('is refused for suppressions, alerts, tags and replays too', async () => {
    const manager = await app.newAccount();
    const change = (path: string, body: unknown): Promise<Response> =>
      fetch(`${app.api.baseUrl}${path}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${manager.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const alert = { tag: 'a', kind: 'silence', window_minutes: 60 };
    for (const [path, body] of [
      ['/transactional/suppressions', { address: 'a@x.example', reason: 'manual' }],
      ['/transactional/alerts', { ...alert, treshold: 1 }],
      ['/transactional/webhook/test', { evnt: 'bounced' }],
      ['/transactional/webhook/replays', { created_after: '2026-01-01', created_before: '2026-01-02', status: 'x' }],
    ] as const) {
      const { status, body: answer } = await manager.post(path, body);
      expect([path, status, answer.name]).toEqual([path, 422, 'validation_error']);
      expect(JSON.stringify(answer.errors)).toContain('is not a known field');
    }
    const tag = await change('/transactional/tags/a', { track_open: true });
    expect(await tag.json()).toMatchObject({ errors: { track_open: [expect.stringContaining('track_opens')] } });
  });

  it.each(['emails', 'suppressions', 'tags', 'webhook/deliveries', 'webhook/replays'])(
    'page is refused for %s with a reference to after',
    async (listing) => {
      const reader = await app.newAccount();
      const { status, body } = await reader.get(`/transactional/${listing}?page=2`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['page']]);
      expect(body.errors.page[0]).toContain('after');
    },
  );
});

describe('idempotency_key in the body of a single send', () => {
  it('is equivalent to the header and to the key of a batch item', async () => {
    const keyed = mail({ idempotency_key: 'in-body' });
    const first = await tenant.post('/transactional/emails', keyed);
    const again = await tenant.post('/transactional/emails', keyed);
    const byHeader = await tenant.post('/transactional/emails', mail(), { 'idempotency-key': 'in-body' });
    const byBoth = await tenant.post('/transactional/emails', keyed, { 'idempotency-key': 'in-body' });
    const asItem = await tenant.post('/transactional/emails/batch', { emails: [keyed] });
    expect(first.status).toBe(202);
    expect([again.body, byHeader.body, byBoth.body, asItem.body.data[0]]).toEqual(Array(4).fill(first.body));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await tenant.post('/transactional/emails', { ...keyed, subject: 'Other' });
    expect([other.status, other.body.name]).toEqual([409, 'invalid_idempotent_request']);
  });

  it('returns 422 if the header differs, or if it is empty or too long', async () => {
    const other = await tenant.post('/transactional/emails', mail({ idempotency_key: 'a' }), {
      'idempotency-key': 'b',
    });
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['idempotency_key']]);
    await expectInvalid({ idempotency_key: '' }, 'idempotency_key');
    await expectInvalid({ idempotency_key: 'x'.repeat(257) }, 'idempotency_key');
    await expectAccepted({ idempotency_key: 'x'.repeat(256) });
  });
});

describe('every text field', () => {
  const tricks = ['\r\n', '\n', '\r', '\0', '\u000b', '\u0085', '\u2028', '\u2029', '\ud800'];
  const fields: Record<string, (trick: string) => Record<string, unknown>> = {
    from: (trick) => ({ from: `A${trick}Bcc: evil@z.example <${SANDBOX}>` }),
    'to.0': (trick) => ({ to: [`delivered@sandbox.localhost${trick}Bcc: evil@z.example`] }),
    reply_to: (trick) => ({ reply_to: `a@x.example${trick}Bcc: evil@z.example` }),
    subject: (trick) => ({ subject: `Hello${trick}Bcc: evil@z.example` }),
    tag: (trick) => ({ tag: `a${trick}b` }),
    'headers.X-A': (trick) => ({ headers: { 'X-A': `v${trick}Bcc: evil@z.example` } }),
  };
  for (const [field, build] of Object.entries(fields)) {
    for (const trick of tricks) {
      it(`${field} refuses ${JSON.stringify(trick)}`, async () => {
        const { status } = await send(build(trick));
        expect(status).toBe(422);
      });
    }
  }
});

describe('errors', () => {
  it('all invalid fields are reported together', async () => {
    const { body } = await tenant.post('/transactional/emails', { to: ['x'], tag: 'A', headers: { From: 'x' } });
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(['from', 'subject']));
  });

  it('returns 401 missing_api_key without a header', async () => {
    const response = await fetch(`${app.api.baseUrl}/transactional/emails`, { method: 'POST' });
    const { name } = (await response.json()) as { name: string };
    expect([response.status, name]).toEqual([401, 'missing_api_key']);
  });

  it('returns 401 invalid_api_key for a wrong key', async () => {
    expect(await refusal({}, app.client(`pr_${'x'.repeat(43)}`))).toBe('401 invalid_api_key');
  });

  it('returns 403 insufficient_scope if the key has only the read scope', async () => {
    expect(await refusal({}, await app.newAccount({ scopes: ['transactional:read'] }))).toBe('403 insufficient_scope');
  });

  it('returns 403 insufficient_scope if the key is limited to another domain', async () => {
    expect(await refusal({}, await app.newAccount({ domain: 'x.example' }))).toBe('403 insufficient_scope');
  });

  it('returns 403 feature_not_available if transactional email is off', async () => {
    const other = await app.newAccount();
    await setTransactional(app.installation.db, other.account.id, false);
    expect(await refusal({}, other)).toBe('403 feature_not_available');
  });

  it('returns 403 feature_not_available on every route of the API and of its adapters', async () => {
    const other = await app.newAccount();
    await setTransactional(app.installation.db, other.account.id, false);
    const acceptor = createInstallationAcceptor(app.installation);
    const own = allRoutes(app.installation, acceptor);
    const compat = compatOf(app.installation, acceptor, createQuotaBoard(), own).routes;
    const routes = [...own, ...compat].filter(({ scope }) => isTransactionalScope(scope));
    expect(routes.filter(({ path }) => path.startsWith('/transactional/')).length).toBeGreaterThan(30);
    const answers = await Promise.all(
      routes.map(async ({ method, path }) => {
        const response = await fetch(`${app.api.baseUrl}${path.replaceAll(/:\w+/g, 'x')}`, {
          method,
          headers: { authorization: `Bearer ${other.key}` },
        });
        const { message, name } = (await response.json()) as { message: string; name?: string };
        // Errors of the account API have no name.
        const reason =
          name ??
          (message === 'Transactional email is not enabled for this account.' ? 'feature_not_available' : message);
        return `${method} ${path}: ${response.status} ${reason}`;
      }),
    );
    expect(answers).toEqual(routes.map(({ method, path }) => `${method} ${path}: 403 feature_not_available`));
  });

  it('returns 403 account_paused with the reason while the account is paused', async () => {
    const other = await app.newAccount();
    await pauseAccount(app.installation.db, other.account.id, 'bounce rate 7%');
    const { status, body } = await send({}, other);
    expect([status, body.name]).toEqual([403, 'account_paused']);
    expect(body.message).toContain('bounce rate 7%');
    const third = await app.newAccount();
    await pauseAccount(app.installation.db, third.account.id, 'x');
    await resumeAccount(app.installation.db, third.account.id);
    expect((await send({}, third)).status).toBe(202);
  });

  it('returns 403 domain_not_verified with instructions for a domain that was never added', async () => {
    const { status, body } = await send({ from: 'a@never-added.example' });
    expect([status, body.name]).toEqual([403, 'domain_not_verified']);
    expect(body.message).toContain('never-added.example');
    expect(body.fix).toContain('domain add never-added.example');
  });

  it('returns 403 domain_not_verified for another sender of the sandbox domain', async () => {
    expect(await refusal({ from: 'ceo@sandbox.localhost' })).toBe('403 domain_not_verified');
  });

  it('returns 403 sandbox_recipient_not_allowed for any other recipient, naming the address', async () => {
    for (const field of ['to', 'cc', 'bcc']) {
      const { status, body } = await send({ [field]: ['delivered@sandbox.localhost', 'stranger@x.example'] });
      expect([status, body.name]).toEqual([403, 'sandbox_recipient_not_allowed']);
      expect(body.message).toContain('stranger@x.example');
    }
  });

  it("the sandbox sender can write to the account's own address", () =>
    expectAccepted({ to: [tenant.account.email.toUpperCase()] }));

  it('nothing of a refused request is stored', async () => {
    const other = await app.newAccount();
    await send({ to: ['x'] }, other);
    await send({ from: 'a@never-added.example' }, other);
    expect((await other.get('/transactional/emails')).body.data).toEqual([]);
  });
});

describe('request encodings', () => {
  it('accepts a form with brackets', async () => {
    const form = new URLSearchParams({
      from: SANDBOX,
      'to[]': 'delivered@sandbox.localhost',
      subject: 'S',
      text: 'T',
      'headers[X-A]': '1',
    });
    const { status } = await tenant.post('/transactional/emails', String(form), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(202);
  });

  it('accepts all fields in the query string with an empty JSON body', async () => {
    const query = new URLSearchParams({
      from: SANDBOX,
      'to[]': 'delivered@sandbox.localhost',
      subject: 'S',
      text: 'T',
    });
    expect((await tenant.post(`/transactional/emails?${query}`, '')).status).toBe(202);
  });

  it('prefers the body to the query', async () => {
    const { body } = await tenant.post('/transactional/emails?subject=query', mail({ subject: 'body' }));
    expect((await tenant.get(`/transactional/emails/${body.id}`)).body.subject).toBe('body');
  });
});
