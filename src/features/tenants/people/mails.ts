import type { PersonMail } from './parts.ts';

const GREETING = 'Hello,';
/** Keys that a mail names. */
const KEYS_IN_MAIL = 100;
const NOT_YOU = 'If you did not ask for this, you need do nothing: without the link nothing changes.';

/** A link into the dashboard. What it carries stands behind `#`, so that no server or proxy on its way gets to see it. */
export function linkTo(baseUrl: string, page: string, token: string): string {
  return `${baseUrl}/app/${page}#token=${token}`;
}

export function resetMail(to: string, link: string): PersonMail {
  return {
    to,
    subject: 'Set a new password',
    text: paragraphs(
      'with this link you set a new password for Postrider. It is good for one hour, once, and until you ask for another:',
      link,
      NOT_YOU,
    ),
  };
}

export function addressChangeMail(to: string, link: string): PersonMail {
  return {
    to,
    subject: 'Confirm your new address',
    text: paragraphs(
      'somebody who signs in to Postrider wants to use this address from now on. To confirm it, open this link within one hour:',
      link,
      NOT_YOU,
    ),
  };
}

export function addressChangedMail(to: string, newAddress: string): PersonMail {
  return {
    to,
    subject: 'Your address was changed',
    text: paragraphs(
      `you sign in to Postrider with ${newAddress} from now on, no longer with this address.`,
      'If it was not you, tell an owner of your account at once.',
    ),
  };
}

export function passwordChangedMail(to: string): PersonMail {
  return {
    to,
    subject: 'Your password was changed',
    text: paragraphs(
      'your password for Postrider was changed, and you were signed out everywhere else.',
      'If it was not you, have a link to set another one sent to you on the sign-in page, at once.',
    ),
  };
}

/** What a reset did, for the person who did it and for one who did not. */
export function passwordResetMail(
  to: string,
  ended: { readonly sessions: number; readonly tokens: number; readonly grants: number },
): PersonMail {
  const counts = [
    counted(ended.sessions, 'session', 'sessions'),
    counted(ended.tokens, 'personal access token', 'personal access tokens'),
    counted(ended.grants, 'connection of an application', 'connections of applications'),
  ];
  return {
    to,
    subject: 'Your password was changed',
    text: paragraphs(
      'your password for Postrider was changed with a link that was sent to this address.',
      `In all your accounts this ended: ${counts.slice(0, 2).join(', ')} and ${counts.at(2)}. Programs that used them ` +
        'need new ones. API keys belong to the accounts and go on working; your passkeys and your second factor stay.',
      'If it was not you, somebody else reads your mail: secure your mailbox, have another link sent to you on the ' +
        'sign-in page, and look through your passkeys.',
    ),
  };
}

/** For owners: with these keys somebody who is gone may still have programs that send. */
export function leftKeysMail(
  to: string,
  { account, name, keys }: { readonly account: string; readonly name: string; readonly keys: readonly string[] },
): PersonMail {
  const shown = keys.slice(0, KEYS_IN_MAIL).join('\n');
  const more = keys.length > KEYS_IN_MAIL ? `\nand ${keys.length - KEYS_IN_MAIL} more` : '';
  return {
    to,
    subject: `Keys of somebody who left ${account}`,
    text: paragraphs(
      `${name} no longer belongs to the account ${account} on Postrider. These API keys, which they made, go on working:`,
      shown + more,
      'If they may still have one of them, rotate or revoke it on the page of the API keys.',
    ),
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** About a factor that was added or taken away. */
export function factorMail(to: string, what: string): PersonMail {
  return {
    to,
    subject: 'How you sign in was changed',
    text: paragraphs(`${what} for your sign-in to Postrider.`, 'If it was not you, change your password at once.'),
  };
}

export function invitationMail(
  to: string,
  { account, by, link }: { readonly account: string; readonly by: string | undefined; readonly link: string },
): PersonMail {
  const who = by === undefined ? 'You are invited' : `${by} invites you`;
  return {
    to,
    subject: `Invitation to ${account}`,
    text: paragraphs(
      `${who} to the account ${account} on Postrider. To join, open this link within seven days:`,
      link,
      'If you do not know what this is about, you need do nothing.',
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${[GREETING, ...texts].join('\n\n')}\n`;
}
