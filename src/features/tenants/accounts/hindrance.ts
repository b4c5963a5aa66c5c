/** What may stand in an account's way, the gravest first; each is lifted by the operator alone. */
const HINDRANCES = ['restriction', 'pause', 'transactional', 'mail_classes'] as const;

/** What stands in an account's way. */
export type Hindrance = (typeof HINDRANCES)[number];

/** An account in a word, the gravest of what is true of it. */
export const STANDINGS = ['closed', 'restricted', 'paused', 'transactional_off', 'active'] as const;

/** See STANDINGS. */
export type Standing = (typeof STANDINGS)[number];

/** A paused class of mail is not the account's standing: the rest of its mail goes on. */
const STANDING_OF: Readonly<Record<Exclude<Hindrance, 'mail_classes'>, Standing>> = {
  restriction: 'restricted',
  pause: 'paused',
  transactional: 'transactional_off',
};

interface Facts {
  readonly transactionalEnabled: boolean;
  readonly pausedAt: Date | undefined;
  readonly restrictedAt: Date | undefined;
  readonly closedAt: Date | undefined;
  readonly pausedClasses: readonly unknown[];
}

/** Everything that stands in the account's way, the gravest first; pure. */
export function hindrancesOf(account: Omit<Facts, 'closedAt'>): Hindrance[] {
  const holds: Readonly<Record<Hindrance, boolean>> = {
    restriction: account.restrictedAt !== undefined,
    pause: account.pausedAt !== undefined,
    transactional: !account.transactionalEnabled,
    mail_classes: account.pausedClasses.length > 0,
  };
  return HINDRANCES.filter((hindrance) => holds[hindrance]);
}

/** The account in a word; pure. */
export function standingOf(account: Omit<Facts, 'pausedClasses'>): Standing {
  if (account.closedAt) return 'closed';
  const [gravest] = hindrancesOf({ ...account, pausedClasses: [] });
  return gravest === undefined || gravest === 'mail_classes' ? 'active' : STANDING_OF[gravest];
}
