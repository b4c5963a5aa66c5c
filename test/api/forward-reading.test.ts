// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type Api } from '../../src/app/api.ts';
import { openDatabase, type Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { eventually, startApp, type Answer, type TestApp } from '../support/app.ts';
import { readForwardDuring } from '../support/forward-reading.ts';

const MAIL = { from: 'onboarding@sandbox.localhost', to: ['delivered@sandbox.localhost'], subject: 'S', text: 'T' };
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let others: Api[];
let connections: Database[];

beforeAll(async () => {
  app = await startApp();
  // Simulates processes on two other hosts, whose clocks are off by ten minutes.
  const url = app.installation.databaseUrl;
  connections = [1, 2, 3].map(() => openDatabase({ url, log: silentLog, connections: 8, applicationName: 'test' }));
  const [db = app.installation.db, otherDb = app.installation.db] = connections;
  others = [
    await startApi({ ...app.installation, db, clock: { now: () => Date.now() - 10 * MINUTE_MS } }),
    await startApi({ ...app.installation, db: otherDb, clock: { now: () => Date.now() + 10 * MINUTE_MS } }),
  ];
});
afterAll(async () => {
  for (const other of others) await other.close();
  for (const db of connections) await db.close();
  await app.close();
});

function baseUrls(): string[] {
  return [app.api, ...others].map(({ baseUrl }) => baseUrl);
}

async function sendAt(baseUrl: string, key: string, path: string, body: unknown, headers = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer: Pick<Answer, 'status' | 'body'> = { status: response.status, body: await response.json() };
  return answer;
}

describe('reading forward with before and the newest ID seen', () => {
  it(
    'misses no messages sent concurrently to three processes with different clocks',
    { timeout: 300_000 },
    async () => {
      const { account, key } = await app.newAccount();
      const { accepted, seen } = await readForwardDuring(
        { accountId: account.id, key, baseUrls: baseUrls(), db: connections[2] ?? app.installation.db },
        3_000,
      );
      expect(accepted.size).toBeGreaterThanOrEqual(3_000);
      expect([...accepted].filter((id) => !seen.has(id))).toEqual([]);
    },
  );

  it('returns a batch that waited for its key after messages accepted in the meantime', async () => {
    const tenant = await app.newAccount();
    const { db } = app.installation;
    const start = (await tenant.post('/transactional/emails', MAIL)).body.id;
    const rollback = new Error('rolled back');
    const held: { batch?: ReturnType<typeof tenant.post>; passed?: string } = {};
    await db
      .transaction(async (tx) => {
        const claim = `insert into idempotency (account_id, key, fingerprint) values ($1, 'slow', 'x')`;
        await tx.query({ name: '', text: claim }, [tenant.account.id]);
        held.batch = tenant.post(
          '/transactional/emails/batch',
          { emails: [MAIL, MAIL] },
          { 'idempotency-key': 'slow' },
        );
        await eventually('the batch waits for the lock on its key', async () => {
          const waiting = `select count(*)::integer as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          const [row] = await db.query<{ n: number }>({ name: '', text: waiting }, []);
          return row?.n === 1 || undefined;
        });
        held.passed = (await tenant.post('/transactional/emails', MAIL)).body.id;
        throw rollback;
      })
      .catch((error: unknown) => expect(error).toBe(rollback));
    const batch = (await held.batch)?.body.data.map((entry: { id: string }) => entry.id);
    const { body } = await tenant.get(`/transactional/emails?before=${held.passed}`);
    expect(body.data.map((entry: { id: string }) => entry.id).toReversed()).toEqual(batch);
    expect(start < (held.passed ?? '')).toBe(true);
  });
});

describe('message ID', () => {
  it("uses the database's clock, even if the process has a wrong one", async () => {
    for (const baseUrl of [...baseUrls(), ...baseUrls().toReversed()]) {
      const { key } = await app.newAccount();
      const before = Date.now();
      const { body } = await sendAt(baseUrl, key, '/transactional/emails', MAIL);
      const madeAt = Number.parseInt(String(body.id).slice(3, 15), 16);
      expect(Math.abs(madeAt - before)).toBeLessThan(MINUTE_MS);
    }
  });

  it('is the same in the response, in a repeated response and in the lookup', async () => {
    const tenant = await app.newAccount();
    const [, behind = '', ahead = ''] = baseUrls();
    const bodies = [
      MAIL,
      {
        emails: [
          { ...MAIL, idempotency_key: 'item' },
          { ...MAIL, idempotency_key: 'item' },
        ],
      },
    ];
    await sendAt(ahead, tenant.key, '/transactional/emails', MAIL);
    const ids: string[] = [];
    for (const [path, body, headers] of [
      ['/transactional/emails', bodies[0], { 'idempotency-key': 'single' }],
      ['/transactional/emails/batch', bodies[1], {}],
      ['/transactional/emails/batch', bodies[1], { 'idempotency-key': 'batch' }],
    ] as const) {
      const first = await sendAt(behind, tenant.key, path, body, headers);
      const again = await sendAt(ahead, tenant.key, path, body, headers);
      expect([first.status, again.body]).toEqual([202, first.body]);
      ids.push(...(first.body.data ?? [first.body]).map((entry: { id: string }) => entry.id));
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect((await tenant.get(`/transactional/emails/${id}`)).status).toBe(200);
    expect((await tenant.get('/transactional/emails')).body.data).toHaveLength(3);
  });

  it("stays ascending if the database's clock goes back by up to a day", async () => {
    const tenant = await app.newAccount();
    const { db } = app.installation;
    const lastWas = (aheadMs: number): Promise<void> =>
      db.script(`
        update message_order set last_id = uuid_at_tick(
          (extract(epoch from now()) * 1000 + ${aheadMs})::bigint << 12, last_id)
        where account_id = ${tenant.account.id}`);
    const nextAheadMs = async (): Promise<number> => {
      const { body } = await tenant.post('/transactional/emails', MAIL);
      return Number.parseInt(String(body.id).slice(3, 15), 16) - Date.now();
    };
    await tenant.post('/transactional/emails', MAIL);
    await lastWas(DAY_MS / 2);
    expect(Math.abs((await nextAheadMs()) - DAY_MS / 2)).toBeLessThan(MINUTE_MS);
    await lastWas(2 * DAY_MS);
    expect(Math.abs(await nextAheadMs())).toBeLessThan(MINUTE_MS);
  });
});
