import { randomText, sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal, Role } from '../../../http/principal.ts';
import { lockAccount, readAccount, recordAct } from '../accounts/index.ts';
import { setFirstLanguage } from './language-queries.ts';
import { invitationMail, linkTo } from './mails.ts';
import { personOf } from './members.ts';
import {
  deleteInvitation,
  insertMembership,
  invitationById,
  invitationByToken,
  invitationsOf,
  roleOf,
  takeInvitation,
  upsertInvitation,
  type InvitationRow,
} from './member-queries.ts';
import { hashNewPassword, setPassword } from './passwords.ts';
import type { PeopleParts } from './parts.ts';
import { createPerson, findPerson } from './people.ts';
import { passwordOf, switchAccount } from './queries.ts';
import { startSession } from './sessions.ts';
import type { Caller } from './sign-in.ts';
import { faultOfInvitation } from './team-rule.ts';
import { teamRefusal } from './team.ts';
import { requireAttempt } from './throttle.ts';
import { deadLink } from './tokens.ts';

export const INVITATION_DAYS = 7;
/** Maximum number of open invitations per account. */
export const MAX_INVITATIONS = 100;
const SECRET_CHARACTERS = 43;
/** The account's ID precedes the secret, because the primary keys of account tables start with the account's ID. */
const TOKEN = /^(\d{1,15})\.([A-Za-z0-9]{43})$/;

/** The invited address and its role. */
export interface Invited {
  readonly email: string;
  readonly role: Role;
}

type MailParts = Pick<PeopleParts, 'db' | 'sendMail' | 'baseUrl'>;

/** Invites an email address to the caller's account. Invalidates an earlier invitation to the same address. */
export async function invite(parts: PeopleParts, principal: Principal, invited: Invited): Promise<InvitationRow> {
  const person = personOf(principal);
  const fault = faultOfInvitation(person.role, invited.role);
  if (fault) throw teamRefusal(fault);
  await requireAttempt(parts.db, 'invitations of', String(principal.accountId));
  return parts.db.transaction(async (tx) => {
    const { row } = await issue(parts, tx, principal.accountId, { ...invited, by: person });
    const after = { role: invited.role };
    await recordAct(tx, principal, { action: 'invitation.create', subject: invited.email, after });
    return row;
  });
}

/** Invites an email address on behalf of the operator on the command line. Returns the link. */
export async function inviteByOperator(parts: MailParts, accountId: number, invited: Invited): Promise<string> {
  return parts.db.transaction(async (tx) => (await issue(parts, tx, accountId, { ...invited, by: undefined })).link);
}

/** Sends an invitation again, with a new link that is valid for seven days. Throws not_found. */
export async function resendInvitation(parts: PeopleParts, principal: Principal, id: number): Promise<InvitationRow> {
  const [invitation] = await invitationById(parts.db, principal.accountId, id);
  if (!invitation) throw new Refusal('not_found', { message: 'The account has no invitation with this ID.' });
  return invite(parts, principal, { email: invitation.email, role: invitation.role });
}

/** Withdraws an invitation. Throws not_found, or forbidden if an admin withdraws an invitation for an owner. */
export async function withdrawInvitation(parts: PeopleParts, principal: Principal, id: number): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const [invitation] = await invitationById(tx, principal.accountId, id);
    if (!invitation) throw new Refusal('not_found', { message: 'The account has no invitation with this ID.' });
    const fault = faultOfInvitation(personOf(principal).role, invitation.role);
    if (fault) throw teamRefusal(fault);
    await deleteInvitation(tx, principal.accountId, id);
    await recordAct(tx, principal, { action: 'invitation.delete', subject: invitation.email });
  });
}

/** Returns the invitation that a link refers to. Throws not_found if the link is invalid or expired. */
export async function readInvitation(
  { db }: PeopleParts,
  token: string,
): Promise<{ readonly accountName: string; readonly hasAccount: boolean } & Invited> {
  const { accountId, hash } = parseToken(token);
  const [row] = await invitationByToken(db, accountId, hash);
  if (!row) throw deadLink();
  const hasAccount = await canSignIn(db, row.email);
  return { accountName: row.account_name ?? row.account_email, email: row.email, role: row.role, hasAccount };
}

/** Result of accepting an invitation. */
export interface Acceptance {
  /** `sign_in`: the user already exists and must sign in as usual. */
  readonly status: 'signed_in' | 'sign_in';
  readonly cookies: readonly string[];
}

/**
 * Accepts an invitation. New users enter a name and a password and are signed in. Existing users become members, and
 * their current session switches to the account. The link alone never signs in an existing user.
 */
