/** Images that an account stores for its pages and emails, and their public URLs. */
export { imageRoutes } from './routes.ts';
export { imagePath } from './path.ts';
export { imagePathSql } from './path.ts';
export { keepImage } from './remove.ts';
export type { ImageUsage } from './remove.ts';
