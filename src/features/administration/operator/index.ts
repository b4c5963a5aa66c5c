export { siteSuffix } from './installation-schema.ts';
export { operatorRoutes } from './routes.ts';
