/** Pictures that an account keeps here, for its pages and mails, and where everybody gets them. */
export { imageRoutes } from './routes.ts';
export { imagePath } from './path.ts';
export { keepImage } from './remove.ts';
export type { ImageUsage } from './remove.ts';
