export { addSuppressions, removeSuppression, requireSuppression } from './entries.ts';
export { listSuppressions } from './list.ts';
export type { Suppression } from './present.ts';
export { recordSuppressions } from './record.ts';
export { suppressionRoutes } from './routes.ts';
