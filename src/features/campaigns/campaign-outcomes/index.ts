/**
 * Records the outcomes of campaigns of all kinds (sent, bounced and complained) in the same transactions as the
 * delivery outcomes. Delivery processes load this module, so the module does not import the code that shows results.
 */
export { CHANGED } from './changed.ts';
export { createCampaignOwner } from './owner.ts';
export { markUnsubscribed } from './unsubscribed.ts';
export { noteUnsubscribedBy } from './unsubscribed.ts';
export { UNSUBSCRIPTION } from './unsubscribed.ts';
