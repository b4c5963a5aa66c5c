export { createAddressBook } from './addresses.ts';
export { startListener, type InboundListener } from './listener.ts';
export { startProcessor } from './processor.ts';
export { purgeReceived } from './purge.ts';
export type { Leave, ReportHandlers, ReportMail, Subscriber } from './types.ts';
