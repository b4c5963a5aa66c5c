import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { createMcp } from '../../src/features/transactional/mcp/index.ts';
import type { HttpLimits } from '../../src/http/limits.ts';
import { parserOf } from '../../src/http/parser.ts';
import { READ_ONLY, tool, type Tool } from '../../src/http/tool.ts';
import {
  KEY,
  openWire,
  problemIn,
  READ_ONLY_KEY,
  requestText,
  startListener,
  type Listener,
  type Wire,
} from './http-listener.ts';

const LIMIT = 8 * 1024 * 1024;
const FAST: Partial<HttpLimits> = { checkIntervalMs: 20 };
const MESSAGE_HEADERS = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

interface Options {
  readonly limits?: Partial<HttpLimits>;
  readonly tools?: readonly Tool[];
  readonly isLoopback?: boolean;
  readonly metadataUrl?: string;
}

async function listen({
  limits = {},
  tools = [echo],
  isLoopback = false,
  metadataUrl,
}: Options = {}): Promise<Listener> {
  const mcp = createMcp({
    tools,
    isLoopback,
    version: '1.2.3',
    baseUrl: () => 'http://mail.example',
    ...(metadataUrl !== undefined && { tokenSource: { resourceMetadataUrl: () => metadataUrl } }),
  });
  const listener = await startListener({ limits, routes: [mcp.route], dialects: mcp.dialects });
  open.push(listener);
  return listener;
}

async function wireTo({ port }: Listener): Promise<Wire> {
  const wire = await openWire(port);
  open.push({ close: () => wire.destroy() });
  return wire;
}

/** Description of a tool that exists only in tests. */
const WORDS = { purpose: 'Tests.', notFor: 'Else.', whenToUse: 'In tests.', workflow: 'Once.' };

const echo = tool({
  name: 'echo',
  title: 'Echo',
  description: WORDS,
  scope: 'read',
  annotations: READ_ONLY,
  input: parserOf(Type.Object({ text: Type.Optional(Type.String()) })),
  output: Type.Object({ text: Type.Optional(Type.String()) }),
  handle: (_call, input) => Promise.resolve(input),
});

/**
 * Returns a tool whose calls do not respond until the test releases them. Counts how many calls have started and ended.
 */
function waiting() {
  const held: (() => void)[] = [];
  const look: (() => void)[] = [];
  let ended = 0;
  const notify = (): void => {
    for (const again of look.splice(0)) again();
  };
  const when = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise<void>((resolve) => look.push(resolve));
  };
  return {
    tool: tool({
      name: 'wait',
      title: 'Wait',
      description: WORDS,
      scope: 'read',
      annotations: READ_ONLY,
      input: parserOf(Type.Object({})),
      output: Type.Object({ passed: Type.Boolean() }),
      handle: async () => {
        await new Promise<void>((resolve) => {
          held.push(resolve);
          notify();
        });
        ended += 1;
        notify();
        return { passed: true };
      },
    }),
    reached: (count: number) => when(() => held.length >= count),
    ended: (count: number) => when(() => ended >= count),
    pass: () => {
      for (const resolve of held) resolve();
    },
  };
}

function callOf(name: string, given: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
}

function textOf(message: string): string {
  return requestText('POST /mcp', [...MESSAGE_HEADERS, `Content-Length: ${Buffer.byteLength(message)}`], message);
}

