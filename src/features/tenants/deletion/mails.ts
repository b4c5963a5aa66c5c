import type { PersonMail } from '../people/index.ts';

/**
 * Returns the email that notifies owners that their account was deleted. It explains the consequences and how to
 * restore the account.
 */
export function closedMail(
  to: string,
  closed: { readonly account: string; readonly by: string; readonly dueAt: Date; readonly operator: string },
): PersonMail {
  const day = dayOf(closed.dueAt);
  return {
    to,
    subject: `The account ${closed.account} was deleted`,
    text: `Hello,

${closed.by} deleted the account ${closed.account} on Postrider.

Members, API keys, tokens, and applications no longer have access, and the account accepts no new emails. Emails that
were already accepted are still sent, and webhooks receive their events.

All data is permanently deleted on ${day} (UTC) or after the last email is sent, whichever is later. The deleted data includes messages,
API keys, domains with their DKIM keys, suppressions, statistics, settings, and the audit log.

Until then, the operator of this installation can restore the account. To have the account restored, contact ${closed.operator}.
`,
  };
}

/** Returns the email that notifies owners that their account was restored. */
export function restoredMail(to: string, account: string): PersonMail {
  return {
    to,
    subject: `The account ${account} was restored`,
    text: `Hello,

The account ${account} on Postrider was restored. Members and API keys have access again. No data was lost.
`,
  };
}

/** Returns the email that notifies former owners that the account's data was deleted permanently. */
export function accountDeletedMail(to: string, account: string): PersonMail {
  return {
    to,
    subject: `All data in the account ${account} was deleted`,
    text: `Hello,

All data in the deleted account ${account} on Postrider was permanently deleted. Older backups of this installation may
contain the data until they are replaced.

You can now remove the DKIM records of the account’s domains from DNS.
`,
  };
}

/** Returns the email that tells users that their user account was deleted. */
export function deletedPersonMail(to: string, by: 'you' | 'operator'): PersonMail {
  return {
    to,
    subject: 'Your user account was deleted',
    text: `Hello,

${by === 'you' ? 'You' : 'The operator of this installation'} deleted your user account in Postrider. Your name, password, passkeys, sessions, and access tokens
were deleted, and you are no longer a member of any account. The deletion cannot be undone, but you can be invited again.
`,
  };
}

/**
 * Returns the email that notifies the other owners of an account that a user was deleted. It lists the API keys that
 * remain.
 */
export function memberDeletedMail(
  to: string,
  gone: { readonly account: string; readonly name: string; readonly keys: readonly string[] },
): PersonMail {
  const keys =
    gone.keys.length === 0
      ? `${gone.name} did not create any active API keys.`
      : `API keys that they created belong to the account and keep working. Rotate the keys that they may still have:\n\n${gone.keys.map((key) => `  ${key}`).join('\n')}`;
  return {
    to,
    subject: `A member of ${gone.account} was deleted`,
    text: `Hello,

${gone.name}’s Postrider user account was deleted. ${gone.name} is no longer a member of the account ${gone.account}. The user’s access
tokens and connected applications no longer work.

${keys}
`,
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
