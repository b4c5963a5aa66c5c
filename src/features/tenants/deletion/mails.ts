import type { PersonMail } from '../people/index.ts';

/** Tells owners that their account is deleted, what that means, and how it is taken back. */
export function closedMail(
  to: string,
  closed: { readonly account: string; readonly by: string; readonly dueAt: Date; readonly operator: string },
): PersonMail {
  const day = dayOf(closed.dueAt);
  return {
    to,
    subject: `The account ${closed.account} is deleted`,
    text: `Hello,

${closed.by} has deleted the account ${closed.account} on Postrider.

Nobody gets into it any more: its API keys, tokens and applications are refused, and nothing new is sent. Mail that was
accepted before goes out, and webhooks are told of it.

On ${day} (UTC), or once the last mail is out where that is later, its data goes for good: messages, API keys, domains with
their DKIM keys, suppressions, statistics, settings and its audit log.

Until then the operator of this installation can restore it as it was: ask ${closed.operator}.
`,
  };
}

/** Tells the same people that the account is there again. */
export function restoredMail(to: string, account: string): PersonMail {
  return {
    to,
    subject: `The account ${account} is restored`,
    text: `Hello,

the account ${account} on Postrider is restored, as it was before it was deleted: its people and its API keys are let in
again. Nothing of it was lost.
`,
  };
}

/** Tells who owned an account that its data is gone. */
export function goneMail(to: string, account: string): PersonMail {
  return {
    to,
    subject: `The data of the account ${account} is gone`,
    text: `Hello,

the data of the account ${account} on Postrider, which was deleted, is gone for good. Backups that the operator of this
installation made before may hold it until they are replaced.

The DKIM records of its domains can be taken out of DNS now.
`,
  };
}

/** Tells somebody that they are deleted. */
export function deletedPersonMail(to: string, by: 'you' | 'operator'): PersonMail {
  return {
    to,
    subject: 'Your sign-in is deleted',
    text: `Hello,

${by === 'you' ? 'you have' : 'the operator of this installation has'} deleted your sign-in to Postrider: your name, password, passkeys, sessions and access tokens
are gone, and you belong to no account any more. This cannot be taken back; you may be invited anew.
`,
  };
}

/** Tells the other owners of an account who is gone, and which keys stay. */
export function memberGoneMail(
  to: string,
  gone: { readonly account: string; readonly name: string; readonly keys: readonly string[] },
): PersonMail {
  const keys =
    gone.keys.length === 0
      ? 'No API key that is in use was made by them.'
      : `API keys that they made belong to the account and stay in use. Rotate those that they may still know:\n\n${gone.keys.map((key) => `  ${key}`).join('\n')}`;
  return {
    to,
    subject: `A member of ${gone.account} is gone`,
    text: `Hello,

${gone.name} no longer signs in to Postrider, and so no longer belongs to the account ${gone.account}. Their access tokens and
the applications that they connected are refused.

${keys}
`,
  };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