async function post(listener: Listener, body: string | undefined, headers: Record<string, string> = {}, path = '/mcp') {
  const response = await fetch(`${listener.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  // Bodies have many shapes, and the expectations check them.
  // oxlint-disable-next-line typescript/no-explicit-any
  const answer: any = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answer };
}

describe('message', () => {
  it('gets a JSON response without a session', async () => {
    const { status, body, headers } = await post(await listen(), PING);
    expect([status, body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  it('that is a notification gets 202 without a body', async () => {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect(await post(await listen(), message)).toMatchObject({ status: 202, body: undefined });
  });

  it('ignores the query', async () => {
    expect((await post(await listen(), PING, {}, '/mcp?method=x&id=2')).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {},
    });
  });

  it('with an unknown method gets -32601', async () => {
    const { body } = await post(await listen(), JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'resources/list' }));
    expect(body).toMatchObject({ id: 'a', error: { code: -32_601 } });
  });

  it.each([['{}'], ['[]'], ['7'], ['null'], ['""'], [''], [JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'ping' })]])(
    'that is invalid gets 400: %s',
    async (text) => {
      const { status, body } = await post(await listen(), text);
      expect([status, body.jsonrpc]).toEqual([400, '2.0']);
      expect(body.error.message).toEqual(expect.any(String));
    },
  );

  it('in a batch is refused because a request counts once', async () => {
    const { status, body } = await post(await listen(), `[${PING},${PING}]`);
    expect([status, body.error.code]).toEqual([400, -32_600]);
  });

  it('that subscribes to changes learns that there are none', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { notifications: { toolsListChanged: true }, _meta: meta };
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params });
    const { status, body } = await post(await listen(), message, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    });
    expect([status, body.error.message]).toEqual([200, 'Subscription limit reached']);
  });

  it('with an unknown version gets 400', async () => {
    const { status } = await post(await listen(), PING, { 'mcp-protocol-version': '1999-01-01' });
    expect(status).toBe(400);
  });
});

describe('HTTP errors', () => {
  it.each([['application/json'], ['text/event-stream'], ['text/html']])(
    'returns 406 for a client that accepts only %s',
    async (accept) => {
      expect((await post(await listen(), PING, { accept })).status).toBe(406);
    },
  );

  it('returns 415 for a body that is not JSON', async () => {
    expect((await post(await listen(), 'jsonrpc=2.0&id=1&method=ping', { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(await listen(), 'jsonrpc=2.0&id=1&method=ping', form)).status).toBe(415);
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('returns 405 for %s', async (method) => {
    const listener = await listen();
    const response = await fetch(`${listener.url}/mcp`, { method, headers: { authorization: `Bearer ${KEY}` } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('returns 422 for JSON that is invalid, nested too deeply or has a lone surrogate', async () => {
    const listener = await listen();
    for (const body of [
      '{',
      `${'['.repeat(40)}${']'.repeat(40)}`,
      '{"a":"\\ud800"}',
      '{"a":"\\u0000"}',
      '{"a":1,"a":2}',
    ]) {
      expect(await post(listener, body)).toMatchObject({ status: 422, body: { name: 'validation_error' } });
    }
  });
});

describe('protocol headers', () => {
  it.each([
    'Mcp-Method: \u00ff\u00fe',
    'Mcp-Name: a, b',
    'Mcp-Protocol-Version: ',
    'Mcp-Session-Id: another',
    'Mcp-Method:\t',
  ])('with unusual values cause no internal error: %j', async (header) => {
    const wire = await wireTo(await listen());
    const lines = [...MESSAGE_HEADERS, header, header, `Content-Length: ${PING.length}`];
    wire.write(Buffer.from(requestText('POST /mcp', lines, PING), 'latin1'));
    expect(await wire.until(/\}$/)).toMatch(/^HTTP\/1\.1 (?:200|400) /);
  });
});

describe('requests from browsers', () => {
  it.each([
    [undefined, 200],
    ['http://mail.example', 200],
    ['http://mail.example:8080', 403],
    ['https://mail.example', 403],
    ['http://evil.example', 403],
    ['null', 403],
    ['', 403],
    ['chrome-extension://abcdef', 403],
  ])('with the origin %s get %i', async (origin, wanted) => {
    const { status } = await post(await listen(), PING, origin === undefined ? {} : { origin });
    expect(status).toBe(wanted);
  });

  it('get 403 with another Host on loopback to prevent DNS rebinding', async () => {
    const listener = await listen({ isLoopback: true });
    const wire = await wireTo(listener);
    wire.write(textOf(PING).replace('Host: localhost', 'Host: evil.example'));
    expect(await wire.until(/\}$/)).toMatch(/^HTTP\/1\.1 403 /);
    const other = await wireTo(listener);
    other.write(textOf(PING));
    expect(await other.until(/\}$/)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('tool', () => {
  it('that the key may not use is not listed and refused', async () => {
    const other = { ...echo, name: 'change', scope: 'write' };
    const listener = await listen({ tools: [echo, other] });
    const headers = { authorization: `Bearer ${READ_ONLY_KEY}` };
    const { body } = await post(listener, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }), headers);
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['echo']);
    const refused = await post(listener, callOf('change'), headers);
    expect(refused.body.result).toMatchObject({ isError: true });
    expect(JSON.parse(refused.body.result.content[0].text)).toMatchObject({ name: 'insufficient_scope' });
  });

  it('that throws returns 500 without the error and logs it', async () => {
    const broken = { ...echo, run: () => Promise.reject(new Error('the secret of the house')) };
    const listener = await listen({ tools: [broken] });
    const { status, body } = await post(listener, callOf('echo'));
    expect([status, body.name]).toEqual([500, 'internal_server_error']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(JSON.stringify(listener.logged)).toContain('the secret of the house');
  });

  it("receives the client's input unchanged", async () => {
    const { body } = await post(await listen(), callOf('echo', { text: 'naïve ✓ \u202e' }));
    expect(body.result.structuredContent).toEqual({ text: 'naïve ✓ \u202e' });
  });
});

describe('OAuth discovery', () => {
  const metadataUrl = 'http://mail.example/.well-known/oauth-protected-resource/mcp';

  it('is included in 401 responses if there is an authorization server', async () => {
    const listener = await listen({ metadataUrl });
    const response = await fetch(`${listener.url}/mcp`, { method: 'POST' });
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="Postrider", resource_metadata="${metadataUrl}", scope="read"`,
    );
    const wrong = await post(listener, PING, { authorization: 'Bearer nobody' });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token", resource_metadata=');
  });

  it('is omitted from other paths, and without an authorization server', async () => {
    const listener = await listen({ metadataUrl });
    const elsewhere = await fetch(`${listener.url}/echo`, { method: 'POST' });
    expect(elsewhere.headers.get('www-authenticate')).toBe('Bearer realm="Postrider"');
    const without = await fetch(`${(await listen()).url}/mcp`, { method: 'POST' });
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="Postrider"');
  });
});

