/**
 * Forms that people sign up with: in the account API, on a page of ours, and on pages of others. `formsUsing` keeps lists from
 * being deleted.
 */
export { createFormParts, showFormOn, type FormPart, type FormPartOf } from './part.ts';
export { formsUsing, redirectOfForm } from './forms.ts';
export { formRoutes } from './routes.ts';
export { FORM_DIALECTS, publicFormRoutes } from './public-routes.ts';
export { purgeAttempts } from './attempts.ts';
export { formTools } from './tools.ts';
