/** The part of this feature that delivery processes need: tracked links in messages. */
export { createLinkReader } from './tracker.ts';
export { createLinkTokens } from './tracker.ts';
export { createTracker } from './tracker.ts';
export { linkNumberOf } from './tracker.ts';
export { linkPrefix } from './tracker.ts';
export type { Tracker } from './tracker.ts';
