import { html, type Html } from '../../../http/html.ts';
import { say, type PageTheme } from '../../../http/pages/theme.ts';
import { ANYWHERE, publicPage, tickBox } from '../../../http/pages/page.ts';
import type { Reply } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import type { Entered } from './posted.ts';
import type { OpenFormRow } from './public-queries.ts';
import { MAX_NAME_CHARACTERS } from './limits.ts';
import {
  buttonOf,
  consentOf,
  fieldKeyOf,
  headingOf,
  HONEYPOT,
  kindOfField,
  paragraphsOf,
  type FormWords,
} from './words.ts';

/** Style of the page. The page looks like a postcard with a stamp and, after sign-up, a postmark. */
const STYLE =
  'main{position:relative}.by,h1{padding-inline-end:6.5rem}h1{min-height:5.5rem}.by+h1{min-height:4rem}' +
  '.stamp{position:absolute;top:1.5rem;inset-inline-end:1.5rem;width:4.75rem;margin:0;overflow:visible}' +
  '.stamp rect{fill:var(--accent);fill-opacity:.13;stroke:var(--surface);stroke-width:6;stroke-linecap:round;stroke-dasharray:0 9}' +
  '.stamp path{fill:none;stroke:var(--accent);stroke-width:2.5;stroke-linejoin:round}' +
  '.stamp g *{fill:none;stroke:var(--seal);stroke-width:1.5}.stamp g text{font:700 8px system-ui,sans-serif;fill:var(--seal);stroke:none;text-anchor:middle}' +
  '.note p{margin:0}.note{border-inline-start:4px solid var(--seal)}';

/** CSS rules for the fields. Also used by other pages that contain a form. */
export const FIELDS_STYLE =
  '.two{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}' +
  '.field{display:block;border:0;padding:.5rem 0;font-weight:600}.field small{display:inline;font-weight:400}' +
  '.field input{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:0 .75rem;font:inherit;font-weight:400;' +
  'color:inherit;background:var(--canvas);border:1px solid var(--control);border-radius:6px}' +
  '.field+label:not(.field){margin-top:.5rem}form .main{width:100%;margin-top:.75rem}' +
  '@media(max-width:32rem){.two{grid-template-columns:1fr}}';

/** The properties of a form that its pages show. */
export type FormOnPage = FormWords & Pick<OpenFormRow, 'sender' | 'brand' | 'redirect_url' | 'gdpr_required'>;

/** Data of a rendered form page. */
export interface FormView {
  readonly form: FormOnPage;
  readonly texts: Texts;
  /** Signed timestamp of when the page was rendered. */
  readonly stamp: string;
  /**
   * URL that the form submits to. A relative URL works with any host and path prefix. Undefined means the URL of the
   * page.
   */
  readonly action?: string;
  readonly entered?: Entered;
  readonly sentences?: readonly string[];
  readonly status?: number;
  /** Whether the page asks the visitor to press the button again. Most bots do not do this. */
  readonly isAgain?: boolean;
}

/** Renders the form page. The fields are empty, or contain the submitted values with their errors. */
export function formPage(shown: FormView): Reply {
  const { form, isAgain = false, sentences = [], status = 200, texts } = shown;
  return publicPage({
    look: themeOf(form, texts),
    heading: headingOf(form),
    status,
    style: STYLE + FIELDS_STYLE,
    // The dashboard previews the page in a frame.
    isFramed: true,
    ...(form.redirect_url !== null && { formTargets: ANYWHERE }),
    content: html`${postage(texts)} ${paragraphsOf(form)}
      ${
        sentences.length > 0 &&
        html`<div class="note" role="alert">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>`
      }
      ${isAgain && html`<p class="note" role="alert">${say(texts, 'form.human')}</p>`} ${formFields(shown)}
      <p class="soft">${say(texts, 'form.note')}</p>`,
  });
}

/**
 * Renders the fields and the button. If the page asks the visitor to press the button again, the honeypot is omitted,
 * because a browser that has filled it in would do so again.
 */
