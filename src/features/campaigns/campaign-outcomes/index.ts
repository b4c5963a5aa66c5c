/**
 * What delivery processes write of campaigns of every kind: mails that were sent, came back or were complained about, in the
 * transactions of their outcomes. Loads nothing of what shows it.
 */
export { CHANGED } from './changed.ts';
export { createCampaignOwner } from './owner.ts';
export { markUnsubscribed } from './unsubscribed.ts';
export { noteUnsubscribedBy } from './unsubscribed.ts';
export { UNSUBSCRIPTION } from './unsubscribed.ts';
