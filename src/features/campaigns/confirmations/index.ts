/** Double opt-in. New subscribers receive a confirmation email, and no other email until they confirm. */
export { confirmPage } from './pages.ts';
export { donePage } from './pages.ts';
export { createConfirmations } from './confirmations.ts';
export { confirmPageRoutes } from './page-routes.ts';
export { isConfirmPath } from './page-routes.ts';
export { confirmationRoutes } from './routes.ts';
export type { ConfirmationParts } from './types.ts';
export type { Confirmations } from './types.ts';
export type { ConfirmedListener } from './types.ts';
export type { SignUp } from './types.ts';
export { sendWaitingConfirmations } from './waiting.ts';
export { purgeSignUps } from './waiting.ts';
export { retryConfirmation } from './waiting.ts';
