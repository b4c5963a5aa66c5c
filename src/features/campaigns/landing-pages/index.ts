/** Pages of an account at which people sign up by a form, for everybody once they are published. */
export { isLandingPath } from './show.ts';
export { landingPageRoutes } from './routes.ts';
export { pagesUsingImage } from './pages.ts';
export { pagesUsingList } from './pages.ts';
