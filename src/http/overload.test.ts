import { describe, expect, it } from 'vitest';
import { createBudget } from './overload.ts';

const LARGE = { largeFromBytes: 1_000, maxLargeBodyBytes: 5_000 };

describe('createBudget', () => {
  it('admits requests up to the limit and again when one leaves', () => {
    const budget = createBudget({ ...LARGE, maxRequests: 2, maxBodyBytes: 0 });
    expect([budget.enter(), budget.enter(), budget.enter()]).toEqual([true, true, false]);
    budget.leave(0);
    expect([budget.enter(), budget.enter()]).toEqual([true, false]);
  });

  it('reserves bytes up to the limit and nothing when it refuses', () => {
    const budget = createBudget({ ...LARGE, maxRequests: 9, maxBodyBytes: 100 });
    budget.enter();
    expect([budget.reserve(60, 0), budget.reserve(41, 0), budget.reserve(40, 0), budget.reserve(1, 0)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(budget.bodyBytes).toBe(100);
    budget.leave(100);
    expect([budget.requests, budget.bodyBytes]).toEqual([0, 0]);
  });

  it('has a separate limit for large bodies, including one that grows large, and frees it again', () => {
    const budget = createBudget({ ...LARGE, maxRequests: 9, maxBodyBytes: 1_500 });
    for (let entered = 0; entered < 3; entered += 1) budget.enter();
    expect(budget.reserve(4_000, 0)).toBe(true);
    expect([budget.reserve(900, 0), budget.reserve(601, 0)]).toEqual([true, false]);
    // When a body of 900 bytes grows and becomes a large body, its reservation moves from the limit for small bodies to
    // the limit for large bodies. If the limit for large bodies is reached, the reservation does not move.
    expect([budget.reserve(101, 900), budget.reserve(100, 900), budget.bodyBytes]).toEqual([false, true, 5_000]);
    budget.leave(4_000);
    expect([budget.reserve(1, 1_000), budget.bodyBytes]).toEqual([true, 1_001]);
    expect([budget.reserve(600, 0), budget.reserve(900, 0), budget.reserve(1, 0)]).toEqual([true, true, false]);
    budget.leave(1_001);
    budget.leave(600);
    expect(budget.bodyBytes).toBe(900);
  });
});
