import { html, type Html } from '../../../http/html.ts';
import { textsFor } from '../../../http/pages/theme.ts';
import { acceptedLanguage } from '../../../mail/languages/tags.ts';
import { textsIn, type OwnTexts, type Texts } from '../../../mail/languages/texts.ts';
import type { FormRow, FormField } from './resource.ts';

/** Columns of a form whose values visitors see. */
export type FormWords = Pick<FormRow, 'title' | 'heading' | 'description' | 'button' | 'consent_text' | 'fields'>;

/**
 * Honeypot field, which people do not see but bots fill in. It is hidden with attributes, because sites that embed the
 * form may forbid inline styles. Both the container and the input are hidden, because the site's CSS may make one of
 * them visible.
 */
export const HONEYPOT: Html = html`<div hidden>
  <input name="a_password" tabindex="-1" autocomplete="off" hidden />
</div>`;

/** Returns the name of the form input for a custom field. */
export function fieldKeyOf({ name }: FormField): string {
  return `contact_fields[${name}]`;
}

/**
 * Returns attributes that select the keyboard or date picker for a field. They do not replace validation on the server.
 */
export function kindOfField({ type }: FormField): Html {
  if (type === 'date') return html`type="date"`;
  return type === 'number' ? html`inputmode="decimal"` : html``;
}

/** Returns the heading above the fields. */
export function headingOf({ heading, title }: FormWords): string {
  return heading ?? title;
}

/** Languages of a form and of its account. The language of the account is used if the form has no language. */
export interface FormLanguage {
  readonly language: string | null;
  /** Null if the account has never changed its settings. */
  readonly account_language: string | null;
  /** The account's own strings. Null if the account has never changed its settings. */
  readonly own_texts: OwnTexts | null;
}

/**
 * Returns the localized strings for a form that is embedded in other pages, in the language of the form or, if it has
 * none, of the account.
 */
export function embeddedTexts({ account_language, language, own_texts }: FormLanguage): Texts {
  return textsFor(own_texts, language, account_language);
}

/**
 * Returns the localized strings for a form's own page, in the language of the form, or else of the visitor, or else of
 * the account.
 */
export function pageTexts(form: FormLanguage, acceptLanguage: string | undefined): Texts {
  const accepted = form.language === null ? acceptedLanguage(acceptLanguage) : undefined;
  return accepted ? textsIn(accepted.language, form.own_texts) : embeddedTexts(form);
}

/** Returns the language of a person who signs up, as a BCP 47 tag. Undefined if unknown. */
export function languageOfSubscriber(
  { language }: FormLanguage,
  acceptLanguage: string | undefined,
): string | undefined {
  return language ?? acceptedLanguage(acceptLanguage)?.tag;
}

export function buttonOf({ button }: FormWords, texts: Texts): string {
  return button ?? texts.text('form.button');
}

/** Returns the label of the consent checkbox. Subscribers who check it consent to this text. */
export function consentOf({ consent_text: text }: FormWords, texts: Texts): string {
  return text ?? texts.text('form.consent');
}

/** Splits the description at empty lines and returns it as paragraphs. */
export function paragraphsOf({ description }: FormWords): readonly Html[] {
  const paragraphs = description?.split(/\n{2,}/) ?? [];
  return paragraphs.map(
    (text) => html`<p>${text.split('\n').map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</p> `,
  );
}
