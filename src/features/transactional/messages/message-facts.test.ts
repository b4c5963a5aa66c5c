import { describe, expect, it } from 'vitest';
import { statusAfter } from './message-facts.ts';

/** A timeline from `recipient event` in the order in which things happened; the ids are their places. */
function timeline(...entries: readonly string[]) {
  return entries.map((entry, index) => {
    const [recipient = '', event = ''] = entry.split(' ');
    return { id: String(index), recipientNo: Number(recipient), event };
  });
}

describe('the status of a message right after an event', () => {
  it.each([
    { of: ['0 sent', '0 delivered'], count: 1, after: 0, status: 'sent' },
    { of: ['0 sent', '0 delivered'], count: 1, after: 1, status: 'delivered' },
    { of: ['0 delayed', '0 sent', '0 delivered'], count: 1, after: 0, status: 'queued' },
    { of: ['0 sent', '0 delivered', '0 opened', '0 bounced'], count: 1, after: 2, status: 'delivered' },
    { of: ['0 sent', '0 delivered', '0 opened', '0 bounced'], count: 1, after: 3, status: 'bounced' },
    { of: ['0 delivered', '0 bounced', '0 complained'], count: 1, after: 2, status: 'complained' },
    { of: ['0 suppressed'], count: 1, after: 0, status: 'suppressed' },
    { of: ['0 failed'], count: 1, after: 0, status: 'failed' },
    // As long as another recipient waits, so does the message; the greatest state is the message's.
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 0, status: 'queued' },
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 1, status: 'sent' },
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 2, status: 'delivered' },
    { of: ['0 bounced', '1 suppressed'], count: 2, after: 1, status: 'bounced' },
    { of: ['0 sent', '0 delivered'], count: 3, after: 1, status: 'delivered' },
  ])('$after of $of among $count is $status', ({ of, count, after, status }) => {
    expect(statusAfter(timeline(...of), String(after), count)).toBe(status);
  });

  it('is the latest one when the timeline does not hold the event, and queued when it holds nothing', () => {
    expect(statusAfter(timeline('0 sent', '0 bounced'), 'other', 1)).toBe('bounced');
    expect(statusAfter([], 'other', 1)).toBe('queued');
  });
});
