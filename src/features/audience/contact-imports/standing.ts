/** How somebody stands whom an import brings. */
export const STANDINGS = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'invalid'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What services and people call it, without case, spaces and marks. */
const WORDS: Readonly<Record<Standing, readonly string[]>> = {
  subscribed: [
    'subscribed',
    'active',
    'enabled',
    'confirmed',
    'optedin',
    'optin',
    'new',
    'engaged',
    'cold',
    'member',
    'yes',
    'true',
    '1',
  ],
  unconfirmed: ['unconfirmed', 'pending', 'notconfirmed', 'awaitingconfirmation'],
  unsubscribed: [
    'unsubscribed',
    'optedout',
    'optout',
    'cancelled',
    'canceled',
    'removed',
    'complained',
    'complaint',
    'spam',
    'blocklisted',
    'blacklisted',
    'blocked',
    'disabled',
    'suppressed',
    'archived',
    'donotcontact',
    'no',
    'false',
    '0',
  ],
  bounced: ['bounced', 'bounce', 'cleaned', 'hardbounced', 'hardbounce', 'undeliverable'],
  invalid: ['invalid', 'invalidemail', 'notvalid'],
};

const BY_WORD = new Map(STANDINGS.flatMap((standing) => WORDS[standing].map((word) => [word, standing] as const)));

/**
 * What a cell of a status column says; undefined for a word that nobody knows: whoever may have unsubscribed is not to be
 * written to because of it. `special` are words that one service uses in a way of its own. Pure.
 */
export function standingOf(
  given: string,
  special: Readonly<Record<string, Standing>> | undefined,
): Standing | undefined {
  const word = given.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return special?.[word] ?? BY_WORD.get(word);
}
