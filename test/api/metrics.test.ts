// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { createMonitor } from '../../src/app/monitor/monitor.ts';
import { startMonitoring } from '../../src/app/monitor/monitoring.ts';
import { ConfigError, loadConfig } from '../../src/base/config.ts';
import { statement } from '../../src/base/db.ts';
import { MAX_COUNTED } from '../../src/features/administration/monitoring/installation.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { startDelivery } from '../../src/app/delivery.ts';

const TOKEN = 'a-token-for-prometheus';
const parts: { close(): Promise<void> }[] = [];

let app: TestApp;
let dns: DnsServer;
let sink: SmtpSink;
let api: Api;
/** URL of the separate listener for metrics. */
let ownUrl: string;

beforeAll(async () => {
  sink = await startSmtpSink({});
  dns = await startDnsServer({});
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_RESOLVER: dns.address,
    POSTRIDER_METRICS_PORT: '0',
    POSTRIDER_METRICS_TOKEN: TOKEN,
  });
  const delivering = await createMonitor(app.installation, 'deliver');
  parts.push(delivering);
  const monitoring = await startMonitoring(app.installation, 'all', parts);
  const listener = parts[0];
  if (!listener || !('port' in listener)) throw new Error('There is no listener');
  ownUrl = `http://127.0.0.1:${String(listener.port)}`;
  monitoring.watchForked(async () => [{ process: 'deliver-1', families: await delivering.families() }]);
  api = await startApi(app.installation, undefined, monitoring);
  const delivery = startDelivery(app.installation, undefined, undefined, delivering);
  parts.unshift(api, { close: () => delivery.stop() });
});
afterAll(async () => {
  for (const part of parts) await part.close();
  await app.close();
  await sink.close();
  await dns.close();
});

const read = (url: string, token?: string): Promise<Response> =>
  fetch(`${url}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

/** Returns the values of a metric. The keys are the labels as written in the response. */
async function valuesOf(name: string): Promise<Map<string, number>> {
  const text = await (await read(ownUrl, TOKEN)).text();
  const lines = [...text.matchAll(/^(\w+)(\{[^}]*\}) (\S+)$/gm)].filter((match) => match[1] === name);
  return new Map(lines.map(([, , labels = '', value = '']) => [labels, Number(value)]));
}

/** Returns the sum of a metric's values that have all of these labels. */
async function sumOf(name: string, ...labels: string[]): Promise<number> {
  const found = [...(await valuesOf(name))].filter(([shown]) => labels.every((label) => shown.includes(label)));
  return found.reduce((sum, [, value]) => sum + value, 0);
}

describe('access to metrics', () => {
  it('is refused without the token on both listeners', async () => {
    for (const url of [ownUrl, api.baseUrl]) {
      const none = await read(url);
      expect(none.status).toBe(401);
      expect(JSON.stringify(await none.json())).toContain('POSTRIDER_METRICS_TOKEN');
      expect((await read(url, `${TOKEN}x`)).status).toBe(401);
      const page = await read(url, TOKEN);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    }
  });

  it('is refused with an account key', async () => {
    const tenant = await app.newAccount();
    expect((await read(api.baseUrl, tenant.key)).status).toBe(401);
  });

  it('is not served by the HTTP listener if there is no token', async () => {
    const answer = await read(app.url);
    // The test app serves no metrics on its HTTP listener. The separate listener checks the token.
    expect(answer.status).toBe(401);
    const other = await startApp();
    try {
      expect((await read(other.url)).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it('requires a token on a public listener', () => {
    const open = { POSTRIDER_METRICS_PORT: '9464', POSTRIDER_METRICS_HOST: '0.0.0.0' };
    expect(() => loadConfig(open)).toThrow(ConfigError);
    expect(() => loadConfig(open)).toThrow(/POSTRIDER_METRICS_TOKEN is required/);
    expect(loadConfig({ ...open, POSTRIDER_METRICS_TOKEN: TOKEN }).metricsPort).toBe(9464);
    expect(loadConfig({ ...open, POSTRIDER_METRICS_HOST: '127.0.0.1' }).metricsToken).toBeUndefined();
    expect(() => loadConfig({ POSTRIDER_METRICS_TOKEN: 'short' })).toThrow(/at least 16/);
    expect(() => loadConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(/must be http\/json/);
    expect(() => loadConfig({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow(/must be one of always_on/);
  });

  it('is not required for probes', async () => {
    for (const path of ['/livez', '/healthz', '/readyz']) expect((await fetch(`${ownUrl}${path}`)).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by route pattern, and unmatched ones together', async () => {
    await fetch(`${api.baseUrl}/transactional/emails/tm_1`);
    await fetch(`${api.baseUrl}/nothing/ann@example.com`);
    await expect
      .poll(() => sumOf('postrider_http_requests_total', 'route="/transactional/emails/:id"', 'status="401"'))
      .toBeGreaterThan(0);
    expect(await sumOf('postrider_http_requests_total', 'route="unmatched"', 'status="404"')).toBeGreaterThan(0);
    expect(await (await read(ownUrl, TOKEN)).text()).not.toContain('ann@example.com');
    expect(await sumOf('postrider_http_request_duration_seconds_count', 'route="unmatched"')).toBeGreaterThan(0);
  });

  it('count a message from acceptance to delivery by class and provider', async () => {
    const tenant = await app.newAccount();
    const response = await fetch(`${api.baseUrl}/transactional/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        from: `onboarding@${app.installation.config.sandboxDomain}`,
        to: [`delivered@${app.installation.config.sandboxDomain}`],
        subject: 'Counted',
        text: 'Hi',
      }),
    });
    expect(response.status).toBe(202);
    await eventually('the outcome is counted', async () => {
      const count = await sumOf('postrider_outcomes_total', 'class="transactional"', 'outcome="delivered"');
      return count === 1 || undefined;
    });
    await expect.poll(async () => sumOf('postrider_accepted_messages_total', 'class="transactional"')).toBe(1);
    await expect.poll(async () => sumOf('postrider_accepted_recipients_total', 'class="transactional"')).toBe(1);
    await expect.poll(async () => sumOf('postrider_begun_recipients_total', 'class="transactional"')).toBe(1);
    await expect.poll(async () => sumOf('postrider_attempts_total', 'process="deliver-1"', 'provider="other"')).toBe(1);
    await expect.poll(async () => sumOf('postrider_delivery_latency_seconds_count', 'class="transactional"')).toBe(1);
    await expect.poll(async () => sumOf('postrider_delivery_workers')).toBe(1);
    expect(await sumOf('postrider_database_size_bytes')).toBeGreaterThan(1_000_000);
    expect(await sumOf('postrider_smtp_connections', 'provider="google"')).toBe(0);
  });

  it("have no labels with tenants' accounts, addresses or domains", async () => {
    const text = await (await read(ownUrl, TOKEN)).text();
    const allowed = new Set(
      'process class state outcome provider route method status reason verdict job version node role le fate'.split(
        ' ',
      ),
    );
    const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, name = '']) => name);
    expect(labels.filter((name) => !allowed.has(name))).toEqual([]);
    expect(text).not.toMatch(/tenants\.example|sandbox\.localhost|@/);
  });
});

