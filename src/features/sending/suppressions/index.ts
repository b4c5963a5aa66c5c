export { SUPPRESSION_IMPORTS, suppressionImport } from './import-kind.ts';
export { addSuppressions, removeSuppression, requireSuppression } from './entries.ts';
export { MAX_DETAIL_CHARACTERS, REASONS } from './limits.ts';
export { listSuppressions } from './list.ts';
export * from './delivery-door.ts';
export type { Suppression } from './present.ts';
export { suppressionRoutes } from './routes.ts';
export { countSuppressions } from './removal-queries.ts';
export { parseSuppressible } from './suppressible.ts';
