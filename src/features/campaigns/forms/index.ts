/**
 * Forms that people sign up with: in the account API, on a page of ours, and on pages of others. `formsUsing` keeps lists from
 * being deleted.
 */
export { createFormParts } from './part.ts';
export { showFormOn } from './part.ts';
export type { FormPart } from './part.ts';
export type { FormPartOf } from './part.ts';
export { formsUsing } from './forms.ts';
export { redirectOfForm } from './forms.ts';
export { formRoutes } from './routes.ts';
export { FORM_DIALECTS } from './public-routes.ts';
export { publicFormRoutes } from './public-routes.ts';
export { purgeAttempts } from './attempts.ts';
export { formTools } from './tools.ts';
