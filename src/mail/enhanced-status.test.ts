import { describe, expect, it } from 'vitest';
import { meaningOfStatus } from './enhanced-status.ts';

describe('meaningOfStatus', () => {
  it.each([
    ['5.1.1', 'Permanently rejected: the mailbox does not exist.'],
    ['4.2.2', 'Temporarily rejected: the mailbox is full.'],
    ['5.7.999', 'Permanently rejected: the receiver rejected the email by policy.'],
    ['2.0.0', 'Accepted.'],
    ['5.99.1', 'Permanently rejected.'],
  ])('describes %s', (status, words) => {
    expect(meaningOfStatus(status)).toBe(words);
  });

  it('describes the outcome if it differs from the code', () => {
    expect(meaningOfStatus('4.4.7', { end: 'final' })).toBe('Expired: all attempts within the allowed time failed.');
    expect(meaningOfStatus('5.7.1', { end: 'tried again' })).toMatch(/^Rejected, but will be retried: /);
    expect(meaningOfStatus('5.1.1', { end: 'final' })).toBe('Permanently rejected: the mailbox does not exist.');
    expect(meaningOfStatus('4.2.2', { end: 'tried again' })).toBe('Temporarily rejected: the mailbox is full.');
  });

  it.each([
    ['4.7.1', '451 4.7.1 Greylisted, please come back'],
    ['4.2.0', '450 4.2.0 <ann@x.example>: Recipient address rejected: Greylisting in action, try again in 300 s'],
    ['4.0.0', '451 Graylist enforced'],
    ['4.3.2', '421 4.3.2 please try later (grey list)'],
    ['4.7.1', '450 4.7.1 Client host rejected: see http://postgrey.example/help/x.html postgrey'],
  ])('distinguishes greylisting from a blocklist: %s %s', (status, reason) => {
    expect(meaningOfStatus(status, { reason })).toBe(
      'Temporarily rejected: the receiver delays the first email from an unknown sender (greylisting).',
    );
    expect(meaningOfStatus('5.7.1', { reason })).toMatch(/blocklist/);
  });

  it.each(['', '250', '3.1.1', '5.1', '5.1.1.1', 'x5.1.1', '5.1.1111', 'constructor'])(
    'returns undefined for %j',
    (status) => {
      expect(meaningOfStatus(status)).toBeUndefined();
    },
  );
});
