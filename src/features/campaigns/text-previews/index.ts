/** Previews of public pages and the confirmation email with the texts of an account. */
export { textPreviewRoutes } from './routes.ts';
