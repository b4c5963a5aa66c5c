export { isAbsent, isObject, scalarText } from './absent.ts';
export { createCompatDialect } from './dialect.ts';
export { ALSO_ALLOWED, isStructural } from './headers.ts';
export { nativeMailbox, splitMailboxes } from './mailboxes.ts';
export { compatRoutes } from './routes.ts';
