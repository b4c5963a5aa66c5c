export { purgeReports } from './purge.ts';
export { listForeignReports } from './summarise.ts';
export { summarise } from './summarise.ts';
export type { ReportSummary } from './summarise.ts';
export { storeReports } from './take.ts';
