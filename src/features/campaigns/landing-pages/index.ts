/** Landing pages of an account. A landing page contains a sign-up form and is public once it is published. */
export { isLandingPath } from './show.ts';
export { landingPageRoutes } from './routes.ts';
export { pagesUsingImage } from './pages.ts';
export { pagesUsingList } from './pages.ts';
