/**
 * Sign-up forms: the account API, sign-up pages, and code to embed forms in other pages. `formsUsing` prevents the
 * deletion of lists that forms use.
 */
export { formPage } from './pages.ts';
export { thanksPage } from './pages.ts';
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
