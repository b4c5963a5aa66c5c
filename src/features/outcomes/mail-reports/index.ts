export { purgeReports } from './purge.ts';
export { listForeignReports, summarise, type ReportSummary } from './summarise.ts';
export { takeReports } from './take.ts';
