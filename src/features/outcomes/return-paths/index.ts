export { createReturnPaths, type ReturnPaths } from './return-paths.ts';
