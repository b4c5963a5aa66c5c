export { createMailgunDialect } from './dialect.ts';
export { mailgunRoutes } from './routes.ts';
export { OPERATIONS } from './operations.ts';
