import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Dialect } from '../../../http/dialect.ts';
import { createPageDialect } from '../../../http/pages/dialect.ts';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { pageUrlOf } from './embeds.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { closedPage, formPage, thanksPage } from './pages.ts';
import { entered, type Entered } from './posted.ts';
import type { OpenFormRow } from './public-queries.ts';
import { embedScript, FORM_SCRIPT, NO_SCRIPT } from './scripts.ts';
import {
  faultsOf,
  findOpenForm,
  signUpThroughForm,
  type Outcome,
  type SigningUp,
  type SignUpParts,
} from './sign-up.ts';
import { createStamps, type Stamps } from './stamps.ts';
import { embeddedTexts, languageOfSubscriber, pageTexts } from './words.ts';

const PAGE_PATH = '/f/:code';
const THANKS_PATH = '/f/:code/:step';
const POST_PATH = '/form/:account/:code';
const SCRIPT_PATH = '/js/form.js';

/** Path segment of the page that is shown after sign-up: `double` with double opt-in, `single` without. */
const STEPS = { double: 'check-your-mail', single: 'thanks' } as const;

/**
 * Any site may submit forms and read the response, because forms send no cookies and the response reveals nothing about
 * contacts.
 */
const OPEN_TO_ALL: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };
const PREFLIGHT: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'x-requested-with, content-type, accept',
  'access-control-max-age': '86400',
};
const SCRIPT_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/javascript; charset=utf-8',
  // Other sites load this script, including sites whose embedder policy (COEP) requires a resource policy.
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
};

const REMEDIES = {
  404: 'problem.form.404',
  405: 'problem.form.405',
  413: 'problem.form.413',
  503: 'problem.503',
} as const;

/**
 * Error formats of the form pages. Errors are HTML pages. Paths below `/form/`, to which embeds submit, also get CORS
 * headers.
 */
export const FORM_DIALECTS: readonly Dialect[] = [
  createPageDialect((path) => path.startsWith('/form/'), { headers: OPEN_TO_ALL, remedies: REMEDIES }),
  createPageDialect((path) => path.startsWith('/f/'), { remedies: REMEDIES }),
];

/** Dependencies of the public form routes. */
export interface PublicFormParts extends SignUpParts {
  readonly clock: Clock;
  readonly vault: Vault;
  readonly baseUrl: () => string;
}

interface Desk extends PublicFormParts {
  readonly stamps: Stamps;
}

/**
 * Returns the public routes of forms: the sign-up page, the URL that embeds submit to, and the embed scripts. GET and
 * HEAD change nothing.
 */
export function publicFormRoutes(parts: PublicFormParts): Route[] {
  const desk = { ...parts, stamps: createStamps(parts) };
  return [...pageRoutes(desk), ...embedRoutes(desk)];
}

function pageRoutes(desk: Desk): Route[] {
  return [
    route({
      method: 'GET',
      path: PAGE_PATH,
      summary: 'Show a sign-up page, or its embed script if the path ends in .js',
      scope: undefined,
      async handle({ headers, params }) {
        const { code = '' } = params;
        if (code.endsWith('.js')) return script(desk, code.slice(0, -'.js'.length));
        const form = await findOpenForm(desk, code);
        if (!form) return closed(headers);
        const texts = pageTexts(form, headers['accept-language']);
        return formPage({ form, texts, stamp: stampOf(desk, form, 'page') });
      },
    }),
    route({
      method: 'POST',
      path: PAGE_PATH,
      summary: 'Sign up on a sign-up page',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: entered,
      async handle(request) {
        const form = await findOpenForm(desk, request.params['code'] ?? '');
        if (!form) return closed(request.headers);
        return submitFromPage(
          desk,
          form,
          signingUp(form, request, pageTexts(form, request.headers['accept-language'])),
        );
      },
    }),
    route({
      method: 'GET',
      path: THANKS_PATH,
      summary: 'Show the thank-you page',
      scope: undefined,
      async handle({ headers, params }) {
        const { code = '', step } = params;
        const form = await findOpenForm(desk, code);
        const isDouble = step === STEPS.double;
        if (!form || (!isDouble && step !== STEPS.single)) return closed(headers);
        const texts = pageTexts(form, headers['accept-language']);
        return thanksPage(form, `../${code}`, { texts, isDouble, at: new Date(desk.clock.now()) });
      },
    }),
  ];
}

function embedRoutes(desk: Desk): Route[] {
  return [
    route({
      method: 'GET',
      path: SCRIPT_PATH,
      summary: 'Get the script for embedded forms',
      scope: undefined,
      handle: () => Promise.resolve({ status: 200, body: FORM_SCRIPT, headers: SCRIPT_HEADERS }),
    }),
    route({
      method: 'OPTIONS',
      path: POST_PATH,
      summary: 'Respond to a CORS preflight request for an embedded form',
      scope: undefined,
      handle: () => Promise.resolve({ status: 204, body: undefined, headers: PREFLIGHT }),
    }),
    route({
      method: 'GET',
      path: POST_PATH,
      summary: 'Redirect to the sign-up page after a reload',
      scope: undefined,
      handle: async ({ headers, params }) =>
        (await embedded(desk, params)) ? seeOther(`../../f/${params['code'] ?? ''}`) : closed(headers),
    }),
    route({
      method: 'POST',
      path: POST_PATH,
      summary: 'Sign up with an embedded form',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: entered,
      async handle(request) {
        const { headers, params } = request;
        const form = await embedded(desk, params);
        const isScript = isAskedByScript(headers);
        if (!form) return isScript ? closedForScript(headers) : closed(headers);
        const signing = signingUp(form, request, embeddedTexts(form));
        const outcome = await signUpThroughForm(desk, form, signing);
        return isScript
          ? reported(desk, form, signing.texts, outcome)
          : shown(desk, form, signing, outcome, '../../f/');
      },
    }),
  ];
}

