import { afterEach, describe, expect, it } from 'vitest';
import { route, type Reply, type Route } from '../../src/http/route.ts';
import type { HttpLimits } from '../../src/http/limits.ts';
import {
  BODY_LIMIT,
  KEY,
  openWire,
  problemIn,
  requestText,
  startListener,
  type Listener,
  type Wire,
} from './http-listener.ts';

const FAST: Partial<HttpLimits> = { checkIntervalMs: 20 };
const JSON_TYPE = 'Content-Type: application/json';

const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

async function listen(limits: Partial<HttpLimits>, routes: readonly Route[] = []): Promise<Listener> {
  const listener = await startListener({ limits, routes });
  open.push(listener);
  return listener;
}

async function wireTo({ port }: Listener): Promise<Wire> {
  const wire = await openWire(port);
  open.push({ close: () => wire.destroy() });
  return wire;
}

/** Returns a route that responds on request and counts the requests that have reached it. */
function gate() {
  const waiting: ((reply: Reply) => void)[] = [];
  const look: (() => void)[] = [];
  return {
    route: route({
      method: 'GET',
      path: '/gate',
      summary: '',
      scope: undefined,
      handle: () =>
        new Promise<Reply>((resolve) => {
          waiting.push(resolve);
          for (const again of look.splice(0)) again();
        }),
    }),
    async reached(count: number): Promise<void> {
      while (waiting.length < count) await new Promise<void>((resolve) => look.push(resolve));
    },
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve({ status: 200, body: { passed: true } });
    },
  };
}

const GET_GATE = 'GET /gate HTTP/1.1\r\nHost: x\r\n\r\n';

