/** Entry point for delivery processes, which record the outcomes of vendor messages and post the resulting events. */
export { vendorListener } from './outcomes.ts';
export { startHooks } from './hooks/engine.ts';
export { readSigningKey } from './hooks/sealed.ts';
export type { Hook } from './hooks/types.ts';
export type { HookWriter } from './hooks/types.ts';
export type { EventRow } from './queries.ts';
export { VENDOR_NAMES } from './types.ts';
export { VENDORS } from './types.ts';
export type { VendorEventName } from './types.ts';
export { hadBefore } from './record-queries.ts';
export type { FailureKind } from './record-queries.ts';
