import { html, type Html } from '../../../http/html.ts';
import type { FormRow, ShownField } from './resource.ts';

/** The text of a form that people see. */
export type FormWords = Pick<FormRow, 'title' | 'heading' | 'description' | 'button' | 'consent_text' | 'fields'>;

/**
 * A hidden field that people do not see and programs fill in. Hidden by attributes because other sites may forbid
 * inline styles. Both elements have the attribute because the styles of a page may make one of them visible.
 */
export const HONEYPOT: Html = html`<div hidden>
  <input name="a_password" tabindex="-1" autocomplete="off" hidden />
</div>`;

/** Returns the name under which a form submits a custom field. */
export function fieldKeyOf({ name }: ShownField): string {
  return `contact_fields[${name}]`;
}

/** Returns attributes that select the keyboard or date picker for a field. The server must still validate the value. */
export function kindOfField({ type }: ShownField): Html {
  if (type === 'date') return html`type="date"`;
  return type === 'number' ? html`inputmode="decimal"` : html``;
}

/** Returns the heading above the fields. */
export function headingOf({ heading, title }: FormWords): string {
  return heading ?? title;
}

/** Returns the label of the button. */
export function buttonOf({ button }: FormWords): string {
  return button ?? 'Sign up';
}

/** Returns the label of the consent checkbox, which is the text that a subscriber agrees to. */
export function consentOf({ consent_text: text }: FormWords): string {
  return text ?? 'I agree to receive newsletters by email. I can unsubscribe at any time.';
}

/** Returns the description as paragraphs, which are separated by empty lines. */
export function paragraphsOf({ description }: FormWords): readonly Html[] {
  const paragraphs = description?.split(/\n{2,}/) ?? [];
  return paragraphs.map(
    (text) => html`<p>${text.split('\n').map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</p> `,
  );
}
