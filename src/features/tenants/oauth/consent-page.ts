import { html, renderPage, type Html } from '../../../http/html.ts';
import { formTargetsOf, isLoopback, isPrivateUse, placeOf } from './redirect-uris.ts';
import { sentenceOf, type Audience } from './scopes.ts';

/** An account that a person may choose. */
export interface Choice {
  readonly id: number;
  readonly label: string;
}

/** What is asked, of whom. */
export interface Question {
  readonly uid: string;
  readonly clientName: string;
  readonly redirectUri: string;
  /** The client told us its name itself: nobody has looked at it. */
  readonly isSelfRegistered: boolean;
  readonly person: { readonly name: string; readonly email: string };
  readonly accounts: readonly Choice[];
  readonly chosenAccount: number;
  readonly scopes: readonly string[];
  readonly audience: Audience;
  /** Proves that the answer comes from this page. */
  readonly proof: string;
}

/** Body and headers of a page. */
type RenderedPage = ReturnType<typeof renderPage>;

/** The page that asks a person whether a client may act for them. */
export function renderConsentPage(question: Question): RenderedPage {
  const { clientName, person, scopes, uid, proof, redirectUri } = question;
  return renderPage({
    title: `Allow ${clientName}?`,
    formTargets: formTargetsOf(redirectUri),
    content: html`<h1>Allow “${clientName}” to act for you?</h1>
      <p>${whereTo(redirectUri)}${originOf(question)}</p>
      <p>${question.audience === 'mcp' ? 'As an assistant, it could:' : 'It could:'}</p>
      <ul>
        ${scopes.map((scope) => html`<li>${sentenceOf(scope)}</li>`)}
      </ul>
      <form method="post" action="/oauth/consent/${uid}">
        <input type="hidden" name="proof" value="${proof}" />
        ${accountField(question)}
        <p>
          <button class="main" name="decision" value="allow">Allow</button
          ><button name="decision" value="refuse">Refuse</button>
        </p>
      </form>
      <p class="soft">
        You are signed in as ${person.name} (${person.email}). It never does more than your role allows, and you can end
        this at any time in the settings, under connected applications.
      </p>`,
  });
}

function whereTo(redirectUri: string): Html {
  const url = new URL(redirectUri);
  if (isLoopback(url)) return html`It runs on your own computer (${url.host}). `;
  if (!isPrivateUse(url)) return html`Your answer goes to <strong>${url.host}</strong>. `;
  return html`Your answer opens the app on this device that has taken addresses of the kind
    <strong>${placeOf(redirectUri)}</strong>. Any program can take them: refuse if you did not start this in that app. `;
}

function originOf({ isSelfRegistered }: Question): Html {
  if (!isSelfRegistered) return html``;
  return html`It registered itself and chose its name: allow it only if you have just started this there.`;
}

function accountField({ accounts, chosenAccount }: Question): Html {
  const [only] = accounts;
  if (accounts.length === 1 && only) {
    return html`<p>For the account <strong>${only.label}</strong>.</p>
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
    <legend>For which account?</legend>
    ${choices}
  </fieldset>`;
}

/** Sentences for what people can mend; all else is the client's, with its own words below. */
const REMEDIES: Readonly<Record<string, string>> = {
  expired: 'This took too long, or was answered already. Go back to the application and start again there.',
  invalid_redirect_uri:
    'The application wants its answer sent to an address that it has not registered. That may be a mistake in it, or somebody’s attempt to get at your account: nothing was sent.',
  too_many_requests: 'Too many requests came from your network within an hour. Try again later.',
  temporarily_unavailable: 'The database is away at the moment. Try again in a minute.',
  server_error: 'Something failed on our side. Try again in a minute.',
};

/** The page for what cannot be told to the client, or not safely. */
export function renderErrorPage(error: string, description = ''): RenderedPage {
  return renderPage({
    title: 'This did not work',
    content: html`<h1>This did not work</h1>
      <p>
        ${REMEDIES[error] ?? 'The application has sent a request that cannot be answered. Its makers can mend that.'}
      </p>
      <p class="soft">${error}${description !== '' && html`: ${description}`}</p>`,
  });
}
