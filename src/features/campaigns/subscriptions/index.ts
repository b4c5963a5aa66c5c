/** How recipients of campaigns unsubscribe, by a page, a mail program or a mail, and choose what they get. */
export { isSubscriptionPath, subscriptionOf, subscriptionRoutes } from './routes.ts';
export { unsubscribe, type UnsubscribedListener, type UnsubscribeParts } from './unsubscribe.ts';
