import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeasedRow } from './compose.ts';
import {
  createClaimPolicy,
  createFronts,
  createPace,
  createPause,
  DELIVERIES_AN_OUTCOME,
  MIN_DELIVERIES_A_SECOND,
  type ClaimPolicy,
  type Pace,
} from './claim-policy.ts';

function paceAt(nowMs: number): { readonly pace: Pace; readonly clock: { nowMs: number } } {
  const clock = { nowMs };
  return { clock, pace: createPace(() => clock.nowMs) };
}

describe('createPace', () => {
  it('does not limit deliveries if no messages are sent', () => {
    expect(paceAt(0).pace.allowed()).toBe(Number.POSITIVE_INFINITY);
  });

  it('allows the maximum number of events per message outcome, and a few more', () => {
    const { pace } = paceAt(5_000);
    pace.mailed(7);
    expect(pace.allowed()).toBe(7 * DELIVERIES_AN_OUTCOME);
    pace.took(13);
    expect(pace.allowed()).toBe(1);
    pace.took(1);
    expect(pace.allowed()).toBe(0);
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });

  it('allows the minimum rate if few messages are sent', () => {
    const { clock, pace } = paceAt(0);
    let taken = 0;
    for (let ms = 0; ms <= 10_000; ms += 50) {
      clock.nowMs = ms;
      if (ms % 500 === 0) pace.mailed(1);
      const allowed = pace.allowed();
      taken += allowed;
      pace.took(allowed);
    }
    const outcomes = 21;
    expect(taken).toBe(10 * MIN_DELIVERIES_A_SECOND + outcomes * DELIVERIES_AN_OUTCOME);
  });

  it('does not accumulate more than one claim', () => {
    const { clock, pace } = paceAt(0);
    pace.mailed(1_000_000);
    expect(pace.allowed()).toBe(256);
    clock.nowMs = 999;
    expect(pace.allowed()).toBe(256);
  });

  it('does not allow more deliveries for repeated calls at the same time', () => {
    const { pace } = paceAt(5_000);
    pace.mailed(0);
    expect(Array.from({ length: 50 }, () => pace.allowed())).toEqual(Array.from({ length: 50 }, () => 0));
  });

  it('removes the limit a second after the last outcome, and accumulates nothing in the meantime', () => {
    const { clock, pace } = paceAt(0);
    pace.mailed(100);
    clock.nowMs = 999;
    expect(pace.allowed()).toBeLessThan(Number.POSITIVE_INFINITY);
    clock.nowMs = 1_000;
    expect(pace.allowed()).toBe(Number.POSITIVE_INFINITY);
    pace.took(256);
    clock.nowMs = 60_000;
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });

  it('does not limit deliveries after the clock was set back', () => {
    const { clock, pace } = paceAt(1_000_000);
    pace.mailed(1);
    clock.nowMs = 0;
    expect(pace.allowed()).toBe(Number.POSITIVE_INFINITY);
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });
});

describe('createPause', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends after its time if fewer slots were released', async () => {
    const rest = createPause();
    rest.begin();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 2).then(ended);
    rest.freed();
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('does not count slots before the first release', async () => {
    const rest = createPause();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 1).then(ended);
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    rest.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('ends when the given number of slots is released', async () => {
    const rest = createPause();
    rest.begin();
    const resting = rest.wait(15, 2);
    rest.freed();
    rest.freed();
    await resting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends immediately if enough slots were released in this round, without counting those of the previous round', async () => {
    const rest = createPause();
    rest.begin();
    rest.freed();
    rest.freed();
    await rest.wait(15, 2);
    rest.begin();
    rest.freed();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 2).then(ended);
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });
});

const DUE_MS = 1_795_000_000_000;

describe('createFronts', () => {
  it('knows the front of an account after a claim of many rows, with a margin for late commits', () => {
    const fronts = createFronts(() => 0);
    fronts.took(7, 16, DUE_MS);
    expect(fronts.known()).toEqual({ accounts: [7], afterMs: [DUE_MS - 1_000] });
  });

  it('does not know the front of an account after a claim of few rows, even if there were many before', () => {
    const fronts = createFronts(() => 0);
    fronts.took(7, 16, DUE_MS);
    fronts.took(7, 15, DUE_MS);
    fronts.took(8, 1, DUE_MS);
    expect(fronts.known()).toEqual({ accounts: [], afterMs: [] });
  });

  it.each([
    [1_000, 1],
    [1_001, 0],
    [-1, 0],
  ])('after %i ms, knows the fronts of %i account', (laterMs, count) => {
    let nowMs = DUE_MS;
    const fronts = createFronts(() => nowMs);
    fronts.took(7, 250, DUE_MS);
    nowMs += laterMs;
    expect(fronts.known().accounts).toHaveLength(count);
  });

  it('knows the fronts of at most 64 accounts', () => {
    const fronts = createFronts(() => 0);
    for (let accountId = 1; accountId <= 65; accountId += 1) fronts.took(accountId, 16, DUE_MS);
    expect(fronts.known().accounts).toHaveLength(64);
  });
});

