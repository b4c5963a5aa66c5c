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

  it('say what came of it where that is not what the code says', () => {
    expect(meaningOfStatus('4.4.7', { end: 'final' })).toBe(
      'Given up: it was tried for as long as it may be, without success.',
    );
    expect(meaningOfStatus('5.7.1', { end: 'tried again' })).toMatch(/^Refused, and tried again all the same: /);
    expect(meaningOfStatus('5.1.1', { end: 'final' })).toBe('Refused for good: there is no such mailbox.');
    expect(meaningOfStatus('4.2.2', { end: 'tried again' })).toBe('Not now, it is tried again: the mailbox is full.');
  });

  it.each([
    ['4.7.1', '451 4.7.1 Greylisted, please come back'],
    ['4.2.0', '450 4.2.0 <ann@x.example>: Recipient address rejected: Greylisting in action, try again in 300 s'],
    ['4.0.0', '451 Graylist enforced'],
    ['4.3.2', '421 4.3.2 please try later (grey list)'],
    ['4.7.1', '450 4.7.1 Client host rejected: see http://postgrey.example/help/x.html postgrey'],
  ])('tell greylisting from a block list: %s %s', (status, reason) => {
    expect(meaningOfStatus(status, { reason })).toBe(
      'Not now, it is tried again: the receiver lets the first mail of a sender that it does not know wait (greylisting).',
    );
    expect(meaningOfStatus('5.7.1', { reason })).toMatch(/block list/);
  });

  it.each(['', '250', '3.1.1', '5.1', '5.1.1.1', 'x5.1.1', '5.1.1111', 'constructor'])('%j is none', (status) => {
    expect(meaningOfStatus(status)).toBeUndefined();
  });
});
