import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { html, type Html } from '../../../http/html.ts';
import { ANYWHERE } from '../../../http/pages/page.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { FIELDS_STYLE, formFields } from './pages.ts';
import { openFormById, setLandingPage } from './public-queries.ts';
import { createStamps } from './stamps.ts';
import { pageTexts, paragraphsOf } from './words.ts';

/** A form that is embedded in another public page. */
export interface FormPart {
  readonly html: Html;
  readonly style: string;
  /** Additional targets for the CSP directive `form-action`. Undefined means none. */
  readonly formTargets: string | undefined;
  /** Localized strings in the language of the form, which the page around the form also uses. */
  readonly texts: Texts;
}

/**
 * Returns a form of the account, to be embedded in a page whose path has two segments, such as `/x/y`, because the form
 * submits to a relative URL. Returns undefined if the form no longer accepts sign-ups.
 */
export type FormPartOf = (
  accountId: number,
  formId: number,
  acceptLanguage: string | undefined,
) => Promise<FormPart | undefined>;

/**
 * Creates the function that renders forms within other public pages. If a submission has errors, the form's own page
 * shows them.
 */
export function createFormParts(parts: { readonly clock: Clock; readonly db: Db; readonly vault: Vault }): FormPartOf {
  const stamps = createStamps(parts);
  return async (accountId, formId, acceptLanguage) => {
    const [form] = await openFormById(parts.db, accountId, formId);
    if (!form) return undefined;
    const texts = pageTexts(form, acceptLanguage);
    const stamp = stamps.make('page', form.code, new Date(parts.clock.now()));
    return {
      html: html`${form.heading !== null && html`<h2>${form.heading}</h2>`}${paragraphsOf(form)}
      ${formFields({ form, texts, stamp, action: `../f/${form.code}` })}`,
      style: FIELDS_STYLE,
      formTargets: form.redirect_url === null ? undefined : ANYWHERE,
      texts,
    };
  };
}

/**
 * Records the landing page that shows a form. Null means that no page shows the form. Returns false if the account has
 * no such form.
 */
export async function showFormOn(tx: Tx, accountId: number, formId: number, pageId: number | null): Promise<boolean> {
  return (await setLandingPage(tx, accountId, formId, pageId)).length > 0;
}
