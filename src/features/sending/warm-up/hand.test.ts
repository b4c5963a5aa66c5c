import { describe, expect, it } from 'vitest';
import { afterTaking, fromHand, isIdle, nextBlock, type Hand } from './hand.ts';

const DAY = '2026-11-21';
const row = (changed: object) => ({ is_warm: false, taken: 0, day: DAY, day_left_ms: 3_600_000.7, ...changed });
const block = (changed: object = {}): Hand => ({
  kind: 'block',
  day: DAY,
  endsAtMs: 100_000,
  size: 20,
  left: 3,
  usedAtMs: 50_000,
  ...changed,
});

describe('what a process holds of a share', () => {
  it.each<[what: string, hand: Hand | undefined, now: number, expected: unknown]>([
    ['nothing', undefined, 0, 'ask'],
    ['no limit', { kind: 'warm', untilMs: 10 }, 9, 'no limit'],
    ['no limit, too long ago', { kind: 'warm', untilMs: 10 }, 10, 'ask'],
    ['a spent share', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 9, { nextAtMs: 99 }],
    ['a spent share, too long ago', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 10, 'ask'],
    ['a block', block(), 99_999, 'granted'],
    ['a block of a day that is over', block(), 100_000, 'ask'],
    ['a block with its last mail', block({ left: 1 }), 0, 'granted'],
    ['a block that is used up', block({ left: 0 }), 0, 'ask'],
  ])('when it is %s', (_, hand, now, expected) => {
    expect(fromHand(hand, now)).toEqual(expected);
  });

  it.each<[what: string, answer: object, expected: Hand]>([
    ['no limit', { is_warm: true }, { kind: 'warm', untilMs: 61_000 }],
    ['nothing', {}, { kind: 'spent', nextAtMs: 3_601_000, untilMs: 11_000 }],
    ['nothing at the end of a day', { day_left_ms: 50 }, { kind: 'spent', nextAtMs: 1_050, untilMs: 1_050 }],
    ['nothing behind the end of a day', { day_left_ms: -5 }, { kind: 'spent', nextAtMs: 1_000, untilMs: 1_000 }],
    ['some mails', { taken: 5 }, { kind: 'block', day: DAY, endsAtMs: 3_601_000, size: 5, left: 5, usedAtMs: 1_000 }],
  ])('after the database gave %s', (_, answer, expected) => {
    expect(afterTaking(row(answer), 1_000)).toEqual(expected);
  });

  it('grows while it is used up, to a bound', () => {
    expect(nextBlock(undefined)).toBe(5);
    expect(nextBlock(block({ size: 5 }))).toBe(10);
    expect(nextBlock(block({ size: 250 }))).toBe(500);
    expect(nextBlock(block({ size: 251 }))).toBe(500);
    expect(nextBlock({ kind: 'spent', nextAtMs: 0, untilMs: 0 })).toBe(5);
  });

  it.each<[what: string, hand: Hand | undefined, now: number, expected: boolean]>([
    ['a block in use', block(), 59_999, false],
    ['a block that lies', block(), 60_000, true],
    ['a block of a day that is over', block({ usedAtMs: 99_999 }), 100_000, true],
    ['an answer that holds', { kind: 'warm', untilMs: 10 }, 9, false],
    ['an answer that has lapsed', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 10, true],
    ['nothing', undefined, 0, true],
  ])('is or is not idle: %s', (_, hand, now, expected) => {
    expect(isIdle(hand, now, 10_000)).toBe(expected);
  });
});
