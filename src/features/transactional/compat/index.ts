export { createCompatDialect } from './dialect.ts';
export { compatRoutes } from './routes.ts';
