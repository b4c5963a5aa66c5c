import type { PersonMail } from './parts.ts';

/** Maximum number of keys listed in an email. */
const KEYS_IN_MAIL = 100;

/** Returns a link to the dashboard. The token follows `#`, so that it is not sent to servers and proxies. */
export function linkTo(baseUrl: string, page: string, token: string): string {
  return `${baseUrl}/app/${page}#token=${token}`;
}

export function resetMail(to: string, link: string): PersonMail {
  return { to, name: 'reset', values: { link } };
}

/** Returns the email that confirms the new address of the user who signs in with `oldAddress`. */
export function addressChangeMail(to: string, oldAddress: string, link: string): PersonMail {
  return { to, name: 'address_change', values: { link }, signsInWith: oldAddress };
}

export function addressChangedMail(to: string, newAddress: string): PersonMail {
  return { to, name: 'address_changed', values: { address: newAddress } };
}

export function passwordChangedMail(to: string): PersonMail {
  return { to, name: 'password_changed', values: {} };
}

/** Returns the email that notifies a user of a password reset, in case someone else requested it. */
export function passwordResetMail(
  to: string,
  { grants, sessions, tokens }: { readonly sessions: number; readonly tokens: number; readonly grants: number },
): PersonMail {
  return { to, name: 'password_reset', values: { sessions, tokens, grants } };
}

/** Returns the email that tells owners which API keys a removed member may still use. */
export function leftKeysMail(
  to: string,
  left: {
    readonly account: { readonly id: number; readonly name: string };
    readonly name: string;
    readonly keys: readonly string[];
  },
): PersonMail {
  const { account, keys, name } = left;
  const more = keys.length > KEYS_IN_MAIL ? [`… (+${keys.length - KEYS_IN_MAIL})`] : [];
  const shown = [...keys.slice(0, KEYS_IN_MAIL), ...more].join('\n');
  return { to, name: 'left_keys', values: { account: account.name, name, keys: shown }, accountId: account.id };
}

/** A change to how a user signs in. */
export type FactorChange = 'two_factor_on' | 'two_factor_off' | 'passkey_added' | 'passkey_deleted';

/** Returns the email that notifies a user of an added or removed sign-in factor. */
export function factorMail(to: string, change: FactorChange): PersonMail {
  return { to, name: 'factor', values: { change } };
}

export function invitationMail(
  to: string,
  invitation: {
    readonly account: { readonly id: number; readonly name: string };
    readonly by: string | undefined;
    readonly link: string;
  },
): PersonMail {
  const { account, by, link } = invitation;
  return { to, name: 'invitation', values: { account: account.name, by: by ?? 'none', link }, accountId: account.id };
}
