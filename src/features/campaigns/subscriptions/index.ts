/** How recipients of campaigns unsubscribe, by a page, a mail program or a mail, and choose what they get. */
export { isSubscriptionPath } from './routes.ts';
export { subscriptionOf } from './routes.ts';
export { subscriptionRoutes } from './routes.ts';
export { unsubscribe } from './unsubscribe.ts';
export type { UnsubscribedListener } from './unsubscribe.ts';
export type { UnsubscribeParts } from './unsubscribe.ts';
