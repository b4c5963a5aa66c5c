import type { PersonMail } from './parts.ts';

const GREETING = 'Hello,';
/** Maximum number of keys listed in an email. */
const KEYS_IN_MAIL = 100;
const NOT_YOU = 'If you did not request this, ignore this email. Nothing changes unless the link is used.';

/** Returns a link to the dashboard. The token follows `#`, so that it is not sent to servers and proxies. */
export function linkTo(baseUrl: string, page: string, token: string): string {
  return `${baseUrl}/app/${page}#token=${token}`;
}

export function resetMail(to: string, link: string): PersonMail {
  return {
    to,
    subject: 'Reset your password',
    text: paragraphs(
      'Use this link to set a new password for Postrider:',
      link,
      'The link works once and expires after one hour. If you request another link, this link stops working.',
      NOT_YOU,
    ),
  };
}

export function addressChangeMail(to: string, link: string): PersonMail {
  return {
    to,
    subject: 'Confirm your new email address',
    text: paragraphs(
      'A Postrider user wants to sign in with this email address. To confirm the address, open this link within one hour:',
      link,
      NOT_YOU,
    ),
  };
}

export function addressChangedMail(to: string, newAddress: string): PersonMail {
  return {
    to,
    subject: 'Your email address was changed',
    text: paragraphs(
      `You now sign in to Postrider with ${newAddress} instead of this address.`,
      'If you did not make this change, contact an owner of your account immediately.',
    ),
  };
}

export function passwordChangedMail(to: string): PersonMail {
  return {
    to,
    subject: 'Your password was changed',
    text: paragraphs(
      'Your Postrider password was changed, and you were signed out everywhere else.',
      'If you did not make this change, reset your password on the sign-in page immediately.',
    ),
  };
}

/** Returns the email that notifies a user of a password reset, in case someone else requested it. */
export function passwordResetMail(
  to: string,
  ended: { readonly sessions: number; readonly tokens: number; readonly grants: number },
): PersonMail {
  const counts = [
    counted(ended.sessions, 'session', 'sessions'),
    counted(ended.tokens, 'personal access token', 'personal access tokens'),
    counted(ended.grants, 'connected application', 'connected applications'),
  ];
  return {
    to,
    subject: 'Your password was changed',
    text: paragraphs(
      'Your Postrider password was changed with a link that was sent to this address.',
      `The following were revoked in all your accounts: ${counts.slice(0, 2).join(', ')}, and ${counts.at(2)}. Create new ` +
        'tokens and connect your applications again. API keys belong to the accounts and keep working. Your passkeys and ' +
        'two-factor authentication are unchanged.',
      'If you did not make this change, someone else may have access to your mailbox. Secure your mailbox, reset your password again ' +
        'on the sign-in page, and check your passkeys.',
    ),
  };
}

/** Returns the email that tells owners which API keys a removed member may still use. */
export function leftKeysMail(
  to: string,
  { account, name, keys }: { readonly account: string; readonly name: string; readonly keys: readonly string[] },
): PersonMail {
  const shown = keys.slice(0, KEYS_IN_MAIL).join('\n');
  const more = keys.length > KEYS_IN_MAIL ? `\nand ${keys.length - KEYS_IN_MAIL} more` : '';
  return {
    to,
    subject: `API keys of a member who left ${account}`,
    text: paragraphs(
      `${name} is no longer a member of the account ${account} on Postrider. The API keys that this user created keep working:`,
      shown + more,
      'If this user may still have one of these keys, rotate or revoke the key on the API keys page.',
    ),
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the email that notifies a user of an added or removed sign-in factor. */
export function factorMail(to: string, what: string): PersonMail {
  return {
    to,
    subject: 'Your sign-in settings were changed',
    text: paragraphs(
      `${what} for your sign-in to Postrider.`,
      'If you did not make this change, change your password immediately.',
    ),
  };
}

export function invitationMail(
  to: string,
  { account, by, link }: { readonly account: string; readonly by: string | undefined; readonly link: string },
): PersonMail {
  const who = by === undefined ? 'You are invited' : `${by} invited you`;
  return {
    to,
    subject: `Invitation to ${account}`,
    text: paragraphs(
      `${who} to join the account ${account} on Postrider. To accept, open this link within seven days:`,
      link,
      'If you did not expect this invitation, ignore this email.',
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${[GREETING, ...texts].join('\n\n')}\n`;
}
