import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import { shared } from '../support/shared.ts';
import { startListener, type Listener } from './http-listener.ts';
import { createCompatDialect } from '../../src/features/compatibility/resend/index.ts';
import { route } from '../../src/http/route.ts';

/** Names of errors for which the PHP client throws even without the field `error`. */
const KNOWN_TO_PHP = [
  'application_error',
  'concurrent_idempotent_requests',
  'daily_quota_exceeded',
  'internal_server_error',
  'invalid_access',
  'invalid_api_key',
  'invalid_attachment',
  'invalid_from_address',
  'invalid_idempotency_key',
  'invalid_idempotent_request',
  'invalid_parameter',
  'invalid_region',
  'method_not_allowed',
  'missing_api_key',
  'missing_required_field',
  'monthly_quota_exceeded',
  'not_found',
  'rate_limit_exceeded',
  'restricted_api_key',
  'security_error',
  'validation_error',
];

const app = shared(startApp);
const tenant = shared(async () => app.newAccount());

const JSON_TYPE = { 'content-type': 'application/json' };
const MAIL = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'x', text: 'x' };

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function call({ body, headers = {}, key = tenant.key, method = 'GET', path }: Call) {
  const response = await fetch(`${app.api.baseUrl}${path}`, {
    method,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { response, status: response.status, body: JSON.parse(text) as Record<string, unknown> };
}

/**
 * Returns whether the client of each language treats a response as an error, according to the source code of the
 * client.
 */
function seenAsError(status: number, body: Record<string, unknown>) {
  const { code, error, name, statusCode, type } = body;
  return {
    // The client checks only the body: any statusCode other than 200 is an error.
    python: typeof statusCode === 'number' && statusCode !== 200,
    // The client checks only the body: any statusCode other than 200 and 201 is an error.
    ruby: typeof statusCode === 'number' && ![200, 201].includes(statusCode),
    // The client throws if there is an `error` field or a known name. It uses `code` and `type` for its exceptions.
    php: (typeof error === 'object' && error !== null) || KNOWN_TO_PHP.includes(String(name)),
    phpIsNotMisled: code === undefined && type === undefined,
    // The client needs all of these fields to create its error.
    rust: typeof statusCode === 'number' && typeof body['message'] === 'string' && typeof name === 'string',
    go: status >= 300 && typeof body['message'] === 'string',
  };
}

const SEEN = { python: true, ruby: true, php: true, phpIsNotMisled: true, rust: true, go: true };

const CASES: readonly (readonly [string, number, string, Call])[] = [
  ['no key', 401, 'missing_api_key', { method: 'POST', path: '/emails', key: null, headers: JSON_TYPE, body: '{}' }],
  ['a wrong key', 401, 'invalid_api_key', { path: '/emails/x', key: `pr_${'x'.repeat(32)}` }],
  ['an unknown ID', 404, 'not_found', { path: '/emails/tm_019a0000000070008000000000000000' }],
  ['an invalid ID', 404, 'not_found', { path: '/emails/%00' }],
  ['an unknown path', 404, 'not_found', { path: '/usage' }],
  ['an unknown path without a key', 404, 'not_found', { path: '/usage/x', method: 'POST', key: null }],
  ['an unknown path of an email', 404, 'not_found', { path: '/emails/x/share' }],
  ['another method', 405, 'method_not_allowed', { path: '/emails/x', method: 'DELETE' }],
  ['another method of the batch', 405, 'method_not_allowed', { path: '/emails/batch', method: 'DELETE' }],
  ['broken JSON', 422, 'validation_error', { path: '/emails', method: 'POST', headers: JSON_TYPE, body: '{"a":' }],
  ['no body', 422, 'validation_error', { path: '/emails', method: 'POST', headers: JSON_TYPE }],
  ['a null body', 422, 'validation_error', { path: '/emails', method: 'POST', headers: JSON_TYPE, body: 'null' }],
  ['a batch without a body', 422, 'validation_error', { path: '/emails/batch', method: 'POST', headers: JSON_TYPE }],
  [
    'a cancellation without a body',
    422,
    'validation_error',
    { path: '/emails/x/cancel', method: 'POST', headers: JSON_TYPE },
  ],
  [
    'both cursors',
    422,
    'validation_error',
    { path: '/emails?after=tm_019a0000000070008000000000000000&before=tm_019a0000000070008000000000000000' },
  ],
  ['a page size of 101', 422, 'validation_error', { path: '/emails?limit=101' }],
  [
    'another content type',
    415,
    'unsupported_media_type',
    { path: '/emails', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' },
  ],
  [
    'a too large body',
    413,
    'payload_too_large',
    { path: '/emails', method: 'POST', headers: JSON_TYPE, body: ' '.repeat(4 * 1024 * 1024 + 1) },
  ],
  [
    'an empty idempotency key',
    400,
    'invalid_idempotency_key',
    { path: '/emails', method: 'POST', headers: { ...JSON_TYPE, 'idempotency-key': '' }, body: JSON.stringify(MAIL) },
  ],
  [
    'a disallowed recipient',
    403,
    'sandbox_recipient_not_allowed',
    { path: '/emails', method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ ...MAIL, to: 'x@x.example' }) },
  ],
];

/**
 * Every case with the vendor's prefix. Cases that also exist at the root are repeated there, with a single and with a
 * double slash.
 */
const PLACED = CASES.flatMap(([what, status, name, given]) => {
  const bases = given.path.startsWith('/emails') ? ['/transactional/compat', '', '/'] : ['/transactional/compat'];
  return bases.map((base) => ({
    what,
    status,
    name,
    given: Object.assign({}, given, { path: `${base}${given.path}` }),
  }));
});

describe('error', () => {
  it.each(PLACED)('$what at $given.path is $status $name', async ({ given, name, status }) => {
    const answer = await call(given);
    expect({ status: answer.status, name: answer.body['name'] }).toEqual({ status, name });
    expect(answer.body).toMatchObject({
      statusCode: status,
      status,
      error: { statusCode: status, name, message: answer.body['message'] },
      fix: expect.any(String),
      link: `${app.api.baseUrl}/docs/errors#${name}`,
      request_id: answer.response.headers.get('x-request-id'),
    });
    expect(String(answer.body['message']).endsWith(`. ${String(answer.body['fix'])}`)).toBe(true);
    expect(seenAsError(status, answer.body)).toEqual(SEEN);
    expect(answer.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.hasOwn(answer.body, 'errors')).toBe(status === 422);
  });
});

describe('errors of the endpoint', () => {
  it('explains an unknown endpoint and how to set the base URL', async () => {
    const { body } = await call({ path: '/transactional/compatemails', method: 'POST' });
    expect(body).toMatchObject({
      statusCode: 404,
      message: `The requested endpoint does not exist. ${String(body['fix'])}`,
    });
    expect(body['fix']).toMatch(/Go and Ruby clients need a base URL that ends with a slash/);
  });

  it.each([
    ['GET', 'usage', /GET \/transactional\/usage/],
    ['GET', 'logs?limit=1', /in the dashboard under Messages/],
    ['GET', 'broadcasts/x/recipients', /does not list the recipients or clicked links/],
    ['PATCH', 'constructor', /^The requested endpoint does not exist\./],
  ])('explains for %s %s where to do this in Postrider', async (method, path, message) => {
    const bases = ['/transactional/compat/', '//transactional/compat//'];
    // At the root, unknown names such as `constructor` get Postrider's own error format.
    if (path !== 'constructor') bases.push('/');
    for (const base of bases) {
      const answer = await call({ method, path: `${base}${path}` });
      expect([base, answer.status, answer.body['message']]).toEqual([base, 404, expect.stringMatching(message)]);
      expect(seenAsError(404, answer.body)).toEqual(SEEN);
    }
  });

  it('keeps our own error format for our own paths at the root', async () => {
    for (const path of ['/domains', '/domains/x', '/contacts', '/automations/1']) {
      expect(await call({ path })).not.toHaveProperty('body.statusCode');
    }
  });

  it('returns the allowed methods with 405', async () => {
    const { response } = await call({ path: '/emails/x/cancel', method: 'GET' });
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('includes the usage headers for callers with a key, even for unknown endpoints', async () => {
    const { response } = await call({ path: '/transactional/compat/usage' });
    expect(response.headers.get('x-resend-monthly-quota')).toBe('0');
  });

  it('keeps our own error format for other paths', async () => {
    for (const path of ['/transactional/emails/x', '/emailsx', '/nothing', '/transactional/compa']) {
      expect(await call({ path })).not.toHaveProperty('body.statusCode');
    }
  });

  it('returns 400 in its format for invalid percent-encoded UTF-8', async () => {
    const { body } = await call({ path: '/emails/%ff' });
    expect(body).toMatchObject({ statusCode: 400, name: 'malformed_request' });
  });

  it('returns the headers of GET without a body for HEAD', async () => {
    const response = await fetch(`${app.api.baseUrl}/emails`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tenant.key}` },
    });
    expect([response.status, response.headers.get('x-resend-monthly-quota'), await response.text()]).toEqual([
      200,
      '0',
      '',
    ]);
  });
});

describe('overload and internal errors', () => {
  let listener: Listener;
  let release: () => void;

  beforeAll(async () => {
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const dialect = createCompatDialect({ used: () => ({ day: '2026-01-01', monthUsed: 0, dayUsed: 0 }) });
    listener = await startListener({
      dialects: [dialect],
      limits: { maxRequests: 1 },
      routes: [
        route({
          method: 'GET',
          path: '/emails/slow',
          summary: 'Waits',
          scope: undefined,
          handle: async () => {
            await blocked;
            return { status: 200, body: {} };
          },
        }),
        route({
          method: 'GET',
          path: '/emails/broken',
          summary: 'Fails',
          scope: undefined,
          handle: () => Promise.reject(new Error('a fault of ours')),
        }),
      ],
    });
  });
  afterAll(() => listener.close());

  it('returns 503 with retry-after when overloaded, not a status that clients treat as permanent', async () => {
    const slow = fetch(`${listener.url}/emails/slow`);
    // Either request may arrive first. The second one to arrive finds no free slot.
    const other = fetch(`${listener.url}/emails/slow`);
    const first = await Promise.race([slow, other]);
    release();
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const body = (await first.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ statusCode: 503, name: 'service_unavailable' });
    expect(seenAsError(503, body)).toEqual(SEEN);
    await Promise.all([slow, other]);
  });

  it('returns 500 without the cause for an internal error', async () => {
    const response = await fetch(`${listener.url}/emails/broken`);
    const body = (await response.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ statusCode: 500, name: 'internal_server_error' });
    expect(JSON.stringify(body)).not.toContain('a fault of ours');
    expect(seenAsError(500, body)).toEqual(SEEN);
  });
});
