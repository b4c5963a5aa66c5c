import { html, renderPage, type Html } from '../../../http/html.ts';
import { formTargetsOf, isLoopback, isPrivateUse, placeOf } from './redirect-uris.ts';
import { sentenceOf, type Audience } from './scopes.ts';

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
export function renderConsentPage(question: Question): RenderedPage {
  const { clientName, person, scopes, uid, proof, redirectUri } = question;
  return renderPage({
    title: `Authorize ${clientName}?`,
    formTargets: formTargetsOf(redirectUri),
    content: html`<h1>Authorize “${clientName}”?</h1>
      <p>${whereTo(redirectUri)}${originOf(question)}</p>
      <p>${question.audience === 'mcp' ? 'As an assistant, it will be able to:' : 'It will be able to:'}</p>
      <ul>
        ${scopes.map((scope) => html`<li>${sentenceOf(scope)}</li>`)}
      </ul>
      <form method="post" action="/oauth/consent/${uid}">
        <input type="hidden" name="proof" value="${proof}" />
        ${accountField(question)}
        <p>
          <button class="main" name="decision" value="allow">Authorize</button
          ><button name="decision" value="refuse">Deny</button>
        </p>
      </form>
      <p class="soft">
        You are signed in as ${person.name} (${person.email}). The application cannot do more than your role allows. You
        can disconnect it at any time in the settings, under Apps and tokens.
      </p>`,
  });
}

function whereTo(redirectUri: string): Html {
  const url = new URL(redirectUri);
  if (isLoopback(url)) return html`The application runs on your own computer (${url.host}). `;
  if (!isPrivateUse(url)) return html`You will be redirected to <strong>${url.host}</strong>. `;
  return html`Your decision is sent to the app on this device that handles
    <strong>${placeOf(redirectUri)}</strong> links. Any app can register to open these links. Deny the request if you
    did not start it in that app. `;
}

function originOf({ isSelfRegistered }: Question): Html {
  if (!isSelfRegistered) return html``;
  return html`The application registered itself and chose its own name. Authorize the application only if you just
  started this request in the application.`;
}

function accountField({ accounts, chosenAccount }: Question): Html {
  const [only] = accounts;
  if (accounts.length === 1 && only) {
    return html`<p>The authorization applies to the account <strong>${only.label}</strong>.</p>
      <input type="hidden" name="account" value="${only.id}" />`;
  }
  const choices = accounts.map(
    ({ id, label }) =>
      html`<label
        ><input type="radio" name="account" value="${id}" required${id === chosenAccount && html` checked`} />
        ${label}</label
      >`,
  );
  return html`<fieldset>
    <legend>Choose an account</legend>
    ${choices}
  </fieldset>`;
}

/**
 * Error messages, by OAuth error code, that replace the descriptions of the OAuth library. Errors without an entry are
 * caused by the client and are shown with the description of the library.
 */
const REMEDIES: Readonly<Record<string, string>> = {
  expired: 'This request has expired or was already completed. Go back to the application and start again.',
  invalid_redirect_uri:
    'The application requested a redirect to a URL that it has not registered. The request may be a mistake or an attempt to access your account. No data was sent to the application.',
  too_many_requests: 'Your network sent too many requests in the last hour. Try again later.',
  temporarily_unavailable: 'The service is temporarily unavailable. Try again in a minute.',
  server_error: 'Something went wrong on our side. Try again in a minute.',
};

/** Renders the page for errors that cannot safely be redirected to the client. */
export function renderErrorPage(error: string, description = ''): RenderedPage {
  return renderPage({
    title: 'Authorization failed',
    content: html`<h1>Authorization failed</h1>
      <p>${REMEDIES[error] ?? 'The application sent an invalid request. Contact its developer.'}</p>
      <p class="soft">${error}${description !== '' && html`: ${description}`}</p>`,
  });
}