describe('createClaimPolicy', () => {
  const row = { account_id: 1, due_ms: 0 } as LeasedRow;

  it('limits a claim to the free slots, the pace and the maximum of a claim', () => {
    const policy = createClaimPolicy(() => 0);
    expect([policy.begin(0), policy.begin(7), policy.begin(1_000)]).toEqual([0, 7, 256]);
    policy.mailed(3);
    expect(policy.begin(1_000)).toBe(3 * DELIVERIES_AN_OUTCOME);
    policy.took([row, row]);
    expect(policy.begin(1_000)).toBe(3 * DELIVERIES_AN_OUTCOME - 2);
  });

  it('waits for due deliveries only if nothing was claimed, all accounts were checked and the pace is not limited', async () => {
    const policy = createClaimPolicy(() => 0);
    policy.begin(10);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(true);
    expect(await policy.rest({ rows: [], isRound: false, inVain: 0 })).toBe(false);
    expect(await policy.rest({ rows: [row], isRound: true, inVain: 0 })).toBe(false);
    policy.mailed(0);
    expect(policy.begin(10)).toBe(0);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(false);
  });

  it('waits for due deliveries even if the pace allows a single one', async () => {
    let nowMs = 5_000;
    const policy = createClaimPolicy(() => nowMs);
    policy.mailed(0);
    nowMs += 1_000 / MIN_DELIVERIES_A_SECOND;
    expect(policy.begin(10)).toBe(1);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(true);
  });

  it('takes the front of each account from its first claimed row', () => {
    const policy = createClaimPolicy(() => 0);
    policy.took(Array.from({ length: 16 }, (_, no) => ({ account_id: 1, due_ms: DUE_MS + no }) as LeasedRow));
    expect(policy.fronts.known().afterMs).toEqual([DUE_MS - 1_000]);
  });

  it('passes accounts with a backlog to the next claim until they are forgotten', () => {
    const policy = createClaimPolicy(() => 0);
    policy.took(Array.from({ length: 16 }, () => row));
    expect(policy.fronts.known().accounts).toEqual([1]);
    policy.fronts.forget();
    expect(policy.fronts.known().accounts).toEqual([]);
  });
});

describe('the pause between claims', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Returns rows that alternate between accounts. */
  const rowsOf = (count: number, accounts: number): LeasedRow[] =>
    Array.from({ length: count }, (_, no) => ({ account_id: no % accounts, due_ms: 0 }) as LeasedRow);

  /**
   * Simulates a claim with the given result and starts the pause that follows it. Returns the policy and `isOver`,
   * which becomes true at the end of the pause.
   */
  function resting(brought: Partial<Parameters<ClaimPolicy['rest']>[0]>, isMailed = false) {
    const policy = createClaimPolicy(() => 5_000);
    if (isMailed) policy.mailed(1);
    policy.begin(1_000);
    const state = { policy, isOver: false };
    void policy.rest({ rows: [], isRound: true, inVain: 0, ...brought }).then(() => (state.isOver = true));
    return state;
  }

  it.each([
    ['nothing is due', {}, 5],
    ['some accounts were not checked yet', { isRound: false }, 0],
    ['few accounts were checked in vain', { inVain: 49 }, 5],
    ['many accounts were checked in vain', { inVain: 200 }, 20],
    ['many accounts were checked in vain and others were not checked yet', { inVain: 200, isRound: false }, 20],
    ['few deliveries are due', { rows: rowsOf(63, 1) }, 5],
    ['many deliveries are due', { rows: rowsOf(64, 1) }, 15],
  ])('if %s, %j, lasts %i ms', async (_when, brought, ms) => {
    const state = resting(brought);
    if (ms > 0) await vi.advanceTimersByTimeAsync(ms - 1);
    expect(state.isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(ms > 0 ? 1 : 0);
    expect(state.isOver).toBe(true);
  });

  it.each([
    [1, 128],
    [2, 256],
    [3, 256],
  ])('if many deliveries of %i accounts are due, ends after %i released slots', async (accounts, places) => {
    const state = resting({ rows: rowsOf(64, accounts) });
    for (let no = 1; no < places; no += 1) state.policy.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.isOver).toBe(false);
    state.policy.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.isOver).toBe(true);
  });

  it('ignores released slots if few deliveries are due, and lasts 200 ms if the pace is limited', async () => {
    const [little, behind] = [resting({ rows: rowsOf(63, 1) }), resting({ rows: rowsOf(64, 1) }, true)];
    for (let no = 0; no < 1_000; no += 1) for (const { policy } of [little, behind]) policy.freed();
    await vi.advanceTimersByTimeAsync(4);
    expect([little.isOver, behind.isOver]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(195);
    expect([little.isOver, behind.isOver]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(behind.isOver).toBe(true);
  });
});
