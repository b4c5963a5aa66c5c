/**
 * What assistants may do with campaigns: draft, look at, check, show and try them, and send one that a person confirmed. Who
 * checks, shows and counts stands behind and is given.
 */
export { purgeConfirmations } from './queries.ts';
export { campaignTools } from './tools.ts';