const fill = statement<[rows: number], unknown>(
  'test_fill_queue',
  `insert into delivery (account_id, message_id, recipient_no, recipient, class, is_ready, next_at)
   select 1 + n % 500, uuid_at((now() at time zone 'utc')::date), n, 'someone@example.com', n % 4, true, now() - interval '1 hour'
   from generate_series(1, $1) n`,
);
const blocks = statement<[], { readonly blocks: number }>(
  'test_blocks_read',
  `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::integer as blocks
   from pg_statio_user_tables where relname like 'delivery%'`,
);
const analyze = statement<[], unknown>('', 'analyze delivery');
const settle = statement<[], unknown>('test_settle_statistics', 'select pg_stat_force_next_flush()');

it('of 1,000,000 ready recipients read few pages', async () => {
  const queue = await startApp({ POSTRIDER_METRICS_TOKEN: TOKEN });
  try {
    const { db } = queue.installation;
    await db.alone(async (alone) => fill(alone, 1_000_000));
    const monitor = await createMonitor(queue.installation, 'api');
    const before = await readBlocks(db);
    const families = await monitor.families();
    const after = await readBlocks(db);
    await monitor.close();
    const ready = families.find(({ name }) => name === 'postrider_queue_recipients')?.samples ?? [];
    expect(ready.filter(({ labels }) => labels['state'] === 'ready').map(({ value }) => value)).toEqual([
      MAX_COUNTED,
      MAX_COUNTED,
      MAX_COUNTED,
      MAX_COUNTED,
    ]);
    const oldest =
      families.find(({ name }) => name === 'postrider_queue_oldest_ready_age_seconds')?.samples[0]?.value ?? 0;
    expect(oldest).toBeGreaterThan(3_500);
    await db.alone(async (alone) => analyze(alone));
    const again = await createMonitor(queue.installation, 'api');
    const estimate = (await again.families()).find(({ name }) => name === 'postrider_queue_recipients_estimate');
    await again.close();
    const all = estimate?.samples.find(({ labels }) => labels['state'] === 'ready')?.value ?? 0;
    expect(all).toBeGreaterThan(900_000);
    expect(all).toBeLessThan(1_100_000);
    // Counting a row accesses a database page, even if the previous row is on the same page. Counting a million rows
    // would need far more page accesses.
    expect(after - before).toBeLessThan(12_000);
  } finally {
    await queue.close();
  }
}, 240_000);

async function readBlocks(db: TestApp['installation']['db']): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (let at = 0; at < 4; at += 1) await settle(db);
  return (await blocks(db))[0]?.blocks ?? 0;
}
