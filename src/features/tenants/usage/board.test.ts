import { describe, expect, it } from 'vitest';
import type { Principal } from '../../../http/principal.ts';
import { createQuotaBoard, newer } from './board.ts';

describe('newer', () => {
  it.each([
    ['returns the larger counters of one day', ['2026-01-05', 7, 2], ['2026-01-05', 9, 4], ['2026-01-05', 9, 4]],
    [
      'keeps the count of the month when the day has changed',
      ['2026-01-05', 7, 2],
      ['2026-01-06', 3, 1],
      ['2026-01-06', 7, 1],
    ],
    ['starts again when the month has changed', ['2026-01-31', 7, 2], ['2026-02-01', 1, 1], ['2026-02-01', 1, 1]],
    ['starts again when the year has changed', ['2026-12-31', 7, 2], ['2027-01-01', 0, 0], ['2027-01-01', 0, 0]],
  ] as const)('%s', (_, a, b, expected) => {
    const counters = ([day, monthUsed, dayUsed]: readonly [string, number, number]) => ({ day, monthUsed, dayUsed });
    expect(newer(counters(a), counters(b))).toEqual(counters(expected));
    expect(newer(counters(b), counters(a))).toEqual(counters(expected));
  });
});

describe('quota headers', () => {
  const counters = { day: '2026-01-05', monthUsed: 40, dayUsed: 10 };
  const principal = (monthlyLimit?: number, dailyLimit?: number): Principal => ({
    accountId: 1,
    via: 'key',
    rateBucket: 1,
    scopes: new Set(),
    domain: undefined,
    rate: { perSecond: undefined, perMinute: undefined },
    account: {
      email: 'a@x.example',
      plan: 'free',
      isOperator: false,
      transactionalEnabled: true,
      pausedAt: undefined,
      pauseReason: undefined,
      quota: { monthlyLimit, dailyLimit, counters },
    },
  });

  it('contain the remaining messages of the month and the day', () => {
    expect(createQuotaBoard().headers(principal(3000, 100))).toEqual({
      'x-service-monthly-quota-remaining': '2960',
      'x-service-daily-quota-remaining': '90',
    });
  });

  it('contain the largest safe integer without a monthly limit, and no daily value without a daily limit', () => {
    expect(createQuotaBoard().headers(principal())).toEqual({
      'x-service-monthly-quota-remaining': '9007199254740991',
    });
  });

  it('use the noted counters and never go below zero', () => {
    const board = createQuotaBoard();
    board.note(1, { day: '2026-01-05', monthUsed: 5000, dayUsed: 12 });
    board.note(2, { day: '2026-01-05', monthUsed: 0, dayUsed: 0 });
    expect(board.headers(principal(3000, 100))).toEqual({
      'x-service-monthly-quota-remaining': '0',
      'x-service-daily-quota-remaining': '88',
    });
  });
});
