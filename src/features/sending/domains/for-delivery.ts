/** The parts of this feature that delivery processes need: signing keys, tracking hosts, and return paths. */
export { accountsOfDomain } from './return-path.ts';
export { createReturnPathDirectory } from './return-path.ts';
export { createSenderDirectory } from './senders.ts';
export type { SenderDirectory } from './senders.ts';
export { createTrackingHosts } from './tracking-hosts.ts';
export { trackingBaseOf } from './tracking-hosts.ts';
