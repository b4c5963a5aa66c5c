export { createAddressBook } from './addresses.ts';
export { startListener, type InboundListener } from './listener.ts';
export { startProcessor } from './processor.ts';
export { purgeReceived } from './purge.ts';
export { createReturnPaths, type ReturnPaths } from './return-paths.ts';
export type { ReportHandlers, ReportMail } from './types.ts';
