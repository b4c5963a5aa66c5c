export { createAccountDialect } from './dialect.ts';
export { createAccountGate } from './gate.ts';
export { userRoutes } from './me.ts';
export { tokenRoutes } from './token-routes.ts';
export { reportingUnknownFields } from './unknown-fields.ts';
