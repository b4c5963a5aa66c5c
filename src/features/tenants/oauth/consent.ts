import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import type { Vault } from '../../../base/crypto.ts';
import type { Database } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { refuseOtherSites } from '../../../http/authorization.ts';
import { parserOf } from '../../../http/parser.ts';
import type { Principal, Sessions } from '../../../http/principal.ts';
import { themeForVisitor } from '../../../http/pages/theme.ts';
import { route, type Reply, type Route } from '../../../http/route.ts';
import type { Texts } from '../../../mail/languages/texts.ts';
import { recordAct } from '../accounts/index.ts';
import { clientById, type ClientRow } from './client-queries.ts';
import { accountsOfPerson } from './grant-queries.ts';
import { renderConsentPage, renderErrorPage, type Choice } from './consent-page.ts';
import type { Engine } from './engine.ts';
import { placeOf } from './redirect-uris.ts';
import { audienceOfResources, meantScopes, type Audience } from './scopes.ts';
import { subjectText } from './subject.ts';
import type { Wire } from './wire.ts';

const MAX_ACCOUNTS = 50;
const MAX_FORM_BYTES = 4 * 1024;
const INTERACTION_ID = /^[\w-]{10,100}$/;

interface ConsentParts {
  readonly db: Database;
  readonly vault: Vault;
  readonly sessions: Sessions;
  readonly engine: () => Promise<Engine>;
  readonly baseUrl: () => string;
}

/**
 * An authorization request that waits for the user's decision. The decision must come from the browser that started the
 * request.
 */
interface Pending {
  readonly uid: string;
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly resources: readonly string[];
  readonly scopes: readonly string[];
  readonly audience: Audience;
  readonly returnTo: string;
  readonly isAnswered: boolean;
  readonly wire: Wire;
}

const answerRequest = parserOf(
  Type.Object({
    decision: Type.Enum(['allow', 'refuse']),
    proof: Type.String({ maxLength: 100 }),
    account: Type.String({ pattern: '^[0-9]{1,15}$' }),
  }),
);

/** Returns the routes that show the consent page and process the decision. */
export function consentRoutes(parts: ConsentParts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/oauth/consent/:uid',
      summary: 'Show the consent page',
      scope: undefined,
      handle: async ({ params, headers }) => {
        const uid = params['uid'] ?? '';
        const pending = await findPending(parts, uid, headers.cookie);
        const { texts } = themeForVisitor(headers['accept-language']);
        if (!pending) return expired(texts);
        const caller = await callerOf(parts, headers.cookie);
        return caller ? ask(parts, pending, caller, texts) : toSignIn(uid);
      },
    }),
    route({
      method: 'POST',
      path: '/oauth/consent/:uid',
      summary: 'Submit the consent page',
      scope: undefined,
      bodyLimitBytes: MAX_FORM_BYTES,
      body: answerRequest,
      handle: async ({ params, headers, body }) => {
        refuseOtherSites({ headers, method: 'POST' });
        const uid = params['uid'] ?? '';
        const pending = await findPending(parts, uid, headers.cookie);
        if (!pending) return expired(themeForVisitor(headers['accept-language']).texts);
        const caller = await callerOf(parts, headers.cookie);
        if (!caller) return toSignIn(uid);
        if (!proofsOf(parts, uid, caller).some((right) => isProof(body.proof, right)))
          throw new Refusal('cross_site_request');
        return take(parts, pending, caller, body);
      },
    }),
  ];
}

type Caller = Principal & { readonly person: NonNullable<Principal['person']> };

/** Returns the user who is signed in to the dashboard in this browser. */
async function callerOf({ sessions }: ConsentParts, cookie: string | undefined): Promise<Caller | undefined> {
  if (cookie === undefined || !sessions.hasCookie(cookie)) return undefined;
  const principal = await sessions.authenticate(cookie);
  return principal?.person ? { ...principal, person: principal.person } : undefined;
}

