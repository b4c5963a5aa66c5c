import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/db.ts';
import type { Db } from '../../../base/db.ts';
import { silentLog } from '../../../base/log.ts';
import { listWarmUps, resetWarmUp, skipWarmUp, startWarmUp } from './administration.ts';
import { SPENT_MS, WARM_MS } from './hand.ts';
import { RAMP } from './ramp.ts';
import { createWarmUp, type WarmUp, type WarmUpOptions } from './warm-up.ts';

const KEY = { source: 'default', senderDomain: 'acme.example', provider: 'google' };
const HOLD_PERCENT = 5;
const DAY_MS = 86_400_000;

let test: TestDatabase;
let now: number;
let running: WarmUp[];

beforeEach(async () => {
  test = await createTestDatabase();
  now = 1_000_000;
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((warmUp) => warmUp.stop()));
  await test.drop();
});

function process(options: Partial<WarmUpOptions> = {}): WarmUp {
  const clock = { now: () => now };
  const warmUp = createWarmUp({
    db: test.db,
    clock,
    log: silentLog,
    enabled: true,
    holdPercent: HOLD_PERCENT,
    ...options,
  });
  running.push(warmUp);
  return warmUp;
}

async function take(warmUp: WarmUp, count: number, key = KEY): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => warmUp.take(key)));
  return answers.filter(({ granted }) => granted).length;
}

/** Simulates that `days` days pass: moves the stored days into the past, and the clock forward. */
async function pass(days: number): Promise<void> {
  await test.db.script(`update warm_up set day = day - ${days};
    update warm_up_start set began_at = began_at - interval '${days} days'`);
  now += days * DAY_MS;
}

const warmUpStatus = async (key = KEY) =>
  (await listWarmUps(test.db, HOLD_PERCENT)).find(
    ({ source, senderDomain, provider }) =>
      source === key.source && senderDomain === key.senderDomain && provider === key.provider,
  );

describe('the ramp', () => {
  it('starts with 50, doubles to 10,000, never decreases, and ends after 30 days', () => {
    expect(RAMP.slice(0, 9)).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000]);
    expect(RAMP).toHaveLength(30);
    expect(RAMP.toSorted((a, b) => a - b)).toEqual(RAMP);
  });
});

