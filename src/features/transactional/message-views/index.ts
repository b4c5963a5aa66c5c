export { examineSupport } from './checks/client-support.ts';
export type { LastAttempt, SendingAddress, SendingAddresses } from './checks/facts.ts';
export { messageViewRoutes, type MessageViewParts } from './routes.ts';
export { purgeShares } from './share.ts';
