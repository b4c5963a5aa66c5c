import { sha256 } from '../../../base/crypto.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal, Sessions } from '../../../http/principal.ts';
import { type Reply, route, type Route } from '../../../http/route.ts';
import { SCOPES } from '../access/index.ts';
import { finishFirstStart, readFirstStart } from './first-start.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';
import { knownDeviceCookie } from './known-device.ts';
import { personOf } from './members.ts';
import type { PeopleParts } from './parts.ts';
import { signInOptions, signInWithPasskey } from './passkeys.ts';
import { finishReset, requestReset, requirePerson } from './passwords.ts';
import { switchAccount } from './queries.ts';
import { signInDocs as docs } from './sign-in-docs.ts';
import { callerOf, ownCallerOf, said } from './route-help.ts';
import {
  acceptanceRequest,
  accountChoiceRequest,
  firstStartRequest,
  passkeySignInRequest,
  resetFinishRequest,
  resetRequest,
  secondFactorRequest,
  signInRequest,
} from './schema.ts';
import { signIn, type SignInAnswer, signOut, verifySecondFactor } from './sign-in.ts';
import { readAccount, accountStatusOf } from '../accounts/index.ts';
import { accountsOfPerson } from './member-queries.ts';
import { passkeysOf } from './passkey-queries.ts';
import { presentSession } from './present.ts';

/** Maximum number of listed accounts per user. */
const MAX_ACCOUNTS = 200;

/** Maximum size of a request, in bytes. An authenticator's response can be several kilobytes long. */
const PASSKEY_BODY_BYTES = 128 * 1_024;
const SMALL_BODY_BYTES = 16 * 1_024;
const { dashboardRead } = SCOPES;

/** Returns the routes for signing in and out. Routes without a scope are public. */
export function signInRoutes(parts: PeopleParts, sessions: Sessions): Route[] {
  return [
    ...passwordRoutes(parts),
    ...passkeyRoutes(parts),
    ...sessionRoutes(parts, sessions),
    ...linkRoutes(parts, sessions),
  ];
}

function passwordRoutes(parts: PeopleParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/sign-in',
      summary: 'Sign in with a password',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: signInRequest,
      doc: docs.signIn,
      handle: async (request) => answerOf(await signIn(parts, request.body, ownCallerOf(request))),
    }),
    route({
      method: 'POST',
      path: '/dashboard/sign-in/second-factor',
      summary: 'Complete sign-in with a two-factor code',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: secondFactorRequest,
      doc: docs.secondFactor,
      handle: async (request) => answerOf(await verifySecondFactor(parts, request.body, ownCallerOf(request))),
    }),
  ];
}

function passkeyRoutes(parts: PeopleParts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/dashboard/sign-in/passkey/options',
      summary: 'Get the options for passkey sign-in',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      doc: docs.passkeyOptions,
      handle: async (request) => ({ status: 200, body: await signInOptions(parts, ownCallerOf(request)) }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/sign-in/passkey',
      summary: 'Sign in with a passkey',
      scope: undefined,
      bodyLimitBytes: PASSKEY_BODY_BYTES,
      body: passkeySignInRequest,
      doc: docs.passkey,
      handle: async (request) => answerOf(await signInWithPasskey(parts, request.body, ownCallerOf(request))),
    }),
  ];
}