describe('a new source', () => {
  it('sends the limit of the first day, and not one message more', async () => {
    const warmUp = process();
    expect(await take(warmUp, 49)).toBe(49);
    expect(await take(warmUp, 1)).toBe(1);
    expect(await take(warmUp, 1)).toBe(0);
  });

  it('reports when the next day starts: at midnight UTC', async () => {
    const warmUp = process();
    await take(warmUp, 50);
    const answer = await warmUp.take(KEY);
    const [row] = await test.db.query<{ left: number }>(
      {
        name: '',
        text: `select extract(epoch from date_trunc('day', now() at time zone 'utc') + interval '1 day'
          - now() at time zone 'utc')::float8 * 1000 as left`,
      },
      [],
    );
    const nextAtMs = answer.granted ? 0 : answer.nextAtMs;
    expect(Math.abs(nextAtMs - now - (row?.left ?? 0))).toBeLessThan(10_000);
  });

  it('has a limit for each sender domain and each provider', async () => {
    const warmUp = process();
    expect(await take(warmUp, 60)).toBe(50);
    expect(await take(warmUp, 60, { ...KEY, provider: 'yahoo' })).toBe(50);
    expect(await take(warmUp, 60, { ...KEY, senderDomain: 'other.example' })).toBe(50);
    expect(await take(warmUp, 60, { ...KEY, source: 'm2' })).toBe(50);
  });

  it('divides the limit exactly between processes that send at the same time', async () => {
    const processes = Array.from({ length: 5 }, () => process());
    const granted = await Promise.all(processes.map((warmUp) => take(warmUp, 60)));
    expect(granted.reduce((sum, count) => sum + count, 0)).toBe(50);
  });

  it('gets the next limit a day later, and the same one if nothing was sent', async () => {
    const warmUp = process();
    await take(warmUp, 50);
    await pass(1);
    expect(await take(warmUp, 200)).toBe(100);
    await pass(1);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay: 3, share: 200 }, granted: 0 });
    await pass(7);
    // Of the seven days, only the day with messages counts.
    expect(await take(warmUp, 1)).toBe(1);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay: 3, share: 200 } });
  });

  it('has no limit after the last day', async () => {
    const warmUp = process();
    await take(warmUp, 1);
    await test.db.script(`update warm_up set ramp_day = ${RAMP.length}`);
    await pass(1);
    expect(await take(warmUp, 500)).toBe(500);
    expect(await warmUpStatus()).toMatchObject({ today: undefined });
  });

  it('starts again after more than 30 days without messages', async () => {
    const warmUp = process();
    await take(warmUp, 1);
    await test.db.script('update warm_up set ramp_day = 5');
    await pass(30);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay: 6 } });
    await pass(1);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay: 1 } });
    expect(await take(warmUp, 60)).toBe(50);
  });

  it('has sent for less time than the ramp; new domains on an older source have no limit', async () => {
    const warmUp = process();
    await take(warmUp, 1);
    await pass(RAMP.length - 1);
    expect(await take(warmUp, 60, { ...KEY, senderDomain: 'late.example' })).toBe(50);
    await pass(1);
    expect(await take(warmUp, 60, { ...KEY, senderDomain: 'later.example' })).toBe(60);
  });

  it('is not limited if warm-up is disabled', async () => {
    const warmUp = process({ enabled: false });
    warmUp.notePolicyBounce(KEY);
    expect(await take(warmUp, 60)).toBe(60);
    expect(await listWarmUps(test.db, HOLD_PERCENT)).toEqual([]);
  });
});

describe('a day with policy refusals', () => {
  it.each([
    ['is followed by the next one at the threshold', 40, 2, 2],
    ['is repeated above the threshold', 40, 3, 1],
  ])('%s', async (_, mails, bounces, rampDay) => {
    const warmUp = process();
    await take(warmUp, mails);
    for (let count = 0; count < bounces; count += 1) warmUp.notePolicyBounce(KEY);
    await warmUp.stop();
    expect(await warmUpStatus()).toMatchObject({ granted: mails, policyBounces: bounces, isHeld: rampDay === 1 });
    await pass(1);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay }, policyBounces: 0, isHeld: false });
  });

  it('keeps the count while the database rejects it', async () => {
    let isAway = true;
    const db: Db = {
      query: (statement, values) =>
        isAway && statement.name === 'warm_up_count_bounces'
          ? Promise.reject(new Error('away'))
          : test.db.query(statement, values),
    };
    const warmUp = process({ db });
    await take(warmUp, 10);
    warmUp.notePolicyBounce(KEY);
    await warmUp.stop();
    isAway = false;
    warmUp.notePolicyBounce(KEY);
    await warmUp.stop();
    expect(await warmUpStatus()).toMatchObject({ policyBounces: 2, granted: 10 });
  });
});

