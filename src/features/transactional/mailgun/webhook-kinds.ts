import type { VendorEventName } from '../vendors/delivery-door.ts';

/** Mailgun's kinds of webhooks by what of our events they tell. */
export const WEBHOOK_KINDS: Readonly<Record<string, readonly VendorEventName[]>> = {
  accepted: ['accepted'],
  delivered: ['delivered'],
  opened: ['opened'],
  clicked: ['clicked'],
  // Nobody unsubscribes by a page of ours from this mail: it may be set, and tells nothing.
  unsubscribed: [],
  complained: ['complained'],
  permanent_fail: ['bounced', 'failed', 'suppressed'],
  temporary_fail: ['delayed'],
};
