import { sha256 } from '../../../base/crypto.ts';
import { Refusal } from '../../../base/refusal.ts';
import { route, type Route } from '../../../http/route.ts';
import { SCOPES } from '../access/index.ts';
import { personOf } from './members.ts';
import type { PeopleParts } from './parts.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from './passkeys.ts';
import { passkeysOf } from './passkey-queries.ts';
import { changePassword, requirePassword, requirePerson } from './passwords.ts';
import { presentOwnSession, presentPasskey } from './present.ts';
import { deleteSession, dropTokens, sessionsOfPerson, updatePersonEmail } from './queries.ts';
import { meDocs as docs } from './route-docs.ts';
import { callerOf, idOf, ownCallerOf, said } from './route-help.ts';
import {
  addressRequest,
  codeRequest,
  newPasskeyRequest,
  passkeyOptionsRequest,
  passwordChangeRequest,
  passwordRequest,
  profileRequest,
  tokenRequest,
} from './schema.ts';
import { confirmTwoFactor, endTwoFactor, startTwoFactor } from './second-factor.ts';
import { addressChangedMail, addressChangeMail, linkTo } from './mails.ts';
import { findPerson, updateProfile } from './people.ts';
import { requireAttempt } from './throttle.ts';
import { deadLink, issueOnlyToken, requirePersonByToken } from './tokens.ts';

const ME = '/dashboard/me';
const LISTED_SESSIONS = 200;
const PASSKEY_BODY_BYTES = 128 * 1_024;
/** Users with any role can use the routes for their own profile. */
const scope = SCOPES.dashboardRead;

/** Returns the routes with which users manage their own profile and credentials. */
export function meRoutes(parts: PeopleParts): Route[] {
  return [...profileRoutes(parts), ...sessionRoutes(parts), ...twoFactorRoutes(parts), ...passkeyRoutes(parts)];
}

function profileRoutes(parts: PeopleParts): Route[] {
  const { cookies, db } = parts;
  return [
    route({
      method: 'PATCH',
      path: ME,
      summary: 'Change your name or language',
      scope,
      body: profileRequest,
      doc: docs.profile,
      async handle({ body, principal }) {
        await updateProfile(db, personOf(principal).id, body);
        return said('Your profile was changed.');
      },
    }),
    route({
      method: 'POST',
      path: `${ME}/email`,
      summary: 'Change your email address',
      scope,
      body: addressRequest,
      doc: docs.email,
      async handle({ body, principal }) {
        await requestAddress(parts, personOf(principal).id, body);
        return { status: 202, body: { message: 'Check the inbox of the new address for a confirmation link.' } };
      },
    }),
    route({
      method: 'POST',
      path: `${ME}/email/confirm`,
      summary: 'Confirm a new email address',
      scope: undefined,
      body: tokenRequest,
      doc: docs.confirmEmail,
      async handle(request) {
        ownCallerOf(request);
        return { status: 200, body: await confirmAddress(parts, request.body) };
      },
    }),
    route({
      method: 'POST',
      path: `${ME}/password`,
      summary: 'Change your password',
      scope,
      body: passwordChangeRequest,
      doc: docs.password,
      async handle({ body, headers, principal }) {
        const who = { personId: personOf(principal).id, token: cookies.tokenOf(headers.cookie) };
        await changePassword(parts, who, body);
        return said('Your password was changed.');
      },
    }),
  ];
}

