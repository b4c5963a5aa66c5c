export { closeAccount, MAX_COUNTED, readContents, restoreAccount, type AccountContents } from './account.ts';
export type { DeletionParts } from './parts.ts';
export { deletePerson, readBelongings } from './person.ts';
export { CONTENTS_EXAMPLE, contentsSchema, presentContents } from './present.ts';
export { listFailedDeletions, purgeAccounts } from './purge.ts';
export { deletionRoutes } from './routes.ts';
