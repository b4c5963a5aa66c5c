/**
 * Results of campaigns of all kinds: sent messages, opens, clicks, and their counters. Each counter is updated in the
 * same transaction as the data that it counts.
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
