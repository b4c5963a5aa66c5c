import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/base/refusal.ts';
import { route, type Reply, type Route } from '../../src/http/route.ts';
import { KEY, openWire, problemIn, READ_ONLY_KEY, requestText, startListener } from './http-listener.ts';
import { shared } from '../support/shared.ts';

const publicRoute = (path: string, handle: () => Promise<Reply>): Route =>
  route({ method: 'GET', path, summary: '', scope: undefined, handle });

const routes: Route[] = [
  publicRoute('/page', () =>
    Promise.resolve({
      status: 200,
      body: '<p>ü</p>',
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'self'" },
    }),
  ),
  publicRoute('/bytes', () =>
    Promise.resolve({ status: 200, body: Uint8Array.of(0, 255), headers: { 'content-type': 'application/x-two' } }),
  ),
  publicRoute('/wrong-raw', () =>
    Promise.resolve({ status: 200, body: {}, headers: { 'content-type': 'text/plain' } }),
  ),
  publicRoute('/bad-header', () => Promise.resolve({ status: 200, body: {}, headers: { 'x-a': 'a\r\nb' } })),
  publicRoute('/not-json', () => Promise.resolve({ status: 200, body: { a: 1n } })),
  publicRoute('/fault', () => Promise.reject(new Error('secret detail', { cause: new Error('its cause') }))),
  publicRoute('/database-away', () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))),
  publicRoute('/slow-down', () => Promise.reject(new Refusal('rate_limit_exceeded', { retryAfterSeconds: 7 }))),
  publicRoute('/throws-nothing', () => Promise.reject(undefined)),
  route({
    method: 'GET',
    path: '/nobody',
    summary: 'Asks who calls where nobody is known',
    scope: undefined,
    handle: ({ principal }) => Promise.resolve({ status: 200, body: principal.accountId }),
  }),
];

const listener = shared(async () => startListener({ routes }));

const authorization = `Bearer ${KEY}`;

