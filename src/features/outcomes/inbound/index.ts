export { createAddressBook } from './addresses.ts';
export { startListener } from './listener.ts';
export type { InboundListener } from './listener.ts';
export { startProcessor } from './processor.ts';
export { purgeReceived } from './purge.ts';
export type { Leave } from './types.ts';
export type { ReportHandlers } from './types.ts';
export type { ReportMail } from './types.ts';
export type { Subscriber } from './types.ts';
