export { createSendgridDialect } from './dialect.ts';
export { sendgridRoutes } from './routes.ts';
