/**
 * Tools that assistants use to draft, read, check, preview and test campaigns, and to send a campaign that a user has
 * confirmed. The functions that check, render and count are passed in.
 */
export { purgeConfirmations } from './queries.ts';
export { campaignTools } from './tools.ts';
