export { createReturnPaths } from './return-paths.ts';
export type { ReturnPaths } from './return-paths.ts';
