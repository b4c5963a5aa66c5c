import { describe, expect, it } from 'vitest';
import { meaningOfStatus } from './enhanced-status.ts';

describe('enhanced status codes in words', () => {
  it.each([
    ['5.1.1', 'Refused for good: there is no such mailbox.'],
    ['4.2.2', 'Not now, it is tried again: the mailbox is full.'],
    ['5.7.999', 'Refused for good: the receiver refuses for reasons of policy.'],
    ['2.0.0', 'Taken.'],
    ['5.99.1', 'Refused for good.'],
  ])('%s', (status, words) => {
    expect(meaningOfStatus(status)).toBe(words);
  });

  it.each(['', '250', '3.1.1', '5.1', '5.1.1.1', 'x5.1.1', '5.1.1111', 'constructor'])('%j is none', (status) => {
    expect(meaningOfStatus(status)).toBeUndefined();
  });
});
