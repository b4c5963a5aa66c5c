import { describe, expect, it } from 'vitest';
import { createBudget } from './overload.ts';

describe('the budget of requests under way', () => {
  it('has a place for the last one, none for one more, and again when one leaves', () => {
    const budget = createBudget({ maxRequests: 2, maxBodyBytes: 0 });
    expect([budget.enter(), budget.enter(), budget.enter()]).toEqual([true, true, false]);
    budget.leave(0);
    expect([budget.enter(), budget.enter()]).toEqual([true, false]);
  });

  it('has room to the last byte, and takes nothing when it refuses', () => {
    const budget = createBudget({ maxRequests: 9, maxBodyBytes: 100 });
    budget.enter();
    expect([budget.reserve(60), budget.reserve(41), budget.reserve(40), budget.reserve(1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(budget.bodyBytes).toBe(100);
    budget.leave(100);
    expect([budget.requests, budget.bodyBytes]).toEqual([0, 0]);
  });
});