describe('a process', () => {
  it('queries the database in blocks, and once a minute if there is no limit', async () => {
    let statements = 0;
    const db: Db = {
      query(statement, values) {
        statements += 1;
        return test.db.query(statement, values);
      },
    };
    const warmUp = process({ db });
    await take(warmUp, 50);
    expect(statements).toBe(4);
    await skipWarmUp(test.db, KEY.source);
    now += SPENT_MS;
    statements = 0;
    expect(await take(warmUp, 1_000)).toBe(1_000);
    expect(statements).toBe(1);
    now += WARM_MS - 1;
    expect(await take(warmUp, 1)).toBe(1);
    expect(statements).toBe(1);
    now += 1;
    expect(await take(warmUp, 1)).toBe(1);
    expect(statements).toBe(2);
  });

  it('returns its reserved messages when it stops', async () => {
    const first = process();
    await take(first, 6);
    expect(await warmUpStatus()).toMatchObject({ granted: 15 });
    await first.stop();
    expect(await warmUpStatus()).toMatchObject({ granted: 6 });
    expect(await take(process(), 60)).toBe(44);
  });

  it('that dies loses its reserved messages, and adds nothing', async () => {
    const dying = process();
    await take(dying, 6);
    expect(await take(process(), 60)).toBe(35);
  });

  it('returns an unused block while it runs', async () => {
    const warmUp = process({ idleMs: 5 });
    await take(warmUp, 1);
    now += 5;
    await eventually('the block is back', async () => ((await warmUpStatus())?.granted === 1 ? true : undefined));
  });

  it('returns nothing for a past day', async () => {
    const warmUp = process();
    await take(warmUp, 6);
    await test.db.script('update warm_up set day = day + 1');
    await warmUp.stop();
    expect(await warmUpStatus()).toMatchObject({ granted: 15 });
  });

  it('takes back a reservation that was not used, even if the limit is used up', async () => {
    const warmUp = process();
    const first = await warmUp.take(KEY);
    await take(warmUp, 49);
    expect(await take(warmUp, 1)).toBe(0);
    if (first.granted) first.release();
    await warmUp.stop();
    expect(await warmUpStatus()).toMatchObject({ granted: 49 });
    expect(await take(process(), 3)).toBe(1);
  });

  it('rejects while the database is unavailable, and continues afterwards', async () => {
    let isAway = true;
    const db: Db = {
      query: (statement, values) => (isAway ? Promise.reject(new Error('away')) : test.db.query(statement, values)),
    };
    const warmUp = process({ db });
    await expect(warmUp.take(KEY)).rejects.toThrow('away');
    isAway = false;
    expect(await take(warmUp, 1)).toBe(1);
  });
});

describe('the operator', () => {
  it('skips the ramp of a source, of a domain and of a provider', async () => {
    const warmUp = process();
    await take(warmUp, 1);
    await take(warmUp, 1, { ...KEY, provider: 'yahoo' });
    expect(await skipWarmUp(test.db, 'default', { senderDomain: 'acme.example', provider: 'yahoo' })).toBe(1);
    expect(await warmUpStatus()).toMatchObject({ today: { rampDay: 1 } });
    expect(await warmUpStatus({ ...KEY, provider: 'yahoo' })).toMatchObject({ today: undefined });
    expect(await skipWarmUp(test.db, 'default', { senderDomain: 'acme.example' })).toBe(2);
    expect(await take(process(), 60, { ...KEY, provider: 'apple' })).toBe(60);
    expect(await take(process(), 60, { ...KEY, senderDomain: 'other.example' })).toBe(50);
    await skipWarmUp(test.db, 'default');
    expect(await take(process(), 60, { ...KEY, senderDomain: 'third.example' })).toBe(60);
  });

  it('starts the ramp with the first day, also for a domain on an old source', async () => {
    await skipWarmUp(test.db, 'default');
    await startWarmUp(test.db, 'default', 'acme.example');
    const warmUp = process();
    expect(await take(warmUp, 60)).toBe(50);
    expect(await take(warmUp, 60, { ...KEY, senderDomain: 'other.example' })).toBe(60);
    await startWarmUp(test.db, 'default');
    expect(await take(process(), 60, { ...KEY, senderDomain: 'other.example' })).toBe(50);
  });

  it('resets a source as if it had never sent', async () => {
    await skipWarmUp(test.db, 'default');
    await resetWarmUp(test.db, 'default');
    expect(await take(process(), 60)).toBe(50);
    await resetWarmUp(test.db, 'default', 'acme.example');
    expect(await take(process(), 60)).toBe(50);
  });
});