export async function acceptInvitation(
  parts: PeopleParts,
  given: { readonly token: string; readonly name: string | undefined; readonly password: string | undefined },
  caller: Caller & { readonly signedIn: Principal | undefined },
): Promise<Acceptance> {
  const invitation = await readInvitation(parts, given.token);
  return invitation.hasAccount
    ? joinAsKnown(parts, given.token, caller)
    : joinAsNew(parts, given, invitation.email, caller);
}

async function joinAsKnown(
  parts: PeopleParts,
  token: string,
  caller: Caller & { readonly signedIn: Principal | undefined },
): Promise<Acceptance> {
  const { cookies, db } = parts;
  const { accountId, hash } = parseToken(token);
  return db.transaction(async (tx) => {
    const { email, role } = await take(tx, accountId, hash);
    const person = await findPerson(tx, email);
    if (!person) throw deadLink();
    await insertMembership(tx, accountId, person.id, role);
    const isThem = caller.signedIn?.person?.id === person.id;
    const session = isThem ? cookies.tokenOf(caller.cookie) : undefined;
    if (session === undefined) return { status: 'sign_in', cookies: [] };
    await switchAccount(tx, sha256(session), person.id, accountId);
    return { status: 'signed_in', cookies: [] };
  });
}

async function joinAsNew(
  parts: PeopleParts,
  given: { readonly token: string; readonly name: string | undefined; readonly password: string | undefined },
  email: string,
  caller: Caller,
): Promise<Acceptance> {
  const { name, password } = given;
  if (name === undefined || password === undefined) {
    throw invalid({
      ...(name === undefined && { name: ['is required.'] }),
      ...(password === undefined && { password: ['is required.'] }),
    });
  }
  const passwordHash = await hashNewPassword(parts, password, { name, email });
  const { accountId, hash } = parseToken(given.token);
  return parts.db.transaction(async (tx) => {
    const { role } = await take(tx, accountId, hash);
    // The user may already exist without a credential.
    const { id } = (await findPerson(tx, email)) ?? (await createPerson(tx, { name, email }));
    await setFirstLanguage(tx, id, caller.language);
    await insertMembership(tx, accountId, id, role);
    await setPassword(tx, id, passwordHash);
    const session = await startSession(tx, parts.cookies, id, { origin: caller.origin, accountId });
    return { status: 'signed_in', cookies: [session.cookie] };
  });
}

async function issue(
  { baseUrl, sendMail }: MailParts,
  tx: Tx,
  accountId: number,
  invited: Invited & { readonly by: { readonly id: number; readonly name: string } | undefined },
): Promise<{ row: InvitationRow; link: string }> {
  await lockAccount(tx, accountId);
  const account = await readAccount(tx, accountId);
  await requireCapacity(tx, accountId, invited.email);
  const secret = randomText(SECRET_CHARACTERS);
  const { by, email, role } = invited;
  const [row] = await upsertInvitation(tx, accountId, email, role, sha256(secret), by?.id ?? null, INVITATION_DAYS);
  if (!row || !account) throw new Refusal('not_found');
  const link = linkTo(baseUrl(), 'invitation', `${accountId}.${secret}`);
  await sendMail(tx, invitationMail(email, { account, by: by?.name, link }));
  return { row, link };
}

async function requireCapacity(tx: Tx, accountId: number, email: string): Promise<void> {
  const person = await findPerson(tx, email);
  if (person && (await roleOf(tx, accountId, person.id)).length > 0) {
    throw new Refusal('conflict', { message: `${email} is already a member of the account.` });
  }
  const open = await invitationsOf(tx, accountId, MAX_INVITATIONS);
  const isKnown = open.some((invitation) => invitation.email.toLowerCase() === email.toLowerCase());
  if (!isKnown && open.length >= MAX_INVITATIONS) {
    throw new Refusal('conflict', {
      message: `The limit of ${MAX_INVITATIONS} open invitations per account is reached.`,
      fix: 'Withdraw an invitation that is no longer needed.',
    });
  }
}

async function take(tx: Tx, accountId: number, hash: Buffer): Promise<Invited> {
  const [row] = await takeInvitation(tx, accountId, hash);
  if (!row) throw deadLink();
  return row;
}

async function canSignIn(db: PeopleParts['db'], email: string): Promise<boolean> {
  const person = await findPerson(db, email);
  return person !== undefined && (await passwordOf(db, person.id)).length > 0;
}

function parseToken(token: string): { accountId: number; hash: Buffer } {
  const [, account, secret] = TOKEN.exec(token) ?? [];
  if (account === undefined || secret === undefined) throw deadLink();
  return { accountId: Number(account), hash: sha256(secret) };
}
