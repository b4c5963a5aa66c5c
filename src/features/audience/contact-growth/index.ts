/** Growth of an account's audience over time and by source. */
export { contactGrowthRoutes } from './routes.ts';
