/** What delivery processes load of it: addresses and domains that turn out to take no mail. */
export { noteSuppressionDomains } from './causes.ts';
export { createMaillessDomains } from './mailless.ts';
export { purgeMaillessDomains } from './mailless.ts';
export { suppressionReasons } from './reasons.ts';
export { lastingFailures } from './record.ts';
export { recordSuppressions } from './record.ts';