describe('limits', () => {
  it('allow a message of 8 MB but not a byte more', async () => {
    const listener = await listen();
    const room = LIMIT - Buffer.byteLength(callOf('echo', { text: '' }));
    const { status, body } = await post(listener, callOf('echo', { text: 'x'.repeat(room) }));
    expect([status, body.result.structuredContent.text.length]).toEqual([200, room]);
    const over = await post(listener, callOf('echo', { text: 'x'.repeat(room + 1) }));
    expect([over.status, over.body.name]).toEqual([413, 'payload_too_large']);
  });

  it('refuse a larger one by its declared length before reading it', async () => {
    const wire = await wireTo(await listen());
    wire.write(requestText('POST /mcp', [...MESSAGE_HEADERS, `Content-Length: ${LIMIT + 1}`]));
    expect(await wire.until(/payload_too_large/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('disconnect a client that sends slowly', async () => {
    const wire = await wireTo(await listen({ limits: { ...FAST, headersTimeoutMs: 100, requestTimeoutMs: 200 } }));
    wire.write(requestText('POST /mcp', [...MESSAGE_HEADERS, 'Content-Length: 50000'], '{'));
    const drip = setInterval(() => wire.write(' '), 10);
    const received = await wire.closed();
    clearInterval(drip);
    expect(problemIn(received)).toMatchObject({ status: 408, name: 'request_timeout' });
  });

  it('disconnect a client whose tool never ends', async () => {
    const held = waiting();
    const wire = await wireTo(await listen({ tools: [held.tool], limits: { ...FAST, answerTimeoutMs: 60 } }));
    wire.write(textOf(callOf('wait')));
    await held.reached(1);
    expect(await wire.closed()).toBe('');
    held.pass();
  });

  it('count calls as concurrent requests and return 503 above the limit', async () => {
    const held = waiting();
    const listener = await listen({ tools: [held.tool, echo], limits: { maxRequests: 1 } });
    const wire = await wireTo(listener);
    wire.write(textOf(callOf('wait')));
    await held.reached(1);
    expect(await post(listener, PING)).toMatchObject({ status: 503, body: { name: 'service_unavailable' } });
    held.pass();
    expect(await wire.until(/passed/)).toMatch(/^HTTP\/1\.1 200 /);
    expect((await post(listener, PING)).status).toBe(200);
  });
});

describe('end', () => {
  it('of the server waits for a running call and closes its connection', async () => {
    const held = waiting();
    const listener = await listen({ tools: [held.tool] });
    const wire = await wireTo(listener);
    wire.write(textOf(callOf('wait')));
    await held.reached(1);
    const closed = listener.close(10_000);
    held.pass();
    const received = await wire.closed();
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toMatch(/connection: close/i);
    expect(received).toMatch(/"structuredContent":\{"passed":true\}/);
  });

  it('of a connection keeps the running call and its slot until it ends', async () => {
    const held = waiting();
    const listener = await listen({ tools: [held.tool, echo], limits: { maxRequests: 1 } });
    const wire = await wireTo(listener);
    wire.write(textOf(callOf('wait')));
    await held.reached(1);
    wire.destroy();
    expect((await post(listener, PING)).status).toBe(503);
    held.pass();
    await held.ended(1);
    const isFree = async (): Promise<boolean> => (await post(listener, PING)).status === 200;
    while (!(await isFree())) await new Promise((resolve) => setImmediate(resolve));
    expect(listener.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
