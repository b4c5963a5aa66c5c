/** The documentation: pages of docs/ and of the API document, for everybody, under /docs. */
export { readDocuments } from './documents.ts';
export { documentationRoutes } from './routes.ts';
