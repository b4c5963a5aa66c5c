/** What delivery processes load of it: what becomes of such mail, and posting that. */
export { vendorListener } from './outcomes.ts';
export { startHooks } from './hooks/engine.ts';
export { readSigningKey } from './hooks/sealed.ts';
export type { Hook, HookWriter } from './hooks/types.ts';
export type { EventRow } from './queries.ts';
export { VENDOR_NAMES, VENDORS, type VendorEventName } from './types.ts';
export { hadBefore, type FailureKind } from './record-queries.ts';
