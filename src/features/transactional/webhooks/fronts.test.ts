import { describe, expect, it } from 'vitest';
import { createFronts, FRONT_HOLDS_MS, FRONT_SLACK_MS } from './fronts.ts';

const DUE_MS = 1_795_000_000_000;

describe('how far a backlog has been taken', () => {
  it('is known of an account of which a claim took many rows, with some time for late transactions', () => {
    const fronts = createFronts(() => 0);
    fronts.took(7, 16, DUE_MS);
    expect(fronts.known()).toEqual({ accounts: [7], afterMs: [DUE_MS - FRONT_SLACK_MS] });
  });

  it('is not known of an account of which few rows were taken, also when there were many before', () => {
    const fronts = createFronts(() => 0);
    fronts.took(7, 16, DUE_MS);
    fronts.took(7, 15, DUE_MS);
    fronts.took(8, 1, DUE_MS);
    expect(fronts.known()).toEqual({ accounts: [], afterMs: [] });
  });

  it.each([
    [FRONT_HOLDS_MS, 1],
    [FRONT_HOLDS_MS + 1, 0],
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
