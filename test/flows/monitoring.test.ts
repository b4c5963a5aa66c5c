// Place in a run: slow.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

const MINUTE_MS = 60_000;
const secret = randomBytes(24).toString('hex');
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

let dataDir: string;
let test: TestDatabase;
let hook: WebhookReceiver;
const running: Program[] = [];
const servers: Server[] = [];
let accounts = 0;

beforeAll(async () => {
  dataDir = scratchFolder('postrider-monitoring-');
  test = await createTestDatabase();
  hook = await startWebhookReceiver();
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(async () => {
  await hook.close();
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * Starts one of the program's roles with JSON logging. Resolves with the process and the URL of its metrics listener.
 */
async function start(role: string, environment: Record<string, string> = {}) {
  const program = runProgram([role], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    POSTRIDER_DATA: dataDir,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1',
    POSTRIDER_WORKERS: '2',
    POSTRIDER_INBOX_PORT: '0',
    POSTRIDER_LOG: 'debug',
    POSTRIDER_LOG_FORMAT: 'json',
    POSTRIDER_METRICS_PORT: '0',
    PORT: '0',
    ...environment,
  });
  running.push(program);
  const [, port = ''] = await program.printed(/"Metrics listener ready","host":"127\.0\.0\.1","port":(\d+)/);
  return { program, metricsUrl: `http://127.0.0.1:${port}` };
}

async function startAll(environment: Record<string, string> = {}) {
  const { metricsUrl, program } = await start('start', environment);
  const [, baseUrl = ''] = await program.printed(/"Running","baseUrl":"([^"]+)"/);
  return { program, baseUrl, metricsUrl };
}

async function newTenant(baseUrl: string) {
  accounts += 1;
  const email = `tenant${accounts}@private-tenant.example`;
  const { id } = await createAccount(test.db, { email, plan: 'unlimited', isOperator: false });
  const { key } = await createKey(test.db, {
    accountId: id,
    name: 'test',
    scopes: [SCOPES.send, SCOPES.read, SCOPES.manage],
  });
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // Tests read bodies of any shape, and the expectations check them.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  return { id, email, key, call };
}

const MAIL = {
  from: 'onboarding@sandbox.localhost',
  to: ['delivered+private-label@sandbox.localhost'],
  subject: 'A private subject',
  text: 'A private body',
};

/** Starts a collector that stores the bodies of requests. With `isHanging`, it never responds. */
async function startCollector(isHanging = false) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      bodies.push(body);
      if (!isHanging) response.end('{}');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe cast: the server listens on a port, so its address is neither a path nor null.
  const { port } = server.address() as AddressInfo;
  const spans = (): ReceivedSpan[] => bodies.flatMap(spansOf);
  return { url: `http://127.0.0.1:${port}`, bodies, spans };
}

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

function spansOf(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

describe('monitoring', { timeout: 3 * MINUTE_MS }, () => {
  it('shows every process at one address, and a delivery process restarted after its death', async () => {
    const { baseUrl, metricsUrl, program } = await startAll();
    const tenant = await newTenant(baseUrl);
    expect((await tenant.call('POST', '/transactional/emails', MAIL)).status).toBe(202);
    const page = async (): Promise<string> => (await fetch(`${metricsUrl}/metrics`)).text();
    await eventually(
      'the delivered message is counted',
      async () => /postrider_outcomes_total\{[^}]*outcome="delivered"[^}]*\} 1\n/.test(await page()) || undefined,
    );
    for (const process of ['main', 'deliver-1', 'deliver-2']) {
      expect(await page()).toMatch(new RegExp(`process_resident_memory_bytes\\{process="${process}"\\} \\d+`));
    }
    // Without a token, the public HTTP listener does not serve the metrics.
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404);
    const beganAt = (text: string, process: string): string | undefined =>
      new RegExp(`process_start_time_seconds\\{process="${process}"\\} (\\S+)`).exec(text)?.[1];
    const before = await page();
    for (const pid of childrenOf(program.child.pid ?? 0)) globalThis.process.kill(pid, 'SIGKILL');
    await eventually('both processes are restarted with the same names and with zero counts', async () => {
      const after = await page();
      const isRestarted = ['deliver-1', 'deliver-2'].every(
        (name) => (beganAt(after, name) ?? '') > (beganAt(before, name) ?? ''),
      );
      return (isRestarted && !/postrider_outcomes_total\{process="deliver/.test(after)) || undefined;
    });
  });

  it('covers roles without HTTP, and probes them', async () => {
    for (const [role, environment] of [
      ['worker', {}],
      ['inbound', { POSTRIDER_INBOUND_PORT: '0', POSTRIDER_INBOUND_HOST: '127.0.0.1' }],
    ] as const) {
      const { metricsUrl, program } = await start(role, environment);
      expect((await fetch(`${metricsUrl}/readyz`)).status).toBe(200);
      expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain(`role="${role}"`);
      expect(await program.stop()).toBe(0);
    }
  });

  it("traces a message from the request through delivery to the webhook, in the caller's trace", async () => {
    const collector = await startCollector();
    const { baseUrl, program } = await startAll({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const tenant = await newTenant(baseUrl);
    expect((await tenant.call('PUT', '/transactional/webhook', { url: hook.url })).status).toBeLessThan(300);
    const traceparent = `00-${TRACE_ID}-${CALLER}-01`;
    const sent = await tenant.call('POST', '/transactional/emails', MAIL, { traceparent });
    expect(sent.status).toBe(202);
    const inTrace = (): ReceivedSpan[] => collector.spans().filter(({ traceId }) => traceId === TRACE_ID);
    const spanOf = (name: string): ReceivedSpan | undefined => inTrace().find((span) => span.name === name);
    await eventually('all spans are recorded', async () =>
      spanOf('webhook') && spanOf('deliver') && spanOf('accept') && spanOf('POST /transactional/emails')
        ? true
        : undefined,
    );
    const request = spanOf('POST /transactional/emails');
    const accept = spanOf('accept');
    expect(request?.parentSpanId).toBe(CALLER);
    expect(accept?.parentSpanId).toBe(request?.spanId);
    expect(spanOf('deliver')?.parentSpanId).toBe(accept?.spanId);
    expect(spanOf('webhook')?.parentSpanId).toBe(accept?.spanId);

    // If the caller's trace is not sampled, the work after the queue is not sampled either.
    const unsampled = 'c'.repeat(32);
    const quiet = await tenant.call('POST', '/transactional/emails', MAIL, {
      traceparent: `00-${unsampled}-${CALLER}-00`,
    });
    await eventually(
      'the message is delivered',
      async () =>
        (await tenant.call('GET', `/transactional/emails/${quiet.body.id}`)).body.status === 'delivered' || undefined,
    );
    await program.stop();
    expect(collector.bodies.join('')).not.toContain(unsampled);
    expect(collector.bodies.join('')).not.toMatch(/private|sandbox\.localhost|owner@|Bearer|pr_/);
  });

  it('keeps a webhook in the trace of its message if it is sent only after a restart', async () => {
    const collector = await startCollector();
    const watched = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const first = await startAll(watched);
    const tenant = await newTenant(first.baseUrl);
    const receiver = await startWebhookReceiver();
    receiver.answer(status(503));
    const set = { url: receiver.url, events: ['delivered'] };
    expect((await tenant.call('PUT', '/transactional/webhook', set)).status).toBeLessThan(300);
    const traceId = 'd'.repeat(32);
    await tenant.call('POST', '/transactional/emails', MAIL, { traceparent: `00-${traceId}-${CALLER}-01` });
    const named = (name: string): ReceivedSpan[] =>
      collector.spans().filter((span) => span.traceId === traceId && span.name === name);
    await eventually('the rejected webhook attempt is traced', async () => named('webhook').length > 0 || undefined);
    await first.program.stop();
    const before = named('webhook').length;
    receiver.answer(status(200));
    await test.db.script('update webhook_delivery set next_at = now() where next_at is not null');

    await startAll(watched);
    await eventually(
      'the attempt after the restart is traced',
      async () => named('webhook').length > before || undefined,
    );
    expect(new Set(named('webhook').map(({ parentSpanId }) => parentSpanId))).toEqual(
      new Set([named('accept')[0]?.spanId]),
    );
    await receiver.close();
  });

  it('does not let a hanging collector delay responses or email', async () => {
    const collector = await startCollector(true);
    const { baseUrl, metricsUrl, program } = await startAll({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/x`,
    });
    const tenant = await newTenant(baseUrl);
    const ids: string[] = [];
    for (let at = 0; at < 30; at += 1) {
      const startedAt = performance.now();
      ids.push((await tenant.call('POST', '/transactional/emails', MAIL)).body.id);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    }
    await eventually('all messages are delivered', async () => {
      const states = await Promise.all(
        ids.map(async (id) => (await tenant.call('GET', `/transactional/emails/${id}`)).body.status),
      );
      return states.every((state) => state === 'delivered') || undefined;
    });
    await eventually('the collector gets a request', async () => collector.bodies.length > 0 || undefined);
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('postrider_trace_spans_total{');
    expect(await program.stop()).toBe(0);
  });

  it('logs JSON lines of all processes that can be correlated and contain no personal data', async () => {
    const { baseUrl, program } = await startAll();
    const tenant = await newTenant(baseUrl);
    await tenant.call('PUT', '/transactional/webhook', { url: `${hook.url}?token=private-token` });
    const sent = await tenant.call('POST', '/transactional/emails', MAIL);
    await tenant.call('POST', '/transactional/emails', {
      ...MAIL,
      to: ['bounced+private-label@sandbox.localhost', 'complained+private-label@sandbox.localhost'],
    });
    await tenant.call('POST', '/transactional/emails', { ...MAIL, to: 'private-person@no-such-domain.invalid' });
    await tenant.call('POST', '/transactional/suppressions', { email: 'private-person@example.com' });
    await tenant.call('GET', '/transactional/emails?to=private-person@example.com');
    await fetch(`${baseUrl}/nothing/private-person@example.com`, {
      headers: { authorization: 'Bearer pr_wrongprivate' },
    });
    await eventually(
      'the message is delivered',
      async () =>
        (await tenant.call('GET', `/transactional/emails/${sent.body.id}`)).body.status === 'delivered' || undefined,
    );
    await eventually('the webhook is notified', async () => hook.requests.length > 0 || undefined);
    expect(await program.stop()).toBe(0);
    const output = program.output();
    for (const hidden of [
      'private',
      tenant.key,
      tenant.key.slice(3),
      secret,
      tenant.email,
      '@sandbox.localhost',
      'owner@postrider',
      'Bearer',
      'pr_',
    ]) {
      expect(output.includes(hidden), `${hidden} stands in:\n${linesWith(output, hidden)}`).toBe(false);
    }
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of lines) expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String) });
    const requestId = sent.headers.get('x-request-id');
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'Answered', requestId, route: '/transactional/emails', status: 202 }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'Accepted', requestId, messageIds: [sent.body.id] }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'Attempted', messageId: sent.body.id, outcome: 'delivered', attempt: 1 }),
    );
  });
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

function linesWith(output: string, text: string): string {
  return output
    .split('\n')
    .filter((line) => line.includes(text))
    .slice(0, 3)
    .join('\n');
}
