import { html, type Html } from '../../../http/html.ts';
import {
  buttonOf,
  consentOf,
  embeddedTexts,
  fieldKeyOf,
  headingOf,
  HONEYPOT,
  kindOfField,
  type FormLanguage,
  type FormWords,
} from './words.ts';

/** Code that embeds a form in pages of other sites. */
export interface Embeds {
  readonly html: string;
  readonly script: string;
  readonly link: string;
}

/** Data about a form that is needed to build its embed code. */
interface Embedded extends FormWords, FormLanguage {
  readonly code: string;
  readonly gdpr_required: boolean;
}

/** Returns the URL of the sign-up page of a form. */
export function pageUrlOf(baseUrl: string, code: string): string {
  return `${baseUrl}/f/${code}`;
}

/** Returns the URL that embedded forms submit to. */
export function actionOf(baseUrl: string, accountCode: string, code: string): string {
  return `${baseUrl}/form/${accountCode}/${code}`;
}

/** Returns the code that embeds a form in pages of other sites: an HTML form, a script, and a link. Pure. */
export function embedsOf(baseUrl: string, accountCode: string, form: Embedded): Embeds {
  const url = pageUrlOf(baseUrl, form.code);
  return {
    html: oneLineTags(plainForm(baseUrl, actionOf(baseUrl, accountCode, form.code), form)),
    script: html`<script async src="${url}.js"></script>
      <noscript><a href="${url}">${headingOf(form)}</a></noscript>`.markup,
    link: html`<a href="${url}">${headingOf(form)}</a>`.markup,
  };
}

/** Puts each tag on one line so that the code is easy to copy. Attribute values contain no unescaped `>`. Pure. */
export function oneLineTags({ markup }: Html): string {
  return markup.replaceAll(/<[^>]+>/g, (tag) => tag.replaceAll(/\s+/g, ' ').replace(' >', '>'));
}

/** Renders an unstyled form. The names and classes are those of SendFox forms. */
function plainForm(baseUrl: string, action: string, form: Embedded): Html {
  const { code } = form;
  const texts = embeddedTexts(form);
  return html`<form
      method="post"
      action="${action}"
      class="sendfox-form"
      id="${code}"
      data-async="true"
      data-recaptcha="false"
    >
      <p>
        <label for="${code}-first">${texts.text('form.first_name')}</label>
        <input type="text" id="${code}-first" name="first_name" autocomplete="given-name" />
      </p>
      <p>
        <label for="${code}-last">${texts.text('form.last_name')}</label>
        <input type="text" id="${code}-last" name="last_name" autocomplete="family-name" />
      </p>
      <p>
        <label for="${code}-email">${texts.text('form.email')}</label>
        <input type="email" id="${code}-email" name="email" autocomplete="email" required />
      </p>
      ${form.fields.map(
        (field) =>
          html`<p>
            <label for="${code}-f-${field.name}">${field.label}</label>
            <input id="${code}-f-${field.name}" name="${fieldKeyOf(field)}" ${kindOfField(field)} />
          </p> `,
      )}
      ${
        form.gdpr_required &&
        html`<p>
          <label><input type="checkbox" name="gdpr" value="1" required /> ${consentOf(form, texts)}</label>
        </p> `
      }
      ${HONEYPOT}
      <p><button type="submit">${buttonOf(form, texts)}</button></p>
    </form>
    <script async src="${baseUrl}/js/form.js"></script>`;
}
