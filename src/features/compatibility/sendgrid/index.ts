export { createSendgridDialect } from './dialect.ts';
export { sendgridRoutes } from './routes.ts';
export { OPERATIONS } from './operations.ts';
