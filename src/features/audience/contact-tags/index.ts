/** Tags of contacts. Who has them is the feature contacts'. */
export { TAG_EXAMPLE, tagSchema } from './route-docs.ts';
export { contactTagRoutes } from './routes.ts';
export { addTag, findTags, ownedTags, ownTag, presentTagsOf, type PresentedTag } from './tags.ts';
