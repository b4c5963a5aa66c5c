export { createMailgunDialect } from './dialect.ts';
export { mailgunRoutes } from './routes.ts';
export * from './delivery-door.ts';
