/**
 * Templates: named content with variables, for campaigns and transactional email. `src/mail/template/variables.ts`
 * examines and fills in the content.
 */
export { fillFromModel } from './model.ts';
export type { FilledTemplate } from './model.ts';
export { listNamed } from './model.ts';
export { idOfAlias } from './model.ts';
export { requireNamed } from './model.ts';
export { tryContent } from './model.ts';
export { changeTemplate } from './templates.ts';
export { createTemplate } from './templates.ts';
export { removeTemplate } from './templates.ts';
export { TEMPLATE } from './resource.ts';
export type { TemplateRow } from './resource.ts';
export { fillTemplate } from './send.ts';
export { duplicateTemplate } from './templates.ts';
export { addVersion } from './versions.ts';
export { changeVersion } from './versions.ts';
export { removeVersion } from './versions.ts';
export { versionsOf } from './versions.ts';
export type { TemplateVersion } from './versions.ts';
export type { VersionChange } from './versions.ts';
export { templateRoutes } from './routes.ts';
export { templateTools } from './tools.ts';
export { templateFor } from './tools.ts';
