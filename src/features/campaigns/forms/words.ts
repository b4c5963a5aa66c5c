import { html, type Html } from '../../../http/html.ts';
import type { FormRow, ShownField } from './resource.ts';

/** What of a form people see. */
export type FormWords = Pick<FormRow, 'title' | 'heading' | 'description' | 'button' | 'consent_text' | 'fields'>;

/**
 * A field that people do not see and programs fill in. Hidden by attributes alone: pages of other sites may allow no inline
 * styles. Both elements have one, because the styles of a page may show one of them.
 */
export const HONEYPOT: Html = html`<div hidden>
  <input name="a_password" tabindex="-1" autocomplete="off" hidden />
</div>`;

/** The name under which a form sends the value of a field. */
export function fieldKeyOf({ name }: ShownField): string {
  return `contact_fields[${name}]`;
}

/** What tells browsers which keys or calendar to show for a field; programs may send anything. */
export function kindOfField({ type }: ShownField): Html {
  if (type === 'date') return html`type="date"`;
  return type === 'number' ? html`inputmode="decimal"` : html``;
}

/** The heading above the fields. */
export function headingOf({ heading, title }: FormWords): string {
  return heading ?? title;
}

/** The words on the button. */
export function buttonOf({ button }: FormWords): string {
  return button ?? 'Sign up';
}

/** The words beside the box: what is agreed to by ticking it. */
export function consentOf({ consent_text: text }: FormWords): string {
  return text ?? 'I agree to receive newsletters by email. I can unsubscribe at any time.';
}

/** The description, a paragraph for each that an empty line parts from the next. */
export function paragraphsOf({ description }: FormWords): readonly Html[] {
  const paragraphs = description?.split(/\n{2,}/) ?? [];
  return paragraphs.map(
    (text) => html`<p>${text.split('\n').map((line, at) => html`${at > 0 && html`<br />`}${line}`)}</p> `,
  );
}
