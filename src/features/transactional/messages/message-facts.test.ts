import { describe, expect, it } from 'vitest';
import { statusAfter } from './message-facts.ts';

/**
 * Builds a chronological timeline from entries such as `0 bounced`: a recipient and an event. The IDs are the
 * positions.
 */
function timeline(...entries: readonly string[]) {
  return entries.map((entry, index) => {
    const [recipient = '', event = ''] = entry.split(' ');
    return { id: String(index), recipientNo: Number(recipient), event };
  });
}

describe('message status after an event', () => {
  it.each([
    { of: ['0 sent', '0 delivered'], count: 1, after: 0, status: 'sent' },
    { of: ['0 sent', '0 delivered'], count: 1, after: 1, status: 'delivered' },
    { of: ['0 delayed', '0 sent', '0 delivered'], count: 1, after: 0, status: 'queued' },
    { of: ['0 sent', '0 delivered', '0 opened', '0 bounced'], count: 1, after: 2, status: 'delivered' },
    { of: ['0 sent', '0 delivered', '0 opened', '0 bounced'], count: 1, after: 3, status: 'bounced' },
    { of: ['0 delivered', '0 bounced', '0 complained'], count: 1, after: 2, status: 'complained' },
    { of: ['0 suppressed'], count: 1, after: 0, status: 'suppressed' },
    { of: ['0 failed'], count: 1, after: 0, status: 'failed' },
    // A message has the highest-ranking status among its recipients. Recipients without events are queued.
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 0, status: 'queued' },
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 1, status: 'sent' },
    { of: ['0 bounced', '1 sent', '1 delivered'], count: 2, after: 2, status: 'delivered' },
    { of: ['0 bounced', '1 suppressed'], count: 2, after: 1, status: 'bounced' },
    { of: ['0 sent', '0 delivered'], count: 3, after: 1, status: 'delivered' },
  ])('after event $after of $of with $count recipients is $status', ({ of, count, after, status }) => {
    expect(statusAfter(timeline(...of), String(after), count)).toBe(status);
  });

  it('is the latest status if the event is not in the timeline, and queued if the timeline is empty', () => {
    expect(statusAfter(timeline('0 sent', '0 bounced'), 'other', 1)).toBe('bounced');
    expect(statusAfter([], 'other', 1)).toBe('queued');
  });
});