describe('slow client', () => {
  it('gets 408 for its headers and is disconnected', async () => {
    const wire = await wireTo(await listen({ ...FAST, headersTimeoutMs: 60 }));
    wire.write('GET /echo HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const received = await wire.closed();
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(problemIn(received)).toMatchObject({ status: 408, name: 'request_timeout' });
  });

  it('gets 408 for its body and is disconnected, however steadily it drips', async () => {
    const wire = await wireTo(await listen({ ...FAST, headersTimeoutMs: 100, requestTimeoutMs: 200 }));
    wire.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 50000'], '"'));
    const drip = setInterval(() => wire.write('x'), 10);
    const received = await wire.closed();
    clearInterval(drip);
    expect(problemIn(received)).toMatchObject({ status: 408, name: 'request_timeout' });
  });

  it('is disconnected if it sends nothing', async () => {
    const wire = await wireTo(await listen({ ...FAST, headersTimeoutMs: 60 }));
    expect(await wire.closed()).toMatch(/^(?:HTTP\/1\.1 408 [^]*)?$/);
  });

  it('is disconnected before its next request', async () => {
    const wire = await wireTo(await listen({ ...FAST, keepAliveTimeoutMs: 50 }));
    wire.write(requestText('GET /echo'));
    expect(await wire.closed()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is disconnected if it does not read the response', async () => {
    const big = route({
      method: 'GET',
      path: '/big',
      summary: '',
      scope: undefined,
      handle: () => Promise.resolve({ status: 200, body: 'x'.repeat(50_000_000) }),
    });
    const listener = await listen({ ...FAST, answerTimeoutMs: 100 }, [big]);
    const response = await fetch(`${listener.url}/big`);
    // The client does not read, so the buffers fill up and the response cannot end.
    expect(response.status).toBe(200);
    await listener.close(5_000);
    await expect(response.text()).rejects.toThrow();
  });

  it('is disconnected if our handler never responds', async () => {
    const silent = gate();
    const wire = await wireTo(await listen({ ...FAST, answerTimeoutMs: 60 }, [silent.route]));
    wire.write(GET_GATE);
    await silent.reached(1);
    expect(await wire.closed()).toBe('');
  });
});

describe('too many concurrent requests', () => {
  it('get 503 before their bodies are sent until one is done, except probes', async () => {
    const passing = gate();
    const listener = await listen({ maxRequests: 2 }, [passing.route]);
    const [first, second, third] = [await wireTo(listener), await wireTo(listener), await wireTo(listener)];
    first.write(GET_GATE);
    second.write(GET_GATE);
    await passing.reached(2);
    third.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 50']));
    const refused = await third.until(/service_unavailable"/);
    expect(refused).toMatch(/^HTTP\/1\.1 503 /);
    expect(refused).toMatch(/retry-after: 1\r\n/i);
    expect((await fetch(`${listener.url}/livez`)).status).toBe(200);
    expect((await fetch(`${listener.url}/readyz`)).status).toBe(200);
    passing.answer();
    await first.until(/passed/);
    await second.until(/passed/);
    const after = await fetch(`${listener.url}/echo`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(after.status).toBe(200);
  });

  it('release their slots if they are refused or disconnect', async () => {
    const passing = gate();
    const listener = await listen({ maxRequests: 1 }, [passing.route]);
    const wire = await openWire(listener.port);
    wire.write(GET_GATE);
    await passing.reached(1);
    wire.destroy();
    // Wait, because the operating system reports the disconnect with a delay.
    let status = 503;
    while (status === 503) status = (await fetch(`${listener.url}/echo`)).status;
    const headers = { authorization: `Bearer ${KEY}` };
    const refusals = [
      await fetch(`${listener.url}/echo`),
      await fetch(`${listener.url}/echo?a=%`, { headers }),
      await fetch(`${listener.url}/echo`, { method: 'POST', headers, body: '{' }),
    ];
    expect([status, ...refusals.map((response) => response.status)]).toEqual([401, 401, 422, 415]);
    expect((await fetch(`${listener.url}/echo`, { headers })).status).toBe(200);
  });
});

describe('too many concurrent body bytes', () => {
  const half = (declared: number): string =>
    requestText('POST /echo', [JSON_TYPE, `Content-Length: ${declared}`], '"x');

  it('get 503 based on their declared length until there is room, to the byte', async () => {
    const listener = await listen({ maxBodyBytes: 10_000 });
    const [holding, over, fitting] = [await wireTo(listener), await wireTo(listener), await wireTo(listener)];
    holding.write(half(6_000));
    // The server reserves the bytes only after it has read the headers. Repeat another request until it is rejected,
    // because nothing else shows that the bytes are reserved.
    let refused = '';
    while (!refused.includes('service_unavailable')) {
      over.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 4001'], `"${'x'.repeat(3_999)}"`));
      refused = await over.until(/"given"[^]*|service_unavailable"/);
    }
    expect(refused).toMatch(/HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i);
    fitting.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 4000'], `"${'x'.repeat(3_998)}"`));
    expect(await fitting.until(/"given"/)).toMatch(/^HTTP\/1\.1 200 /);
    holding.write(`${'x'.repeat(5_997)}"`);
    expect(await holding.until(/"given"/)).toMatch(/^HTTP\/1\.1 200 /);
    fitting.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 10000'], `"${'x'.repeat(9_998)}"`));
    expect(await fitting.until(/"given"[^]*"given"/)).toContain('HTTP/1.1 200');
  });

  it('get 503 in chunks as they arrive and are never buffered', async () => {
    const listener = await listen({ maxBodyBytes: 1_000 });
    const wire = await wireTo(listener);
    wire.write(requestText('POST /echo', [JSON_TYPE, 'Transfer-Encoding: chunked']));
    wire.write(`3e8\r\n${'x'.repeat(1_000)}\r\n1\r\nx\r\n`);
    expect(await wire.until(/service_unavailable"/)).toMatch(/^HTTP\/1\.1 503 /);
    expect(BODY_LIMIT).toBeGreaterThan(1_001);
  });
});

describe('too many connections', () => {
  it('are closed immediately', async () => {
    const listener = await listen({ maxConnections: 1 });
    const first = await wireTo(listener);
    first.write(requestText('GET /echo'));
    await first.until(/given/);
    const second = await wireTo(listener);
    expect(await second.closed()).toBe('');
  });
});

describe('closing the listener', () => {
  it('lets a current request finish, closes its connection and accepts no new one', async () => {
    const passing = gate();
    const listener = await startListener({ routes: [passing.route] });
    const busy = await wireTo(listener);
    const idle = await wireTo(listener);
    idle.write(requestText('GET /echo'));
    await idle.until(/given/);
    busy.write(GET_GATE);
    await passing.reached(1);
    const closed = listener.close(10_000);
    await idle.closed();
    await expect(openWire(listener.port)).rejects.toThrow('ECONNREFUSED');
    passing.answer();
    expect(await busy.closed()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close\r\n[^]*passed/i);
    await closed;
  });

  it('answers a request that arrived on an idle connection', async () => {
    const listener = await startListener();
    const wire = await wireTo(listener);
    wire.write(requestText('GET /echo'));
    await wire.until(/given/);
    // The request is in the receive buffer when the server starts to close.
    wire.write(requestText('GET /echo'));
    await listener.close(10_000);
    expect(await wire.closed()).toMatch(/200 [^]*given[^]*HTTP\/1\.1 200 [^]*connection: close\r\n[^]*given/i);
  });

  it('ends after the grace period, even with waiting clients', async () => {
    const passing = gate();
    const listener = await startListener({ routes: [passing.route] });
    const wire = await wireTo(listener);
    wire.write(GET_GATE);
    await passing.reached(1);
    await listener.close(30);
    expect(await wire.closed()).toBe('');
  });

  it('does not wait for a connection that sent nothing', async () => {
    const listener = await startListener();
    const wire = await wireTo(listener);
    await listener.close(60_000);
    expect(await wire.closed()).toBe('');
  });

  it('succeeds if it never listened, and a used port is reported', async () => {
    const { createHttpServer } = await import('../../src/http/server.ts');
    const { silentLog } = await import('../../src/base/log.ts');
    const other = await startListener();
    open.push(other);
    const server = createHttpServer({
      routes: [],
      authenticate: () => Promise.resolve(undefined),
      log: silentLog,
      baseUrl: () => '',
      ready: () => Promise.resolve(true),
    });
    await expect(server.listen('127.0.0.1', other.port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.close(0);
  });
});
