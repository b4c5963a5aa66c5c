/**
 * What became of campaigns of every kind: the mails that were sent, who opened them and followed links, and the counters of all
 * of it, which move in the transactions of what they count.
 */
export { countsOf } from './counts.ts';
export { idsOfEngaged } from './counts.ts';
export { ownedCampaigns } from './counts.ts';
export { deliverablesOf } from './deliverables.ts';
export type { EngagedListener } from './engaged-listener.ts';
export { countEarlyVisits } from './early.ts';
export { purgeEarlyVisits } from './early.ts';
export { proveCampaigns } from './prove.ts';
export { removeDeletedCampaigns } from './remove.ts';
export { resultRoutes } from './routes.ts';
export { STATS_EXAMPLE } from './route-docs.ts';
export { statsSchema } from './route-docs.ts';
export { statsOf } from './stats.ts';
export { createCampaignTracking } from './tracking.ts';
