/** Landing pages of an account, which contain a sign-up form and are public once they are published. */
export { isLandingPath } from './show.ts';
export { landingPageRoutes } from './routes.ts';
export { pagesUsingImage } from './pages.ts';
export { pagesUsingList } from './pages.ts';
