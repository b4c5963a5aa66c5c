export { createPostmarkDialect } from './dialect.ts';
export { postmarkRoutes } from './routes.ts';
export { OPERATIONS } from './operations.ts';