async function call(path: string, init: RequestInit = {}, headers: Record<string, string> = { authorization }) {
  const response = await fetch(`${listener.url}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function problemOf(path: string, init?: RequestInit, headers?: Record<string, string>) {
  const answer = await call(path, init, headers);
  const body = JSON.parse(answer.text) as Record<string, string>;
  expect(body['status']).toBe(answer.status);
  expect(body['request_id']).toBe(answer.headers.get('x-request-id'));
  expect(body['link']).toBe(`http://mail.example/docs/errors#${body['name']}`);
  return { ...answer, body, shown: `${answer.status} ${body['name']}` };
}

describe('every response', () => {
  it('has a request ID created by us', async () => {
    const headers = { authorization, 'x-request-id': 'f'.repeat(32) };
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await call('/echo', {}, headers)).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^(?!f{32})[0-9a-f]{32}$/);
  });

  it.each(['/echo', '/nowhere', '/fault', '/livez'])('has security headers: %s', async (path) => {
    const { headers } = await call(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    });
    expect(headers.get('server')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('requires HTTPS in the future if the base URL is HTTPS', async () => {
    const secure = await startListener({ baseUrl: () => 'https://mail.example' });
    const { headers } = await fetch(`${secure.url}/livez`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    await secure.close();
  });

  it('does not require HTTPS if a trusted proxy reports plain HTTP, but ignores other proxies', async () => {
    const proxied = { address: '127.0.0.1', family: 'ipv4', bits: 32 } as const;
    for (const [trustedProxies, isDemanded] of [
      [[proxied], false],
      [[], true],
    ] as const) {
      const secure = await startListener({ baseUrl: () => 'https://mail.example', trustedProxies });
      const { headers } = await fetch(`${secure.url}/livez`, { headers: { 'x-forwarded-proto': 'http' } });
      expect(headers.has('strict-transport-security')).toBe(isDemanded);
      await secure.close();
    }
  });

  it('is JSON in UTF-8 with its length', async () => {
    const { headers, text } = await call('/echo?a=%C3%BC');
    expect(text).toBe('{"given":{"a":"ü"}}');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('content-length')).toBe('20');
  });

  it('can have another type and is then sent unchanged', async () => {
    const page = await call('/page');
    expect([page.text, page.headers.get('content-length')]).toEqual(['<p>ü</p>', '9']);
    expect(page.headers.get('content-security-policy')).toBe("default-src 'self'");
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = await fetch(`${listener.url}/bytes`);
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(Uint8Array.of(0, 255));
  });

  it('without a body has no content type', async () => {
    const { status, text, headers } = await call('/things/5', { method: 'DELETE' });
    expect([status, text, headers.get('content-type')]).toEqual([204, '', null]);
  });

  it('to HEAD equals that to GET without the body', async () => {
    const [get, head] = [await call('/echo?a=1'), await call('/echo?a=1', { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await call('/echo', { method: 'HEAD' }, {})).status).toBe(401);
  });
});

describe('paths', () => {
  it.each(['/echo', '/echo/', '//echo', '///echo//', '/echo?', '/echo/?a=1', '/echo#x'])(
    'are found: %s',
    async (target) => {
      const wire = await openWire(listener.port);
      wire.end(requestText(`GET ${target}`));
      expect(await wire.closed()).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('are found in absolute form (RFC 9112 section 3.2.2)', async () => {
    const wire = await openWire(listener.port);
    wire.end(requestText('GET http://mail.example/echo?a=1'));
    expect(await wire.closed()).toMatch(/^HTTP\/1\.1 200 [^]*"a":"1"/);
  });

  it('that accept PATCH accept PUT', async () => {
    const { status, text } = await call('/things/%C3%BC', { method: 'PUT' });
    expect([status, text]).toEqual([200, '{"given":{},"params":{"id":"ü"},"account":7}']);
  });

  it.each(['/nowhere', '/', '/echo/more', '/Echo', `/things/${'x'.repeat(500)}/parts`, '/../etc/passwd'])(
    'return 404 with and without a key: %s',
    async (path) => {
      expect((await problemOf(path)).shown).toBe('404 not_found');
      expect((await problemOf(path, {}, {})).shown).toBe('404 not_found');
    },
  );

  it.each(['application/json', 'multipart/form-data; boundary=x', 'nonsense', ''])(
    'that are unknown return 404 for any content type: %j',
    async (type) => {
      const answer = await problemOf('/nowhere', { method: 'POST', body: 'x' }, { 'content-type': type });
      expect(answer.shown).toBe('404 not_found');
    },
  );

  it('with NUL in a parameter return 404', async () => {
    expect((await problemOf('/things/a%00b', { method: 'DELETE' })).shown).toBe('404 not_found');
  });

  it('with a parameter too long for an ID return 404', async () => {
    const answer = await problemOf(`/things/${'x'.repeat(5_000)}`, { method: 'DELETE' });
    expect(answer.shown).toBe('404 not_found');
  });

  it.each(['/things/%', '/things/%zz', '/things/%ff'])('with invalid percent-encoding return 400: %s', async (path) => {
    expect((await problemOf(path, { method: 'DELETE' })).shown).toBe('400 malformed_request');
  });

  it.each([
    ['DELETE', '/echo', 'GET, HEAD, POST'],
    ['OPTIONS', '/echo', 'GET, HEAD, POST'],
    ['PROPFIND', '/echo/', 'GET, HEAD, POST'],
    ['POST', '/things/5', 'DELETE, PATCH, PUT'],
    ['GET', '//things/5', 'DELETE, PATCH, PUT'],
    ['POST', '/livez', 'GET, HEAD'],
  ])('refuse %s %s with 405 and Allow: %s', async (method, path, allow) => {
    const answer = await problemOf(path, { method }, {});
    expect([answer.shown, answer.headers.get('allow')]).toEqual(['405 method_not_allowed', allow]);
    expect(answer.body['message']).toContain(allow);
  });
});

describe('authorization', () => {
  it.each([
    ['401 missing_api_key', {}],
    ['401 missing_api_key', { authorization: '' }],
    ['401 invalid_api_key', { authorization: 'Bearer' }],
    ['401 invalid_api_key', { authorization: KEY }],
    ['401 invalid_api_key', { authorization: `Basic ${KEY}` }],
    ['401 invalid_api_key', { authorization: `Bearer ${KEY} ${KEY}` }],
    ['401 invalid_api_key', { authorization: 'Bearer pr_unknown' }],
    ['401 invalid_api_key', { authorization: `Bearer ${'x'.repeat(5_000)}` }],
    ['403 insufficient_scope', { authorization: `Bearer ${READ_ONLY_KEY}` }],
  ])('returns %s for %j', async (shown, headers: Record<string, string>) => {
    const answer = await problemOf('/echo', { method: 'POST' }, headers);
    expect(answer.shown).toBe(shown);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
  });

  it('names the missing scope', async () => {
    const { body } = await problemOf('/echo', { method: 'POST' }, { authorization: `Bearer ${READ_ONLY_KEY}` });
    expect(body['message']).toContain('write');
    expect(body['fix']).toContain('write');
  });

  it.each([`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER   ${KEY} `])('accepts %j', async (header) => {
    expect((await call('/echo', {}, { authorization: header })).status).toBe(200);
  });

  it('is checked before the body is sent', async () => {
    const wire = await openWire(listener.port);
    wire.write('POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50000\r\n\r\n');
    const received = await wire.until(/missing_api_key/);
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    wire.destroy();
  });

  it('returns 503 instead of a wrong key error if keys cannot be looked up', async () => {
    const away = await startListener({
      authenticate: () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
    });
    const response = await fetch(`${away.url}/echo`, { headers: { authorization } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(((await response.json()) as { name: string }).name).toBe('service_unavailable');
    await away.close();
  });
});

describe('error of a handler', () => {
  it.each([
    ['/fault', '500 internal_server_error'],
    ['/throws-nothing', '500 internal_server_error'],
    ['/wrong-raw', '500 internal_server_error'],
    ['/not-json', '500 internal_server_error'],
    ['/bad-header', '500 internal_server_error'],
    ['/nobody', '500 internal_server_error'],
    ['/database-away', '503 service_unavailable'],
    ['/slow-down', '429 rate_limit_exceeded'],
  ])('at %s is %s', async (path, shown) => {
    expect((await problemOf(path)).shown).toBe(shown);
  });

  it('is logged with its cause and the request ID but hidden from the caller if it is internal', async () => {
    const { body, text } = await problemOf('/fault?token=do-not-log');
    expect(text).not.toContain('secret');
    const line = listener.logged.find((entry) => entry['requestId'] === body['request_id']);
    expect(line).toMatchObject({
      level: 'error',
      method: 'GET',
      path: '/fault',
      error: { message: 'secret detail', cause: { message: 'its cause' } },
    });
    expect(JSON.stringify(line)).not.toContain('do-not-log');
  });

  it('is not logged if it is a refusal', async () => {
    const { body } = await problemOf('/slow-down');
    expect(listener.logged.some((entry) => entry['requestId'] === body['request_id'])).toBe(false);
  });
});

describe('client that disconnects', () => {
  it("aborts the handler's signal, and nothing is logged", async () => {
    let started: () => void = () => {};
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    let aborted: () => void = () => {};
    const hasAborted = new Promise<void>((resolve) => (aborted = resolve));
    const waiting = await startListener({
      routes: [
        route({
          method: 'GET',
          path: '/wait',
          summary: '',
          scope: undefined,
          handle: ({ signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                aborted();
                reject(signal.reason as Error);
              });
              started();
            }),
        }),
      ],
    });
    const wire = await openWire(waiting.port);
    wire.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await hasStarted;
    wire.destroy();
    await hasAborted;
    await waiting.close(5_000);
    expect(waiting.logged).toEqual([]);
  });

  it('after the response aborts nothing', async () => {
    let signal: AbortSignal | undefined;
    const other = await startListener({
      routes: [
        route({
          method: 'GET',
          path: '/keep',
          summary: '',
          scope: undefined,
          handle: (request) => {
            signal = request.signal;
            return Promise.resolve({ status: 200, body: {} });
          },
        }),
      ],
    });
    const wire = await openWire(other.port);
    wire.end('GET /keep HTTP/1.1\r\nHost: x\r\n\r\n');
    await wire.closed();
    await other.close(5_000);
    expect(signal?.aborted).toBe(false);
  });
});

describe('paths of every listener', () => {
  it('/livez returns 200', async () => {
    expect(await call('/livez', {}, {})).toMatchObject({ status: 200, text: '{"status":"alive"}' });
  });

  it.each([
    ['200', 'ready', () => Promise.resolve(true)],
    ['503', '503', () => Promise.resolve(false)],
    ['503', '503', () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))],
  ])('/readyz returns %s', async (status, shown, ready) => {
    const other = await startListener({ ready });
    const response = await fetch(`${other.url}/readyz`);
    const body = (await response.json()) as { status: unknown };
    expect([String(response.status), String(body.status)]).toEqual([status, shown]);
    await other.close();
  });
});

describe('invalid bytes', () => {
  it.each([
    ['garbage', 'what is this\r\n\r\n', 400, 'malformed_request'],
    ['raw UTF-8 in the target', 'GET /echo?a=ü HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400, 'malformed_request'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400, 'malformed_request'],
    [
      'a header with an obsolete fold and a bare line feed',
      'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\u0000\r\n\r\n',
      400,
      'malformed_request',
    ],
    ['no Host', 'GET /livez HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['no Host for an unknown path', 'GET /nowhere HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    ['an unknown Expect', 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n', 417, 'expectation_failed'],
    ['CONNECT', 'CONNECT mail.example:443 HTTP/1.1\r\nHost: mail.example:443\r\n\r\n', 405, 'method_not_allowed'],
    ['an unknown method', 'FETCH /livez HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'malformed_request'],
    ['HTTP/0.9', 'GET /livez\r\n\r\n', 400, 'malformed_request'],
    ['an unknown version', 'GET /livez HTTP/3.7\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths that differ',
      requestText('POST /echo', ['Content-Length: 2', 'Content-Length: 3'], '{}x'),
      400,
      'malformed_request',
    ],
    [
      'a length and chunks',
      requestText('POST /echo', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
      'malformed_request',
    ],
    [
      'chunked as not the last transfer coding',
      requestText('POST /echo', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
      400,
      'malformed_request',
    ],
    ['a negative length', requestText('POST /echo', ['Content-Length: -1']), 400, 'malformed_request'],
    [
      'an invalid chunk size',
      requestText(
        'POST /echo',
        ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
        'zz\r\n{}\r\n0\r\n\r\n',
      ),
      400,
      'malformed_request',
    ],
    [
      'more than 16 KB of headers',
      requestText('GET /echo', [`X-Long: ${'x'.repeat(20_000)}`]),
      431,
      'header_fields_too_large',
    ],
  ])('get a JSON response: %s', async (_name, bytes, status, name) => {
    const wire = await openWire(listener.port);
    wire.write(bytes);
    const received = await wire.closed();
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
    if (name === undefined) return;
    expect(problemIn(received)).toMatchObject({ status, name, link: `http://mail.example/docs/errors#${name}` });
    expect(received).toMatch(/x-request-id: [0-9a-f]{32}/);
    expect(received).toMatch(/connection: close/i);
  });

  it('do not include old clients without a Host or an unsupported Upgrade', async () => {
    for (const request of [
      'GET /livez HTTP/1.0\r\n\r\n',
      'GET /livez HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: h2c\r\n\r\n',
    ]) {
      const wire = await openWire(listener.port);
      wire.write(request);
      expect(await wire.closed()).toMatch(/^HTTP\/1\.1 200 [^]*alive/);
    }
  });

  it('are never answered in place of an earlier request', async () => {
    let answer: (reply: Reply) => void = () => {};
    let started: () => void = () => {};
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    const slow = publicRoute('/slow', () => {
      started();
      return new Promise<Reply>((resolve) => (answer = resolve));
    });
    const other = await startListener({ routes: [slow] });
    const wire = await openWire(other.port);
    wire.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await hasStarted;
    wire.write('garbage\r\n\r\n');
    expect(await wire.closed()).toBe('');
    answer({ status: 200, body: {} });
    await other.close();
  });
});