async function script(desk: Desk, code: string): Promise<Reply> {
  const form = await findOpenForm(desk, code);
  const body = form ? embedScript(desk.baseUrl(), form) : NO_SCRIPT;
  return { status: form ? 200 : 404, body, headers: SCRIPT_HEADERS };
}

function closed(headers: IncomingHttpHeaders): Reply {
  return closedPage(themeForVisitor(headers['accept-language']));
}

function closedForScript(headers: IncomingHttpHeaders): Reply {
  const { texts } = themeForVisitor(headers['accept-language']);
  return { status: 404, body: { errors: [texts.text('form.closed.embedded')] } };
}

function signingUp(
  form: OpenFormRow,
  request: { readonly body: Entered; readonly clientAddress: string; readonly headers: IncomingHttpHeaders },
  texts: Texts,
): SigningUp {
  const { body: given, clientAddress, headers } = request;
  return { given, clientAddress, texts, language: languageOfSubscriber(form, headers['accept-language']) };
}

/** Returns the form if both the account code and the form code match. */
async function embedded(
  desk: Desk,
  { account, code = '' }: Readonly<Record<string, string>>,
): Promise<OpenFormRow | undefined> {
  const form = await findOpenForm(desk, code);
  return form?.account_code === account ? form : undefined;
}

/**
 * Processes a submission from the sign-up page. If the stamp is invalid or the visitor was too fast, the page asks the
 * visitor to press the button again. Most bots do not do this.
 */
async function submitFromPage(desk: Desk, form: OpenFormRow, signing: SigningUp): Promise<Reply> {
  const isTimely = desk.stamps.isTimely(form.code, signing.given.stamp);
  if (!isTimely && (await faultsOf(desk, form, signing)).length === 0) return showFormAgain(desk, form, signing);
  return shown(desk, form, signing, await signUpThroughForm(desk, form, signing), '');
}

function showFormAgain(desk: Desk, form: OpenFormRow, { given: entered, texts }: SigningUp): Reply {
  return formPage({ form, texts, stamp: stampOf(desk, form, 'again'), entered, status: 422, isAgain: true });
}

/** Returns the response for a browser. `toPages` is the relative path from the current URL to the sign-up pages. */
function shown(desk: Desk, form: OpenFormRow, signing: SigningUp, outcome: Outcome, toPages: string): Reply {
  if (outcome.kind === 'taken') {
    if (form.redirect_url !== null) return seeOther(new URL(form.redirect_url).href);
    return seeOther(`${toPages}${form.code}/${outcome.isDouble ? STEPS.double : STEPS.single}`);
  }
  if (outcome.kind === 'suspected') return showFormAgain(desk, form, signing);
  const { given, texts } = signing;
  // Keep a valid stamp, because a visitor who only fixes an error submits the form again quickly.
  const isTimely = desk.stamps.isTimely(form.code, given.stamp);
  const stamp = isTimely ? given.stamp : stampOf(desk, form, 'again');
  const { sentences, status } = outcome;
  // Submit to the current URL, because a relative URL would be wrong if the current URL ends with a slash.
  const page = formPage({ form, texts, stamp, entered: given, sentences, status });
  return { ...page, headers: { ...page.headers, ...retryAfter(outcome) } };
}

/** Returns the response to a form submission by a script. */
function reported({ baseUrl }: Desk, form: OpenFormRow, texts: Texts, outcome: Outcome): Reply {
  if (outcome.kind === 'suspected') {
    const sentence = texts.text('form.human.embedded', { url: pageUrlOf(baseUrl(), form.code) });
    return { status: 422, body: { errors: [sentence] } };
  }
  if (outcome.kind === 'refused') {
    return { status: outcome.status, body: { errors: outcome.sentences }, headers: retryAfter(outcome) };
  }
  const message = texts.text(outcome.isDouble ? 'check.embedded' : 'thanks.embedded');
  const { redirect_url: url } = form;
  return { status: 200, body: { message, ...(url !== null && { redirect_url: new URL(url).href }) } };
}

function retryAfter(outcome: Outcome): Record<string, string> {
  const seconds = outcome.kind === 'refused' ? outcome.retryAfterSeconds : undefined;
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

function stampOf({ clock, stamps }: Desk, form: OpenFormRow, kind: 'page' | 'again'): string {
  return stamps.make(kind, form.code, new Date(clock.now()));
}

function seeOther(location: string): Reply {
  return { status: 303, body: undefined, headers: { location } };
}

/** Returns whether a script sent the request, based on its `X-Requested-With` and `Accept` headers. */
function isAskedByScript(headers: IncomingHttpHeaders): boolean {
  const isNamed = String(headers['x-requested-with'] ?? '').toLowerCase() === 'xmlhttprequest';
  return isNamed || (headers.accept ?? '').toLowerCase().startsWith('application/json');
}
