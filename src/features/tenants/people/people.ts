import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Role } from '../../../http/principal.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../mail/languages/catalog.ts';
import { catalogOf } from '../../../mail/languages/tags.ts';
import { languageOfReader, updatePerson } from './language-queries.ts';
import { allPeople, insertMembership } from './member-queries.ts';
import { insertPerson, personByEmail, purgeExpired, type PersonRow } from './queries.ts';

const MAX_LISTED = 1_000;

/**
 * Creates a user, and a membership if an account is given. Throws conflict if a user with this email address exists.
 */
export async function createPerson(
  db: Db,
  wanted: {
    readonly name: string;
    readonly email: string;
    /** Whether the email address is verified. */
    readonly isVerified?: boolean;
    readonly membership?: { readonly accountId: number; readonly role: Role };
  },
): Promise<{ readonly id: number }> {
  const [row] = await insertPerson(db, wanted.name, wanted.email.toLowerCase(), wanted.isVerified ?? true);
  if (!row) {
    throw new Refusal('conflict', { message: `Another user already signs in with ${wanted.email}.` });
  }
  if (wanted.membership) await insertMembership(db, wanted.membership.accountId, row.id, wanted.membership.role);
  return { id: row.id };
}

/** Returns the user with this email address, ignoring case. */
export async function findPerson(db: Db, email: string): Promise<PersonRow | undefined> {
  const [row] = await personByEmail(db, email);
  return row;
}

/** Changes the name or the language of a user. Properties that are missing stay unchanged. */
export async function updateProfile(
  db: Db,
  personId: number,
  { language, name }: { readonly name?: string; readonly language?: string | null },
): Promise<void> {
  await updatePerson(db, personId, name ?? null, language !== undefined, language ?? null);
}

/**
 * Returns the language for an email to this address: the user's language or, if the user has none, the language of the
 * given account. Without `accountId`, uses the account that the user opened last or, if there is none, the user's
 * oldest membership.
 */
export async function readerLanguage(db: Db, email: string, accountId: number | undefined): Promise<Language> {
  const [row] = await languageOfReader(db, email, accountId ?? null);
  return catalogOf(row?.language) ?? DEFAULT_LANGUAGE;
}

/** Returns up to 1,000 users, with one row for each of a user's accounts. */
export async function listPeople(db: Db): Promise<Awaited<ReturnType<typeof allPeople>>> {
  return allPeople(db, MAX_LISTED);
}

/** Deletes expired sessions, links, challenges, and codes. Deletes invitations a week after they expired. */
export async function purgePeople(db: Db): Promise<void> {
  await purgeExpired(db);
}
