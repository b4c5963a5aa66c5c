/**
 * Templates: named content with variables, for campaigns and transactional email. `src/mail/template/variables.ts`
 * examines and fills in the content.
 */
export { fillFromModel } from './model.ts';
export { fillTemplate } from './send.ts';
export { templateRoutes } from './routes.ts';
export { templateTools } from './tools.ts';
export { templateFor } from './tools.ts';