function sessionRoutes({ cookies, db }: PeopleParts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${ME}/sessions`,
      summary: 'List your sessions',
      scope,
      doc: docs.sessions,
      async handle({ headers, principal }) {
        const token = cookies.tokenOf(headers.cookie);
        const present = token === undefined ? undefined : sha256(token);
        const rows = await sessionsOfPerson(db, personOf(principal).id, LISTED_SESSIONS);
        return { status: 200, body: { data: rows.map((row) => presentOwnSession(row, present)) } };
      },
    }),
    route({
      method: 'DELETE',
      path: `${ME}/sessions/:id`,
      summary: 'End a session',
      scope,
      doc: docs.endSession,
      async handle({ params, principal }) {
        const ended = await deleteSession(db, personOf(principal).id, idOf(params));
        if (ended.length === 0) throw new Refusal('not_found', { message: 'You have no session with this ID.' });
        return said('The session has ended.');
      },
    }),
  ];
}

function twoFactorRoutes(parts: PeopleParts): Route[] {
  const path = `${ME}/two-factor`;
  return [
    route({
      method: 'POST',
      path,
      summary: 'Start setting up two-factor authentication',
      scope,
      body: passwordRequest,
      doc: docs.startTwoFactor,
      async handle(request) {
        const { id } = personOf(request.principal);
        const setup = await startTwoFactor(parts, id, request.body, callerOf(request));
        const { backupCodes, qrSvg, secret, uri } = setup;
        return { status: 200, body: { uri, secret, backup_codes: backupCodes, qr_svg: qrSvg } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/confirm`,
      summary: 'Turn on two-factor authentication',
      scope,
      body: codeRequest,
      doc: docs.confirmTwoFactor,
      async handle(request) {
        const person = personOf(request.principal);
        const cookies = await confirmTwoFactor(parts, person, request.body, callerOf(request));
        return said('Two-factor authentication is on.', cookies);
      },
    }),
    route({
      method: 'DELETE',
      path,
      summary: 'Turn off two-factor authentication',
      scope,
      body: passwordRequest,
      doc: docs.endTwoFactor,
      async handle(request) {
        const { id } = personOf(request.principal);
        const cookies = await endTwoFactor(parts, id, request.body, callerOf(request));
        return said('Two-factor authentication is off.', cookies);
      },
    }),
  ];
}

function passkeyRoutes(parts: PeopleParts): Route[] {
  const { cookies, db } = parts;
  const path = `${ME}/passkeys`;
  return [
    route({
      method: 'GET',
      path,
      summary: 'List your passkeys',
      scope,
      doc: docs.passkeys,
      async handle({ principal }) {
        const rows = await passkeysOf(db, personOf(principal).id);
        return { status: 200, body: { data: rows.map((row) => presentPasskey(row)) } };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/options`,
      summary: 'Get the options for a new passkey',
      scope,
      body: passkeyOptionsRequest,
      doc: docs.passkeyOptions,
      async handle({ body, headers, principal }) {
        const person = await requirePerson(parts, personOf(principal).id);
        const proof = { token: cookies.tokenOf(headers.cookie), password: body };
        return { status: 200, body: await newPasskeyOptions(parts, person, proof) };
      },
    }),
    route({
      method: 'POST',
      path,
      summary: 'Add a passkey',
      scope,
      bodyLimitBytes: PASSKEY_BODY_BYTES,
      body: newPasskeyRequest,
      doc: docs.addPasskey,
      handle: async ({ body, principal }) => ({
        status: 201,
        body: presentPasskey(await addPasskey(parts, personOf(principal), body)),
      }),
    }),
    route({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: 'Delete a passkey',
      scope,
      doc: docs.removePasskey,
      async handle({ params, principal }) {
        await removePasskey(parts, personOf(principal), idOf(params));
        return said('The passkey was deleted.');
      },
    }),
  ];
}

/**
 * Sends a confirmation link to a new address. If the address belongs to another user, sends no email, but returns the
 * same response.
 */
async function requestAddress(
  parts: PeopleParts,
  personId: number,
  given: { readonly email: string; readonly password: string },
): Promise<void> {
  const person = await requirePassword(parts, personId, given.password);
  await requireAttempt(parts.db, 'address change of', String(person.id));
  await parts.db.transaction(async (tx) => {
    if (await findPerson(tx, given.email)) return;
    const token = await issueOnlyToken(tx, 'address change', personId, given.email);
    const link = linkTo(parts.baseUrl(), 'confirm-email', token);
    await parts.sendMail(tx, addressChangeMail(given.email, person.email, link));
  });
}

/**
 * Changes the user's email address to the one that the link confirms, and notifies the old address. Invalidates links
 * sent to the old address.
 */
async function confirmAddress({ db, sendMail }: PeopleParts, token: string): Promise<{ email: string }> {
  return db.transaction(async (tx) => {
    const { meaning, person } = await requirePersonByToken(tx, 'address change', token);
    const { email } = meaning;
    if (email === null) throw deadLink();
    if (await findPerson(tx, email)) {
      throw new Refusal('conflict', { message: `Another user already signs in with ${email}.` });
    }
    await sendMail(tx, addressChangedMail(person.email, email));
    await updatePersonEmail(tx, person.id, email);
    await dropTokens(tx, person.id);
    return { email };
  });
}
