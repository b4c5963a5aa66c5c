/** Tags for contacts. The contacts feature adds tags to contacts and removes them. */
export { TAG } from './resource.ts';
export { contactTagRoutes } from './routes.ts';
export { addTag } from './tags.ts';
export { findTags } from './tags.ts';
export { ownedTags } from './tags.ts';
export { ownTag } from './tags.ts';
export { presentTagsOf } from './tags.ts';
export type { PresentedTag } from './resource.ts';
