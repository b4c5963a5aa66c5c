/** Tags of contacts. Who has them is the feature contacts'. */
export { ownedTags } from './owned.ts';
export { TAG_EXAMPLE, tagSchema } from './route-docs.ts';
export { contactTagRoutes } from './routes.ts';
export { addTag, findTags, ownTag, presentTagsOf, type PresentedTag } from './tags.ts';
