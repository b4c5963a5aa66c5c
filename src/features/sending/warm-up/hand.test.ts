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

describe('the share held by a process', () => {
  it.each<[what: string, hand: Hand | undefined, now: number, expected: unknown]>([
    ['nothing', undefined, 0, 'ask'],
    ['no limit', { kind: 'warm', untilMs: 10 }, 9, 'no limit'],
    ['no limit that expired', { kind: 'warm', untilMs: 10 }, 10, 'ask'],
    ['a spent share', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 9, { nextAtMs: 99 }],
    ['a spent share that expired', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 10, 'ask'],
    ['a block', block(), 99_999, 'granted'],
    ['a block of a past day', block(), 100_000, 'ask'],
    ['a block with its last message', block({ left: 1 }), 0, 'granted'],
    ['an empty block', block({ left: 0 }), 0, 'ask'],
  ])('is used correctly if it is %s', (_, hand, now, expected) => {
    expect(fromHand(hand, now)).toEqual(expected);
  });

  it.each<[what: string, answer: object, expected: Hand]>([
    ['no limit', { is_warm: true }, { kind: 'warm', untilMs: 61_000 }],
    ['nothing', {}, { kind: 'spent', nextAtMs: 3_601_000, untilMs: 11_000 }],
    ['nothing at the end of a day', { day_left_ms: 50 }, { kind: 'spent', nextAtMs: 1_050, untilMs: 1_050 }],
    ['nothing after the end of a day', { day_left_ms: -5 }, { kind: 'spent', nextAtMs: 1_000, untilMs: 1_000 }],
    [
      'some messages',
      { taken: 5 },
      { kind: 'block', day: DAY, endsAtMs: 3_601_000, size: 5, left: 5, usedAtMs: 1_000 },
    ],
  ])('is set correctly after the database granted %s', (_, answer, expected) => {
    expect(afterTaking(row(answer), 1_000)).toEqual(expected);
  });

  it('grows while it is used up, to a maximum', () => {
    expect(nextBlock(undefined)).toBe(5);
    expect(nextBlock(block({ size: 5 }))).toBe(10);
    expect(nextBlock(block({ size: 250 }))).toBe(500);
    expect(nextBlock(block({ size: 251 }))).toBe(500);
    expect(nextBlock({ kind: 'spent', nextAtMs: 0, untilMs: 0 })).toBe(5);
  });

  it.each<[what: string, hand: Hand | undefined, now: number, expected: boolean]>([
    ['a block in use', block(), 59_999, false],
    ['an unused block', block(), 60_000, true],
    ['a block of a past day', block({ usedAtMs: 99_999 }), 100_000, true],
    ['a valid answer', { kind: 'warm', untilMs: 10 }, 9, false],
    ['an expired answer', { kind: 'spent', nextAtMs: 99, untilMs: 10 }, 10, true],
    ['nothing', undefined, 0, true],
  ])('is idle if it should be: %s', (_, hand, now, expected) => {
    expect(isIdle(hand, now, 10_000)).toBe(expected);
  });
});
