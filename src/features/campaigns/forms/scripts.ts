import { html, type Html } from '../../../http/html.ts';
import { actionOf, oneLineTags, pageUrlOf } from './embeds.ts';
import type { OpenFormRow } from './public-queries.ts';
import {
  buttonOf,
  consentOf,
  embeddedTexts,
  fieldKeyOf,
  headingOf,
  HONEYPOT,
  kindOfField,
  paragraphsOf,
} from './words.ts';

/**
 * In the background, submits forms with the class `sendfox-form` and `data-async="true"`, and shows the result below
 * the form. If the request fails, the form is submitted normally. Loading the script twice is safe, because the second
 * handler ignores events that the first handler has processed.
 */
export const FORM_SCRIPT = `(() => {
  const show = (form, text) => {
    let line = form.querySelector('[role=status]');
    if (!line) {
      line = document.createElement('p');
      line.setAttribute('role', 'status');
      line.className = 'sendfox-message';
      form.append(line);
    }
    line.textContent = text;
    return line;
  };
  const send = async (form, button) => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest' };
    const answer = await fetch(form.action, { method: 'POST', body: new FormData(form), headers });
    const said = await answer.json();
    if (answer.ok && said.redirect_url) location.assign(said.redirect_url);
    else if (answer.ok) form.replaceChildren(show(form, said.message));
    else show(form, said.errors.join(' '));
    // Clear the honeypot field if the browser filled it in.
    if (form.elements.a_password) form.elements.a_password.value = '';
    if (button) button.disabled = false;
  };
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches('.sendfox-form[data-async="true"]')) return;
    event.preventDefault();
    const button = form.querySelector('[type=submit]');
    if (button) button.disabled = true;
    send(form, button).catch(() => HTMLFormElement.prototype.submit.call(form));
  });
})();
`;

/** Style of the embedded form. The shadow DOM keeps out the styles of the page. */
const STYLE =
  ':host{display:block;max-width:26rem;font:16px/1.5 system-ui,sans-serif}*{box-sizing:border-box}' +
  'h2{font-size:1.25rem;margin:0 0 .5rem}p{margin:.5rem 0}label{display:block;margin:.75rem 0;font-weight:600}' +
  'input{font:inherit}input:not([type=checkbox]){display:block;width:100%;padding:.6rem .75rem;border:1px solid #8a8573;border-radius:6px}' +
  'button{font:inherit;width:100%;padding:.6rem;border:0;border-radius:6px;background:#1f5fbf;color:#fff;cursor:pointer}' +
  '.c{font-weight:400}';

/**
 * Returns the script that inserts a form after the script tag, isolated from the styles of the page, and submits the
 * form in the background. If the request fails, the form is submitted normally.
 */
export function embedScript(baseUrl: string, form: OpenFormRow): string {
  const url = pageUrlOf(baseUrl, form.code);
  return (
    `(()=>{let u=${literal(url)},s=document.currentScript||document.querySelector('script[src^="'+u+'.js"]'),` +
    `d=document.createElement("div"),r=d.attachShadow({mode:"open"}),c=new CSSStyleSheet;s.after(d);` +
    `c.replaceSync(${literal(STYLE)});r.adoptedStyleSheets=[c];r.innerHTML=${literal(oneLineTags(shadowForm(baseUrl, form)))};` +
    `let f=r.querySelector("form"),m=r.querySelector("[role]"),b=r.querySelector("button");` +
    `f.onsubmit=e=>{e.preventDefault();b.disabled=true;` +
    `fetch(f.action,{method:"POST",body:new FormData(f),headers:{"X-Requested-With":"XMLHttpRequest"}})` +
    `.then(a=>a.json().then(j=>{if(a.ok&&j.redirect_url)location.assign(j.redirect_url);` +
    `else{m.textContent=a.ok?j.message:j.errors.join(" ");f.hidden=a.ok;f.a_password.value="";b.disabled=false}})).catch(()=>f.submit())}})();\n`
  );
}

/** Script for a closed form. The script shows nothing. */
export const NO_SCRIPT = '/* This form is closed. */\n';

function shadowForm(baseUrl: string, form: OpenFormRow): Html {
  const action = actionOf(baseUrl, form.account_code, form.code);
  const texts = embeddedTexts(form);
  return html`<h2>${headingOf(form)}</h2>
    ${paragraphsOf(form)}
    <form method="post" action="${action}">
      <label>${texts.text('form.first_name')}<input name="first_name" autocomplete="given-name" /></label>
      <label>${texts.text('form.email')}<input type="email" name="email" autocomplete="email" required /></label>
      ${form.fields.map(
        (field) => html`<label>${field.label}<input name="${fieldKeyOf(field)}" ${kindOfField(field)} /></label> `,
      )}
      ${
        form.gdpr_required &&
        html`<label class="c"
          ><input type="checkbox" name="gdpr" value="1" required /> ${consentOf(form, texts)}</label
        >`
      }
      ${HONEYPOT}
      <button>${buttonOf(form, texts)}</button>
    </form>
    <p role="status"></p>`;
}

/** Returns a JavaScript string literal that is also safe in an inline script. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('<', String.raw`\u003c`);
}
