import { linkAddress, SUBSCRIPTION_LINK_PREFIX } from './subscription-address.ts';

/** The pages that links of a recipient lead to, by what the link is good for. */
export const PAGE_PATHS = {
  unsubscribe: '/u/',
  preferences: '/preferences/',
  view: '/view/',
  confirm: '/confirm/',
} as const;

/** What the token of a link is good for; tokens of one purpose are refused for every other. */
export type LinkPurpose = keyof typeof PAGE_PATHS | 'tracking';

/** Returns the token of a recipient's links of a purpose. */
export type LinkTokens = (purpose: LinkPurpose) => string;

const PURPOSES = ['unsubscribe', 'preferences', 'view', 'confirm'] as const;

/** Returns what a link is good for by what stands before its token: a page, an address to unsubscribe at, or tracking. Pure. */
export function purposeOfPrefix(prefix: string): LinkPurpose {
  if (prefix === SUBSCRIPTION_LINK_PREFIX) return 'unsubscribe';
  return PURPOSES.find((purpose) => prefix.endsWith(PAGE_PATHS[purpose])) ?? 'tracking';
}

/** Returns the address of a recipient's link: its prefix and the token that is good for it. */
export function recipientLink(prefix: string, tokenOf: LinkTokens): string {
  return linkAddress(prefix, tokenOf(purposeOfPrefix(prefix)));
}

/** Asks for the token of each purpose once. */
export function oncePerPurpose(tokenOf: LinkTokens): LinkTokens {
  const known: Partial<Record<LinkPurpose, string>> = {};
  return (purpose) => (known[purpose] ??= tokenOf(purpose));
}

/** The tokens of all purposes, as data that another process can read. */
export type TokenTable = Readonly<Record<LinkPurpose, string>>;

/** Makes the tokens of all purposes. */
export function tokenTable(tokenOf: LinkTokens): TokenTable {
  return {
    unsubscribe: tokenOf('unsubscribe'),
    preferences: tokenOf('preferences'),
    view: tokenOf('view'),
    confirm: tokenOf('confirm'),
    tracking: tokenOf('tracking'),
  };
}

/** For an email that has no recipient, whose links lead nowhere. */
export const NO_TOKENS: TokenTable = tokenTable(() => '');