export function formFields({ action, entered, form, isAgain = false, stamp, texts }: FormView): Html {
  const shown = new Set(form.fields.map(({ name }) => name));
  // While the visitor fixes other fields, keep submitted values of fields that the form does not show.
  const hidden = [...(entered?.more ?? [])].filter(([name]) => !shown.has(name));
  return html`<form method="post" ${action !== undefined && html` action="${action}"`}>
    <div class="two">
      ${textField(texts, 'first_name', 'given-name', entered?.firstName)}
      ${textField(texts, 'last_name', 'family-name', entered?.lastName)}
    </div>
    <label class="field"
      >${say(texts, 'form.email')}<input
        type="email"
        name="email"
        autocomplete="email"
        required
        maxlength="320"
        ${valueOf(entered?.email)}
    /></label>
    ${form.fields.map(
      (field) =>
        html`<label class="field"
          >${field.label} <small>${say(texts, 'form.optional')}</small
          ><input name="${fieldKeyOf(field)}" ${kindOfField(field)}${valueOf(entered?.more.get(field.name))}
        /></label> `,
    )}
    ${
      form.gdpr_required &&
      tickBox({
        name: 'gdpr',
        value: '1',
        isTicked: entered?.hasConsented ?? false,
        label: consentOf(form, texts),
        isRequired: true,
      })
    }
    ${!isAgain && HONEYPOT}
    ${hidden.map(([name, value]) => html`<input type="hidden" name="contact_fields[${name}]" value="${value}" />`)}
    <input type="hidden" name="stamp" value="${stamp}" />
    <button class="main">${buttonOf(form, texts)}</button>
  </form>`;
}

/** Returns the value attribute, or nothing for an empty field, because a form may have many empty fields. */
function valueOf(entered = ''): Html | false {
  return entered !== '' && html` value="${entered}"`;
}

function textField(texts: Texts, name: 'first_name' | 'last_name', complete: string, value?: string): Html {
  return html`<label class="field"
    >${say(texts, `form.${name}`)} <small>${say(texts, 'form.optional')}</small
    ><input name="${name}" autocomplete="${complete}" maxlength="${MAX_NAME_CHARACTERS}" ${valueOf(value)}
  /></label> `;
}

/**
 * Renders the thank-you page after a sign-up. With double opt-in (`isDouble`), the page tells the subscriber to expect
 * a confirmation email. `again` is the URL of the form.
 */
export function thanksPage(
  form: FormOnPage,
  again: string,
  { at, isDouble, texts }: { readonly at: Date; readonly isDouble: boolean; readonly texts: Texts },
): Reply {
  const link = (inner: Html): Html => html`<a href="${again}">${inner}</a>`;
  return publicPage({
    look: themeOf(form, texts),
    heading: texts.text(isDouble ? 'check.heading' : 'thanks.heading'),
    style: STYLE,
    content: isDouble
      ? html`${postage(texts, at)}
          <p>${say(texts, 'check.text')}</p>
          <p class="soft">${say(texts, 'check.again', { link })}</p>`
      : html`${postage(texts, at)}
          <p>${say(texts, 'thanks.text')}</p>`,
  });
}

function themeOf({ brand, sender }: FormOnPage, texts: Texts): PageTheme {
  return { sender: sender ?? undefined, texts, brand };
}

/** Renders the 404 page for a form that does not exist or was deleted. */
export function closedPage(look: PageTheme): Reply {
  return publicPage({
    look,
    status: 404,
    heading: look.texts.text('form.closed.heading'),
    content: html`<p>${say(look.texts, 'form.closed.text')}</p>`,
  });
}

/** Renders a postage stamp, with a postmark if a date is given. */
function postage({ language }: Texts, at?: Date): Html {
  const month = at && new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(at);
  return html`<svg class="stamp" viewBox="0 0 72 84" aria-hidden="true">
    <rect width="72" height="84" />
    <path d="M15 43 57 24 44 62 35 51zM57 24 35 51v11l6-8" />
    ${
      at &&
      html`<g transform="rotate(-14 6 60)">
        <circle cx="6" cy="60" r="25" /><circle cx="6" cy="60" r="20" />
        <path d="M33 51q7-5 14 0t14 0 14 0M34 60q7-5 14 0t14 0 14 0M33 69q7-5 14 0t14 0 14 0" />
        <text x="6" y="59">${at.getUTCDate()} ${month?.toLocaleUpperCase(language)}</text
        ><text x="6" y="69">${at.getUTCFullYear()}</text>
      </g>`
    }
  </svg>`;
}
