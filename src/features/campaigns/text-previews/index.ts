/** Previews of public pages and the confirmation email with the custom strings of an account. */
export { textPreviewRoutes } from './routes.ts';
