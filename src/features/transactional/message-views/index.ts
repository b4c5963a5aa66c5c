export { examineSupport } from './checks/client-support.ts';
export type { LastAttempt } from './checks/facts.ts';
export type { SendingAddress } from './checks/facts.ts';
export type { SendingAddresses } from './checks/facts.ts';
export { messageViewRoutes } from './routes.ts';
export type { MessageViewParts } from './routes.ts';
export { purgeShares } from './share.ts';
