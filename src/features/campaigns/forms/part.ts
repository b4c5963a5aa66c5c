import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import { html, type Html } from '../../../http/html.ts';
import { ANYWHERE } from '../../../http/pages/page.ts';
import { FIELDS_STYLE, formFields } from './pages.ts';
import { openFormById, setLandingPage } from './public-queries.ts';
import { createStamps } from './stamps.ts';
import { paragraphsOf } from './words.ts';

/** A form as a part of another page of ours, which has the rules of public pages. */
export interface FormPart {
  readonly html: Html;
  readonly style: string;
  /** Where it may lead beside our own pages (CSP `form-action`); undefined: nowhere. */
  readonly formTargets: string | undefined;
}

/** Gives a form of the account for a page at `/x/y`; undefined when nobody can sign up with it any more. */
export type FormPartOf = (accountId: number, formId: number) => Promise<FormPart | undefined>;

/** What puts forms on pages of ours. What is wrong with what is sent in says the page of the form. */
export function createFormParts(parts: { readonly clock: Clock; readonly db: Db; readonly vault: Vault }): FormPartOf {
  const stamps = createStamps(parts);
  return async (accountId, formId) => {
    const [form] = await openFormById(parts.db, accountId, formId);
    if (!form) return undefined;
    const stamp = stamps.make('page', form.code, new Date(parts.clock.now()));
    return {
      html: html`${form.heading !== null && html`<h2>${form.heading}</h2>`}${paragraphsOf(form)}
      ${formFields({ form, stamp, action: `../f/${form.code}` })}`,
      style: FIELDS_STYLE,
      formTargets: form.redirect_url === null ? undefined : ANYWHERE,
    };
  };
}

/** Says that a landing page shows a form, or with null that none does; false when the account has no such form. */
export async function showFormOn(tx: Tx, accountId: number, formId: number, pageId: number | null): Promise<boolean> {
  return (await setLandingPage(tx, accountId, formId, pageId)).length > 0;
}
