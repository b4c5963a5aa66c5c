import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../base/clock.ts';
import type { Vault } from '../../../base/crypto.ts';
import type { Dialect } from '../../../http/dialect.ts';
import { createPageDialect } from '../../../http/pages/dialect.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import { pageUrlOf } from './embeds.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { closedPage, formPage, thanksPage } from './pages.ts';
import { entered, type Entered } from './posted.ts';
import type { OpenFormRow } from './public-queries.ts';
import { embedScript, FORM_SCRIPT, NO_SCRIPT } from './scripts.ts';
import { faultsOf, findOpenForm, takeSignUp, type Outcome, type SignUpParts } from './sign-up.ts';
import { createStamps, type Stamps } from './stamps.ts';

const PAGE_PATH = '/f/:code';
const THANKS_PATH = '/f/:code/:step';
const POST_PATH = '/form/:account/:code';
const SCRIPT_PATH = '/js/form.js';

/** Paths of the pages shown after sign-up, with and without a confirmation email. */
const STEPS = { double: 'check-your-mail', single: 'thanks' } as const;

/**
 * Any site may submit forms and read the response, because no cookies are sent and the response reveals nothing about
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
  // Other sites load this script, including sites that require a resource policy (COEP).
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
};

const REMEDIES: Readonly<Record<number, string>> = {
  404: 'The link to this form is incomplete or was changed.',
  405: 'Please open the form page again.',
  413: 'The form contains too much text.',
  503: 'The service is temporarily unavailable. Please try again in a minute.',
};

/** Formats of errors under these paths: pages, and pages with CORS headers where embeds submit. */
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
 * Returns the public routes of forms: the sign-up page, the target of embeds, and the embed scripts. GET and HEAD
 * change nothing.
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
      async handle({ params }) {
        const { code = '' } = params;
        if (code.endsWith('.js')) return script(desk, code.slice(0, -'.js'.length));
        const form = await findOpenForm(desk, code);
        return form ? formPage({ form, stamp: stampOf(desk, form, 'page') }) : closedPage();
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
      async handle({ body, clientAddress, params }) {
        const form = await findOpenForm(desk, params['code'] ?? '');
        return form ? takeFromPage(desk, form, body, clientAddress) : closedPage();
      },
    }),
    route({
      method: 'GET',
      path: THANKS_PATH,
      summary: 'Show the thank-you page',
      scope: undefined,
      async handle({ params }) {
        const { code = '', step } = params;
        const form = await findOpenForm(desk, code);
        const isDouble = step === STEPS.double;
        if (!form || (!isDouble && step !== STEPS.single)) return closedPage();
        return thanksPage(form, `../${code}`, { isDouble, at: new Date(desk.clock.now()) });
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
      handle: async ({ params }) =>
        (await embedded(desk, params)) ? seeOther(`../../f/${params['code'] ?? ''}`) : closedPage(),
    }),
    route({
      method: 'POST',
      path: POST_PATH,
      summary: 'Sign up with an embedded form',
      scope: undefined,
      isPublicForm: true,
      bodyLimitBytes: MAX_BODY_BYTES,
      body: entered,
      async handle({ body, clientAddress, headers, params }) {
        const form = await embedded(desk, params);
        const isScript = isAskedByScript(headers);
        if (!form) return isScript ? { status: 404, body: { errors: ['This form is closed.'] } } : closedPage();
        const outcome = await takeSignUp(desk, form, body, clientAddress);
        return isScript ? told(desk, form, outcome) : shown(desk, form, body, outcome, '../../f/');
      },
    }),
  ];
}

async function script(desk: Desk, code: string): Promise<Reply> {
  const form = await findOpenForm(desk, code);
  const body = form ? embedScript(desk.baseUrl(), form) : NO_SCRIPT;
  return { status: form ? 200 : 404, body, headers: SCRIPT_HEADERS };
}

/** Returns the form if both codes match. */
async function embedded(
  desk: Desk,
  { account, code = '' }: Readonly<Record<string, string>>,
): Promise<OpenFormRow | undefined> {
  const form = await findOpenForm(desk, code);
  return form?.account_code === account ? form : undefined;
}

/**
 * Processes a submission of the sign-up page. If the stamp is invalid or the visitor was too fast, the page asks to
 * press the button again, which most programs do not do.
 */
async function takeFromPage(desk: Desk, form: OpenFormRow, given: Entered, clientAddress: string): Promise<Reply> {
  const isTimely = desk.stamps.isTimely(form.code, given.stamp);
  if (!isTimely && (await faultsOf(desk, form, given)).length === 0) return askAgain(desk, form, given);
  return shown(desk, form, given, await takeSignUp(desk, form, given, clientAddress), '');
}

function askAgain(desk: Desk, form: OpenFormRow, entered: Entered): Reply {
  return formPage({ form, stamp: stampOf(desk, form, 'again'), entered, status: 422, isAgain: true });
}

/** Returns the response for a browser. `toPages` is the relative path to the sign-up pages. */
function shown(desk: Desk, form: OpenFormRow, given: Entered, outcome: Outcome, toPages: string): Reply {
  if (outcome.kind === 'taken') {
    if (form.redirect_url !== null) return seeOther(new URL(form.redirect_url).href);
    return seeOther(`${toPages}${form.code}/${outcome.isDouble ? STEPS.double : STEPS.single}`);
  }
  if (outcome.kind === 'suspected') return askAgain(desk, form, given);
  // Keep a valid stamp, because a visitor who only fixes an error submits again quickly.
  const isTimely = desk.stamps.isTimely(form.code, given.stamp);
  const stamp = isTimely ? given.stamp : stampOf(desk, form, 'again');
  const { sentences, status } = outcome;
  // Submit to the current URL, because a relative URL would point elsewhere if the address ends with a slash.
  const page = formPage({ form, stamp, entered: given, sentences, status });
  return { ...page, headers: { ...page.headers, ...retryAfter(outcome) } };
}

/** Returns the response for the embed script. */
function told({ baseUrl }: Desk, form: OpenFormRow, outcome: Outcome): Reply {
  if (outcome.kind === 'suspected') {
    const sentence = `Please press the button again to confirm that you are human, or sign up at ${pageUrlOf(baseUrl(), form.code)}.`;
    return { status: 422, body: { errors: [sentence] } };
  }
  if (outcome.kind === 'refused') {
    return { status: outcome.status, body: { errors: outcome.sentences }, headers: retryAfter(outcome) };
  }
  const message = outcome.isDouble
    ? 'Thank you. To complete your sign-up, open the email that we sent you and confirm your subscription.'
    : 'Thank you. You are signed up.';
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

/** Returns whether a script sent the request. Scripts traditionally send `X-Requested-With: XMLHttpRequest`. */
function isAskedByScript(headers: IncomingHttpHeaders): boolean {
  const isNamed = String(headers['x-requested-with'] ?? '').toLowerCase() === 'xmlhttprequest';
  return isNamed || (headers.accept ?? '').toLowerCase().startsWith('application/json');
}