function sessionRoutes(parts: PeopleParts, sessions: Sessions): Route[] {
  const { cookies, db } = parts;
  return [
    route({
      method: 'GET',
      path: '/dashboard/session',
      summary: 'Get the current session',
      scope: dashboardRead,
      doc: docs.session,
      async handle({ headers, principal }) {
        const token = cookies.tokenOf(headers.cookie);
        // Each use extends the session and its cookie to 30 days. It also marks the browser as known, because browsers
        // are not marked when an invitation is accepted, and a password change invalidates earlier marks.
        const known = await knownDeviceCookie(parts, personOf(principal).id);
        const renewed = token === undefined ? {} : { cookies: [cookies.set(token), known] };
        return { status: 200, body: await readSession(parts, principal), ...renewed };
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/sign-out',
      summary: 'Sign out',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      doc: docs.signOut,
      async handle(request) {
        const { cookie } = ownCallerOf(request);
        const cleared = await signOut(parts, cookie);
        sessions.forget(cookie ?? '');
        return said('You are signed out.', cleared);
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/session/account',
      summary: 'Switch to another account',
      scope: dashboardRead,
      body: accountChoiceRequest,
      doc: docs.chooseAccount,
      async handle({ body, headers, principal }) {
        const token = cookies.tokenOf(headers.cookie) ?? '';
        const moved = await switchAccount(db, sha256(token), personOf(principal).id, body);
        if (moved.length === 0)
          throw new Refusal('not_found', { message: 'You are not a member of an account with this ID.' });
        sessions.forget(headers.cookie ?? '');
        return said('The account was switched.');
      },
    }),
  ];
}

function linkRoutes(parts: PeopleParts, sessions: Sessions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/first-start/:token',
      summary: 'Get the initial values for creating the owner',
      scope: undefined,
      doc: docs.readFirstStart,
      handle: async ({ params }) => ({
        status: 200,
        body: await readFirstStart(parts, params['token'] ?? ''),
      }),
    }),
    route({
      method: 'POST',
      path: '/dashboard/first-start',
      summary: 'Create the owner',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: firstStartRequest,
      doc: docs.firstStart,
      handle: async (request) => answerOf(await finishFirstStart(parts, request.body, ownCallerOf(request))),
    }),
    route({
      method: 'POST',
      path: '/dashboard/password-reset',
      summary: 'Request a password reset',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: resetRequest,
      doc: docs.reset,
      async handle(request) {
        await requestReset(parts, request.body, ownCallerOf(request).origin.address);
        return { status: 202, body: { message: 'Check your inbox for a link.' } };
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/password-reset/finish',
      summary: 'Reset a password',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: resetFinishRequest,
      doc: docs.finishReset,
      async handle(request) {
        ownCallerOf(request);
        const { grants, sessions, tokens } = await finishReset(parts, request.body.token, request.body.password);
        const ended = { sessions, access_tokens: tokens, applications: grants };
        return { status: 200, body: { message: 'Your new password is set. You can now sign in.', ended } };
      },
    }),
    ...invitationRoutes(parts, sessions),
  ];
}

function invitationRoutes(parts: PeopleParts, sessions: Sessions): Route[] {
  return [
    route({
      method: 'GET',
      path: '/dashboard/invitations/:token',
      summary: 'Get an invitation',
      scope: undefined,
      doc: docs.invitation,
      async handle({ params }) {
        const { accountName, email, hasAccount, role } = await readInvitation(parts, params['token'] ?? '');
        return { status: 200, body: { account_name: accountName, email, role, has_account: hasAccount } };
      },
    }),
    route({
      method: 'POST',
      path: '/dashboard/invitations/:token/accept',
      summary: 'Accept an invitation',
      scope: undefined,
      bodyLimitBytes: SMALL_BODY_BYTES,
      body: acceptanceRequest,
      doc: docs.accept,
      async handle(request) {
        const caller = ownCallerOf(request);
        const given = { ...request.body, token: request.params['token'] ?? '' };
        const signedIn = await signedInOf(sessions, callerOf(request).cookie);
        const { cookies, status } = await acceptInvitation(parts, given, { ...caller, signedIn });
        sessions.forget(caller.cookie ?? '');
        return { status: 200, body: { status }, cookies };
      },
    }),
  ];
}

async function signedInOf(sessions: Sessions, cookie: string | undefined): Promise<Principal | undefined> {
  return cookie === undefined ? undefined : sessions.authenticate(cookie);
}

function answerOf({ cookies, status }: SignInAnswer): Reply {
  return { status: 200, body: { status }, cookies };
}

/** Returns the data that the dashboard needs when it starts. */
async function readSession(parts: PeopleParts, principal: Principal): Promise<ReturnType<typeof presentSession>> {
  const { baseUrl, db, facts } = parts;
  const { id, role } = personOf(principal);
  const [person, passkeys, accounts, account] = await Promise.all([
    requirePerson(parts, id),
    passkeysOf(db, id),
    accountsOfPerson(db, id, MAX_ACCOUNTS),
    readAccount(db, principal.accountId),
  ]);
  return presentSession({
    principal,
    person: { id, name: person.name, email: person.email, role, language: person.language },
    hasTwoFactor: person.two_factor_enabled,
    passkeys: passkeys.length,
    account: { name: account?.name ?? principal.account.email, status: account ? accountStatusOf(account) : 'active' },
    accounts,
    baseUrl: baseUrl(),
    facts,
  });
}
