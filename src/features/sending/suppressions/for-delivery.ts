/** The part of this feature that delivery processes need: recording addresses and domains that do not accept email. */
export { noteSuppressionDomains } from './causes.ts';
export { createMaillessDomains } from './mailless.ts';
export { purgeMaillessDomains } from './mailless.ts';
export { suppressionReasons } from './reasons.ts';
export { lastingFailures } from './record.ts';
export { recordSuppressions } from './record.ts';
