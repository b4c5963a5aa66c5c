/** Events that an account's application reports about contacts. */
export { createEventAcceptor } from './accept.ts';
export { purgeEvents } from './find.ts';
export { faultOfProperties } from './properties.ts';
export { faultOfEventName } from './schema.ts';
export { eventRoutes } from './routes.ts';
export { eventTools } from './tools.ts';
