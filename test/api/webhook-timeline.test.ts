import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/features/tenants/access/index.ts';
import { MAX_ON_TIMELINE } from '../../src/features/transactional/webhooks/timeline-queries.ts';
import { MAX_STRETCHES, MAX_TIMELINE_MS, spanOf } from '../../src/features/transactional/webhooks/timeline.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { writeLog, type LogEntry } from '../support/webhook-rows.ts';

const TIMELINE = '/dashboard/webhook/timeline';
const NINE = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  // Creates the partitions, because the test uses fixed dates.
  await app.installation.db.script(`select ensure_message_partitions('2026-11-20', '2026-11-22')`);
});
afterAll(() => app.close());

async function tenantWith(entries: readonly LogEntry[]) {
  const tenant = await app.newAccount({ scopes: [SCOPES.dashboardRead] });
  if (entries.length > 0) await writeLog(app.installation.db, tenant.account.id, entries);
  return tenant;
}

function at(minute: number): Date {
  return new Date(NINE + minute * MINUTE_MS);
}

function between(from: Date, to: Date, more = ''): string {
  return `${TIMELINE}?created_after=${from.toISOString()}&created_before=${to.toISOString()}${more}`;
}

describe('timeline of a webhook', () => {
  it('counts deliveries by result per interval and responses in total', async () => {
    const tenant = await tenantWith([
      { at: at(0) },
      { at: at(0), state: 2, answer: 503, attempts: 5 },
      { at: at(1), state: 0, answer: 0, attempts: 1, nextAt: at(2) },
      { at: at(1), state: 0, answer: null, attempts: 0, nextAt: at(2) },
      { at: at(2), state: 3, answer: null, attempts: 0 },
      { at: at(3) },
    ]);
    const { body, status } = await tenant.get(between(at(0), at(3)));
    expect(status).toBe(200);
    expect(body).toMatchObject({ from: at(0).toISOString(), to: at(3).toISOString(), is_complete: true });
    const busy = body.data.filter((each: Record<string, unknown>) =>
      ['received', 'failed', 'waiting', 'held'].some((fate) => each[fate] !== 0),
    );
    expect(busy).toEqual([
      { at: at(0).toISOString(), received: 1, failed: 1, waiting: 0, held: 0 },
      { at: at(1).toISOString(), received: 0, failed: 1, waiting: 1, held: 0 },
      { at: at(2).toISOString(), received: 0, failed: 0, waiting: 0, held: 1 },
    ]);
    expect(body.answers).toEqual(
      expect.arrayContaining([
        { answer: 200, deliveries: 1 },
        { answer: 503, deliveries: 1 },
        { answer: null, deliveries: 1 },
      ]),
    );
  });

  it('shows nothing of another account, and requires a person instead of a sending key', async () => {
    await tenantWith([{ at: at(0) }]);
    const other = await tenantWith([]);
    const { body } = await other.get(between(at(0), at(60)));
    expect(body.answers).toEqual([]);
    const sender = await app.newAccount();
    expect(await sender.get(between(at(0), at(60)))).toMatchObject({ status: 403 });
  });

  it('omits replays unless one is given', async () => {
    const tenant = await tenantWith([{ at: at(0), state: 2, answer: 500 }]);
    const [made = ''] = await writeLog(app.installation.db, tenant.account.id, [{ at: at(5) }]);
    await app.installation.db.query(
      { name: '', text: 'update webhook_delivery set replay_id = id where account_id = $1 and id = $2' },
      [tenant.account.id, made],
    );
    const { body: first } = await tenant.get(between(at(0), at(10)));
    expect(first.answers).toEqual([{ answer: 500, deliveries: 1 }]);
    const named = `&replay_id=whr_${made.replaceAll('-', '')}`;
    const { body: replayed } = await tenant.get(between(at(0), at(10), named));
    expect(replayed.answers).toEqual([{ answer: 200, deliveries: 1 }]);
  });

  it('reports the start of its counts if there are more than it reads', async () => {
    const { account, ...tenant } = await tenantWith([]);
    await app.installation.db.script(
      `insert into webhook_delivery (account_id, id, event_id, event, occurred_at, state, answer)
       select ${account.id},
         (substr(lpad(to_hex(${NINE}::bigint + no), 12, '0'), 1, 8) || '-' ||
           substr(lpad(to_hex(${NINE}::bigint + no), 12, '0'), 9, 4) || '-7000-8000-000000000000')::uuid,
         gen_random_uuid(), 'sent', now(), 1, 200
       from generate_series(1, ${MAX_ON_TIMELINE}) as no`,
    );
    const whole = between(new Date(NINE), new Date(NINE + HOUR_MS));
    const { body: at50 } = await tenant.get(whole);
    expect(at50.answers).toEqual([{ answer: 200, deliveries: MAX_ON_TIMELINE }]);
    await writeLog(app.installation.db, account.id, [{ at: at(30) }]);
    const { body: over } = await tenant.get(whole);
    expect(over.answers).toEqual([{ answer: 200, deliveries: MAX_ON_TIMELINE }]);
    expect(over).toMatchObject({ is_complete: false, covered_from: new Date(NINE + 2).toISOString() });
  });

  it.each([
    ['?created_before=2026-11-21T10:00:00Z', 'created_after'],
    ['?created_after=nonsense&created_before=2026-11-21T10:00:00Z', 'created_after'],
    ['?created_after=2026-11-21T10:00:00Z', 'created_before'],
    ['?created_after=2026-11-21T10:00:00Z&created_before=2026-11-21T10:00:00Z', 'created_before'],
    ['?created_after=2026-01-01T00:00:00Z&created_before=2026-11-21T10:00:00Z', 'created_before'],
    ['?created_after=2026-11-21T10:00:00Z&created_before=2026-11-21T11:00:00Z&replay_id=x', 'replay_id'],
  ])('refuses %j with an error for the field', async (query, field) => {
    const tenant = await tenantWith([]);
    const { body, status } = await tenant.get(TIMELINE + query);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('intervals of a time span', () => {
  it.each([
    [MINUTE_MS, 1],
    [HOUR_MS, 30],
    [4 * HOUR_MS, 120],
    [24 * HOUR_MS, 600],
    [7 * 24 * HOUR_MS, 10_800],
    [MAX_TIMELINE_MS, 21_600],
  ])('of %d ms are %d s long and limited in number', (lengthMs, seconds) => {
    for (const shiftMs of [0, 1, 12_345]) {
      const { fromMs, stepMs, toMs } = spanOf(NINE + shiftMs, NINE + shiftMs + lengthMs);
      expect(stepMs / 1000).toBeGreaterThanOrEqual(seconds);
      expect((toMs - fromMs) / stepMs).toBeLessThanOrEqual(MAX_STRETCHES);
      expect([fromMs <= NINE + shiftMs, toMs >= NINE + shiftMs + lengthMs]).toEqual([true, true]);
    }
  });
});
