import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeasedRow } from './compose.ts';
import {
  createClaimPolicy,
  createFronts,
  createPace,
  createRest,
  DELIVERIES_AN_OUTCOME,
  LEAST_DELIVERIES_A_SECOND,
  type ClaimPolicy,
  type Pace,
} from './claim-policy.ts';

function paceAt(nowMs: number): { readonly pace: Pace; readonly clock: { nowMs: number } } {
  const clock = { nowMs };
  return { clock, pace: createPace(() => clock.nowMs) };
}

describe('deliveries', () => {
  it('are not held up where no mail was sent', () => {
    expect(paceAt(0).pace.allowed()).toBe(Number.POSITIVE_INFINITY);
  });

  it('come as many for each outcome of a mail as it may have events, and some', () => {
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

  it('flow at the least rate behind a trickle of mail', () => {
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
    expect(taken).toBe(10 * LEAST_DELIVERIES_A_SECOND + outcomes * DELIVERIES_AN_OUTCOME);
  });

  it('are not saved up beyond a claim', () => {
    const { clock, pace } = paceAt(0);
    pace.mailed(1_000_000);
    expect(pace.allowed()).toBe(256);
    clock.nowMs = 999;
    expect(pace.allowed()).toBe(256);
  });

  it('do not become more by being asked for at the same moment', () => {
    const { pace } = paceAt(5_000);
    pace.mailed(0);
    expect(Array.from({ length: 50 }, () => pace.allowed())).toEqual(Array.from({ length: 50 }, () => 0));
  });

  it('flow freely once no outcome was recorded for a second, and begin anew with nothing saved', () => {
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

  it('are held up by no clock that was set back', () => {
    const { clock, pace } = paceAt(1_000_000);
    pace.mailed(1);
    clock.nowMs = 0;
    expect(pace.allowed()).toBe(Number.POSITIVE_INFINITY);
    pace.mailed(1);
    expect(pace.allowed()).toBe(DELIVERIES_AN_OUTCOME);
  });
});

describe('a rest', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends with its time when fewer places became free', async () => {
    const rest = createRest();
    rest.begin();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 2).then(ended);
    rest.freed();
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('counts no place before the first that became free', async () => {
    const rest = createRest();
    const ended = vi.fn<() => void>();
    void rest.wait(15, 1).then(ended);
    await vi.advanceTimersByTimeAsync(14);
    expect(ended).not.toHaveBeenCalled();
    rest.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('ends with the last place of so many', async () => {
    const rest = createRest();
    rest.begin();
    const resting = rest.wait(15, 2);
    rest.freed();
    rest.freed();
    await resting;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is over at once when they became free since the round began, and counts none of the round before', async () => {
    const rest = createRest();
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

describe('how far a backlog has been taken', () => {
  it('is known of an account of which a claim took many rows, with some time for late transactions', () => {
    const fronts = createFronts(() => 0);
    fronts.took(7, 16, DUE_MS);
    expect(fronts.known()).toEqual({ accounts: [7], afterMs: [DUE_MS - 1_000] });
  });

  it('is not known of an account of which few rows were taken, also when there were many before', () => {
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
  ])('%i ms later is known of %i account', (laterMs, count) => {
    let nowMs = DUE_MS;
    const fronts = createFronts(() => nowMs);
    fronts.took(7, 250, DUE_MS);
    nowMs += laterMs;
    expect(fronts.known().accounts).toHaveLength(count);
  });

  it('is known of 64 accounts at most', () => {
    const fronts = createFronts(() => 0);
    for (let accountId = 1; accountId <= 65; accountId += 1) fronts.took(accountId, 16, DUE_MS);
    expect(fronts.known().accounts).toHaveLength(64);
  });
});

describe('the policy of claims', () => {
  const row = { account_id: 1, due_ms: 0 } as LeasedRow;

  it('lets a claim take what there is room for, what mail leaves it, and never more than a claim takes', () => {
    const policy = createClaimPolicy(() => 0);
    expect([policy.begin(0), policy.begin(7), policy.begin(1_000)]).toEqual([0, 7, 256]);
    policy.mailed(3);
    expect(policy.begin(1_000)).toBe(3 * DELIVERIES_AN_OUTCOME);
    policy.took([row, row]);
    expect(policy.begin(1_000)).toBe(3 * DELIVERIES_AN_OUTCOME - 2);
  });

  it('waits for what is due only where nothing was taken, all was looked at, and mail does not go first', async () => {
    const policy = createClaimPolicy(() => 0);
    policy.begin(10);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(true);
    expect(await policy.rest({ rows: [], isRound: false, inVain: 0 })).toBe(false);
    expect(await policy.rest({ rows: [row], isRound: true, inVain: 0 })).toBe(false);
    policy.mailed(0);
    expect(policy.begin(10)).toBe(0);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(false);
  });

  it('waits for what is due also where mail leaves room for a single delivery', async () => {
    let nowMs = 5_000;
    const policy = createClaimPolicy(() => nowMs);
    policy.mailed(0);
    nowMs += 1_000 / LEAST_DELIVERIES_A_SECOND;
    expect(policy.begin(10)).toBe(1);
    expect(await policy.rest({ rows: [], isRound: true, inVain: 0 })).toBe(true);
  });

  it('knows the backlog of each account from the first row that was taken of it', () => {
    const policy = createClaimPolicy(() => 0);
    policy.took(Array.from({ length: 16 }, (_, no) => ({ account_id: 1, due_ms: DUE_MS + no }) as LeasedRow));
    expect(policy.fronts.known().afterMs).toEqual([DUE_MS - 1_000]);
  });

  it('tells the next claim of accounts with a backlog until it is forgotten', () => {
    const policy = createClaimPolicy(() => 0);
    policy.took(Array.from({ length: 16 }, () => row));
    expect(policy.fronts.known().accounts).toEqual([1]);
    policy.fronts.forget();
    expect(policy.fronts.known().accounts).toEqual([]);
  });
});

describe('between two claims', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Rows of accounts by turns. */
  const rowsOf = (count: number, accounts: number): LeasedRow[] =>
    Array.from({ length: count }, (_, no) => ({ account_id: no % accounts, due_ms: 0 }) as LeasedRow);

  /** A policy that rests after what a claim brought, and whether the rest is over. */
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
    ['accounts were not looked at yet', { isRound: false }, 0],
    ['few were looked at in vain', { inVain: 49 }, 5],
    ['many were looked at in vain', { inVain: 200 }, 20],
    ['many were, and others were not looked at yet', { inVain: 200, isRound: false }, 20],
    ['little is due', { rows: rowsOf(63, 1) }, 5],
    ['much is due', { rows: rowsOf(64, 1) }, 15],
  ])('when %s, %j, there are so many ms: %i', async (_when, brought, ms) => {
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
  ])('much that is due of %i accounts is gone on with after so many places: %i', async (accounts, places) => {
    const state = resting({ rows: rowsOf(64, accounts) });
    for (let no = 1; no < places; no += 1) state.policy.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.isOver).toBe(false);
    state.policy.freed();
    await vi.advanceTimersByTimeAsync(0);
    expect(state.isOver).toBe(true);
  });

  it('places are waited for neither while little is due nor behind mail, which takes 200 ms', async () => {
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
