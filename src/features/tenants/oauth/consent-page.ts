import { html, renderPage, type Html } from '../../../http/html.ts';
import { say } from '../../../http/pages/theme.ts';
import type { TextKey } from '../../../mail/languages/catalog.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { formTargetsOf, isLoopback, isPrivateUse, placeOf } from './redirect-uris.ts';
import { permissionIn, type Audience } from './scopes.ts';

/** An account to which the user can grant access. */
export interface Choice {
  readonly id: number;
  readonly label: string;
}

/** Data of the consent page. */
export interface Question {
  readonly uid: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** Whether the client registered itself, so that its name has not been verified. */
  readonly isSelfRegistered: boolean;
  readonly person: { readonly name: string; readonly email: string };
  readonly accounts: readonly Choice[];
  readonly chosenAccount: number;
  readonly scopes: readonly string[];
  readonly audience: Audience;
  /** CSRF token. It proves that the decision was submitted from this page. */
  readonly proof: string;
}

type RenderedPage = ReturnType<typeof renderPage>;

/** Renders the page that asks a user whether to authorize a client. */
export function renderConsentPage(texts: Texts, question: Question): RenderedPage {
  const { audience, clientName, person, scopes, uid, proof, redirectUri } = question;
  const name = html`<bdi>${person.name}</bdi>`;
  const email = html`<bdi>${person.email}</bdi>`;
  return renderPage({
    language: texts.language,
    direction: texts.direction,
    title: texts.text('consent.heading', { client: clientName }),
    formTargets: formTargetsOf(redirectUri),
    content: html`<h1>${say(texts, 'consent.heading', { client: html`<bdi>${clientName}</bdi>` })}</h1>
      <p>${whereTo(texts, redirectUri)} ${question.isSelfRegistered && say(texts, 'consent.unverified')}</p>
      <p>${say(texts, audience === 'mcp' ? 'consent.can.assistant' : 'consent.can')}</p>
      <ul>
        ${scopes.map((scope) => html`<li>${permissionIn(texts, scope)}</li>`)}
      </ul>
      <form method="post" action="/oauth/consent/${uid}">
        <input type="hidden" name="proof" value="${proof}" />
        ${accountField(texts, question)}
        <p>
          <button class="main" name="decision" value="allow">${say(texts, 'consent.allow')}</button
          ><button name="decision" value="refuse">${say(texts, 'consent.deny')}</button>
        </p>
      </form>
      <p class="soft">${say(texts, 'consent.note', { name, email })}</p>`,
  });
}

function whereTo(texts: Texts, redirectUri: string): Html {
  const url = new URL(redirectUri);
  const host = html`<bdi>${url.host}</bdi>`;
  if (isLoopback(url)) return say(texts, 'consent.loopback', { host });
  if (!isPrivateUse(url)) return say(texts, 'consent.redirect', { host: html`<strong>${host}</strong>` });
  return say(texts, 'consent.app', { place: html`<strong><bdi>${placeOf(redirectUri)}</bdi></strong>` });
}

function accountField(texts: Texts, { accounts, chosenAccount }: Question): Html {
  const [only] = accounts;
  if (accounts.length === 1 && only) {
    const account = html`<strong><bdi>${only.label}</bdi></strong>`;
    return html`<p>${say(texts, 'consent.for', { account })}</p>
      <input type="hidden" name="account" value="${only.id}" />`;
  }
  const choices = accounts.map(
    ({ id, label }) =>
      html`<label
        ><input type="radio" name="account" value="${id}" required${id === chosenAccount && html` checked`} />
        <bdi>${label}</bdi></label
      >`,
  );
  return html`<fieldset>
    <legend>${say(texts, 'consent.choose')}</legend>
    ${choices}
  </fieldset>`;
}

/** The strings for errors, by OAuth error code. Errors without an entry are caused by the client. */
const REMEDIES: Readonly<Record<string, TextKey>> = {
  expired: 'consent.failed.expired',
  invalid_redirect_uri: 'consent.failed.redirect',
  too_many_requests: 'consent.failed.often',
  temporarily_unavailable: 'problem.503',
  server_error: 'problem.other',
};

/**
 * Renders the page for errors that cannot safely be redirected to the client. The code and the description of the OAuth
 * library are for the developer of the client, in English.
 */
export function renderErrorPage(texts: Texts, error: string, description = ''): RenderedPage {
  const heading = texts.text('consent.failed.heading');
  return renderPage({
    language: texts.language,
    direction: texts.direction,
    title: heading,
    content: html`<h1>${heading}</h1>
      <p>${say(texts, REMEDIES[error] ?? 'consent.failed.other')}</p>
      <p class="soft" lang="en" dir="ltr">${error}${description !== '' && html`: ${description}`}</p>`,
  });
}
