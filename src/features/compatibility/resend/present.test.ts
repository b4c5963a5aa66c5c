import { expect, it } from 'vitest';
import { lastEventOf } from './present.ts';

const [SUPPRESSED, FAILED, BOUNCED, COMPLAINED, QUEUED, SENT, DELIVERED] = [1, 2, 3, 4, 5, 6, 7];

it.each([
  ['queued', [QUEUED], []],
  ['delivery_delayed', [QUEUED], ['delayed']],
  ['delivery_delayed', [SENT], ['sent', 'delayed']],
  ['sent', [SENT], ['delayed', 'sent']],
  ['delivered', [DELIVERED], ['sent', 'delivered']],
  ['delivered', [DELIVERED, BOUNCED], ['bounced', 'delivered']],
  ['opened', [DELIVERED], ['delivered', 'opened']],
  ['clicked', [DELIVERED], ['delivered', 'clicked', 'opened']],
  ['bounced', [BOUNCED], ['delayed', 'sent', 'bounced']],
  ['complained', [COMPLAINED], ['delivered', 'opened', 'complained']],
  ['failed', [FAILED], ['delayed', 'failed']],
  ['suppressed', [SUPPRESSED], ['suppressed']],
])('lastEventOf returns %s for the statuses %j and the events %j', (expected, statuses, events) => {
  expect(lastEventOf(statuses, events)).toBe(expected);
});
