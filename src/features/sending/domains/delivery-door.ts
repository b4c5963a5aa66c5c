/** What delivery processes load of it: keys to sign with, and hosts of links and return paths. */
export { createReturnPathDirectory } from './return-path.ts';
export { createSenderDirectory, type SenderDirectory } from './senders.ts';
export { createTrackingHosts, trackingBaseOf } from './tracking-hosts.ts';