/** Returns the request if it is still pending and the signed cookie shows that this browser started it. */
async function findPending(
  { db, engine, baseUrl }: ConsentParts,
  uid: string,
  cookie: string | undefined,
): Promise<Pending | undefined> {
  if (!INTERACTION_ID.test(uid) || cookie === undefined) return undefined;
  const { provider, wire: wireOf, errors } = await engine();
  const wire = wireOf({ method: 'GET', target: `/oauth/consent/${uid}`, headers: { cookie } });
  const details = await provider.interactionDetails(wire.request, wire.response).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  });
  if (!details || details.uid !== uid) return undefined;
  const { params, result, returnTo } = details;
  const [client] = await clientById(db, String(params['client_id']));
  if (!client) return undefined;
  const resources = [params['resource'] ?? baseUrl()].flat().map(String);
  const audience = audienceOfResources(resources, baseUrl());
  const scopes = meantScopes(String(params['scope']), audience);
  const redirectUri = String(params['redirect_uri']);
  return { uid, client, redirectUri, resources, scopes, audience, returnTo, isAnswered: result !== undefined, wire };
}

async function ask(parts: ConsentParts, pending: Pending, caller: Caller, texts: Texts): Promise<Reply> {
  const { client, uid, redirectUri, scopes, audience } = pending;
  const page = renderConsentPage(texts, {
    uid,
    clientName: client.name,
    redirectUri,
    isSelfRegistered: client.account_id === null,
    person: caller.person,
    accounts: await choicesOf(parts, caller),
    chosenAccount: caller.accountId,
    scopes,
    audience,
    proof: proofsOf(parts, uid, caller)[0] ?? '',
  });
  return { status: 200, ...page };
}

async function choicesOf({ db }: ConsentParts, { person }: Caller): Promise<Choice[]> {
  const rows = await accountsOfPerson(db, person.id, MAX_ACCOUNTS);
  return rows.map(({ account_id: id, name, email }) => ({ id, label: name ? `${name} (${email})` : email }));
}

async function take(
  parts: ConsentParts,
  pending: Pending,
  caller: Caller,
  { decision, account }: { readonly decision: string; readonly account: string },
): Promise<Reply> {
  const { client, resources, scopes, wire, returnTo } = pending;
  // The button was pressed twice. The first decision applies.
  if (pending.isAnswered) return redirect(returnTo);
  const { provider } = await parts.engine();
  if (decision === 'refuse') {
    const result = { error: 'access_denied', error_description: 'The user denied the request.' };
    return redirect(await provider.interactionResult(wire.request, wire.response, result));
  }
  const accountId = Number(account);
  const isTheirs = (await choicesOf(parts, caller)).some(({ id }) => id === accountId);
  if (!isTheirs) throw new Refusal('forbidden', { message: 'You are not a member of this account.' });
  const subject = subjectText({ personId: caller.person.id, accountId });
  const grant = new provider.Grant({ accountId: subject, clientId: client.client_id });
  for (const resource of resources) grant.addResourceScope(resource, scopes.join(' '));
  const grantId = await grant.save();
  await noteConsent(parts, pending, caller, accountId);
  // The OAuth library must not remember the user, because the next request must ask for consent again.
  const result = { login: { accountId: subject, remember: false }, consent: { grantId } };
  return redirect(await provider.interactionResult(wire.request, wire.response, result));
}

/**
 * Records the consent before the OAuth library issues a code. If this fails, the grant has no codes or tokens and is
 * purged.
 */
async function noteConsent({ db }: ConsentParts, pending: Pending, caller: Caller, accountId: number): Promise<void> {
  const { audience, client, redirectUri, scopes } = pending;
  const { person, via } = caller;
  const after = { client_id: client.client_id, scopes, for: audience, redirects_to: placeOf(redirectUri) };
  await db.transaction((tx) =>
    recordAct(tx, { accountId, via, person }, { action: 'oauth_grant.allow', subject: client.name, after }),
  );
}

/** Redirects to the sign-in page, or to the OAuth library's resume URL, which then redirects to the client. */
function redirect(location: string): Reply {
  return { status: 303, body: undefined, headers: { location } };
}

function toSignIn(uid: string): Reply {
  return redirect(`/app/sign-in?next=${encodeURIComponent(`/oauth/consent/${uid}`)}`);
}

function expired(texts: Texts): Reply {
  return { status: 400, ...renderErrorPage(texts, 'expired') };
}

/** Returns CSRF tokens for the request and the user. New pages use the first token. */
function proofsOf({ vault }: ConsentParts, uid: string, { person }: Caller): string[] {
  return vault
    .deriveAll('oauth consent')
    .map((key) => createHmac('sha256', key).update(`${uid} ${person.id}`).digest('base64url'));
}

function isProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
