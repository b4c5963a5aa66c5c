import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Role } from '../../../http/principal.ts';
import { allPeople, insertMembership } from './member-queries.ts';
import { insertPerson, personByEmail, purgeExpired, type PersonRow } from './queries.ts';

const MAX_LISTED = 1_000;

/** Makes a person, and a member of the account where one is given. Throws conflict when the address has a person. */
export async function createPerson(
  db: Db,
  wanted: {
    readonly name: string;
    readonly email: string;
    /** Whether it is known that the address is theirs. */
    readonly isVerified?: boolean;
    readonly membership?: { readonly accountId: number; readonly role: Role };
  },
): Promise<{ readonly id: number }> {
  const [row] = await insertPerson(db, wanted.name, wanted.email.toLowerCase(), wanted.isVerified ?? true);
  if (!row) {
    throw new Refusal('conflict', { message: `Another person already signs in with ${wanted.email}.` });
  }
  if (wanted.membership) await insertMembership(db, wanted.membership.accountId, row.id, wanted.membership.role);
  return { id: row.id };
}

/** The person who signs in with an address, compared without regard to case. */
export async function findPerson(db: Db, email: string): Promise<PersonRow | undefined> {
  const [row] = await personByEmail(db, email);
  return row;
}

/** Who can sign in, a row for each account that they belong to; a thousand at most. */
export async function listPeople(db: Db): Promise<Awaited<ReturnType<typeof allPeople>>> {
  return allPeople(db, MAX_LISTED);
}

/** Deletes sessions, links, challenges and codes that are over, and invitations a week after they were. */
export async function purgePeople(db: Db): Promise<void> {
  await purgeExpired(db);
}
