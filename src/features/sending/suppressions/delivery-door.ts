/** What delivery processes load of it: addresses and domains that turn out to take no mail. */
export { noteSuppressionDomains } from './causes.ts';
export { createMaillessDomains, purgeMaillessDomains } from './mailless.ts';
export { suppressionReasons } from './reasons.ts';
export { lastingFailures, recordSuppressions } from './record.ts';
