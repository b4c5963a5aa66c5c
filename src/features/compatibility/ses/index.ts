export { SES_DIALECTS } from './dialect.ts';
export { sesRoutes } from './routes.ts';
export { OPERATIONS } from './operations.ts';
