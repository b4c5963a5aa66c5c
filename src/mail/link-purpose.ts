import { linkAddress, SUBSCRIPTION_LINK_PREFIX } from './subscription-address.ts';

/** Path of the page that a recipient's link opens, by purpose. */
export const PAGE_PATHS = {
  unsubscribe: '/u/',
  preferences: '/preferences/',
  view: '/view/',
  confirm: '/confirm/',
} as const;

/** The purpose for which a link token is valid. */
export type LinkPurpose = keyof typeof PAGE_PATHS | 'tracking';

/** Returns a recipient's link token for a purpose. */
export type LinkTokens = (purpose: LinkPurpose) => string;

const PURPOSES = ['unsubscribe', 'preferences', 'view', 'confirm'] as const;

/** Returns the purpose of a link from the text before its token: a page, an unsubscribe mailbox, or tracking. Pure. */
export function purposeOfPrefix(prefix: string): LinkPurpose {
  if (prefix === SUBSCRIPTION_LINK_PREFIX) return 'unsubscribe';
  return PURPOSES.find((purpose) => prefix.endsWith(PAGE_PATHS[purpose])) ?? 'tracking';
}

/** Returns the address of a recipient's link: the prefix followed by the token for its purpose. */
export function recipientLink(prefix: string, tokenOf: LinkTokens): string {
  return linkAddress(prefix, tokenOf(purposeOfPrefix(prefix)));
}

/** Returns a token function that calls `tokenOf` at most once per purpose. */
export function oncePerPurpose(tokenOf: LinkTokens): LinkTokens {
  const known: Partial<Record<LinkPurpose, string>> = {};
  return (purpose) => (known[purpose] ??= tokenOf(purpose));
}

/** The tokens for all purposes, as plain data for another process. */
export type TokenTable = Readonly<Record<LinkPurpose, string>>;

/** Creates the tokens for all purposes. */
export function tokenTable(tokenOf: LinkTokens): TokenTable {
  return {
    unsubscribe: tokenOf('unsubscribe'),
    preferences: tokenOf('preferences'),
    view: tokenOf('view'),
    confirm: tokenOf('confirm'),
    tracking: tokenOf('tracking'),
  };
}

/** Tokens for an email without a recipient. Links with these tokens do not work. */
export const NO_TOKENS: TokenTable = tokenTable(() => '');
