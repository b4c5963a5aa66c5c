/**
 * Lets recipients of campaigns unsubscribe through a page, a one-click request or an email, and manage their
 * preferences.
 */
export { confirmPage } from './pages.ts';
export { donePage } from './pages.ts';
export { preferencesPage } from './pages.ts';
export { isSubscriptionPath } from './routes.ts';
export { subscriptionOf } from './routes.ts';
export { subscriptionRoutes } from './routes.ts';
export { unsubscribe } from './unsubscribe.ts';
export type { UnsubscribedListener } from './unsubscribe.ts';
export type { UnsubscribeParts } from './unsubscribe.ts';
