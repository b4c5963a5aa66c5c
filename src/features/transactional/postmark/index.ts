export { createPostmarkDialect } from './dialect.ts';
export { postmarkRoutes } from './routes.ts';
export * from './delivery-door.ts';
