/** Double opt-in: who signs up is asked by a mail, and is written to once they have confirmed. */
export { createConfirmations } from './confirmations.ts';
export { isDefaultContent } from './default-content.ts';
export { confirmPageRoutes, isConfirmPath } from './page-routes.ts';
export { confirmationRoutes } from './routes.ts';
export type { ConfirmationParts, Confirmations, ConfirmedListener, SignUp } from './types.ts';
export { askWaiting, purgeSignUps, retryConfirmation } from './waiting.ts';
