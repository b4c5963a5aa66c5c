import type { PersonMail } from '../people/index.ts';

/** The account that an email is about. */
interface Subject {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns the email that notifies owners that their account was deleted. It explains the consequences and how to
 * restore the account.
 */
export function closedMail(
  to: string,
  closed: {
    readonly account: Subject;
    /** Name of the person who deleted the account. Undefined if the operator did. */
    readonly by: string | undefined;
    readonly dueAt: Date;
    readonly operator: string;
  },
): PersonMail {
  const { account, by, dueAt, operator } = closed;
  const actor = by === undefined ? { actor: 'operator', by: '' } : { actor: 'person', by };
  const due = dueAt.toISOString().slice(0, 16).replace('T', ' ');
  return {
    to,
    name: 'account_closed',
    values: { account: account.name, ...actor, due, operator },
    accountId: account.id,
  };
}

/** Returns the email that notifies owners that their account was restored. */
export function restoredMail(to: string, account: Subject): PersonMail {
  return { to, name: 'account_restored', values: { account: account.name }, accountId: account.id };
}

/** Returns the email that notifies former owners that the account's data was deleted permanently. */
export function accountDeletedMail(to: string, account: string): PersonMail {
  return { to, name: 'account_deleted', values: { account } };
}

/** Returns the email that tells users that their user account was deleted. */
export function deletedPersonMail(to: string, by: 'you' | 'operator'): PersonMail {
  return { to, name: 'person_deleted', values: { by } };
}

/**
 * Returns the email that notifies the other owners of an account that a user was deleted. It lists the API keys that
 * remain.
 */
export function memberDeletedMail(
  to: string,
  gone: { readonly account: Subject; readonly name: string; readonly keys: readonly string[] },
): PersonMail {
  const { account, name } = gone;
  const keys = gone.keys.length === 0 ? 'none' : gone.keys.map((key) => `  ${key}`).join('\n');
  return { to, name: 'member_deleted', values: { account: account.name, name, keys }, accountId: account.id };
}
