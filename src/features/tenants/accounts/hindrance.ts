/** Blocks that only the operator can lift, most severe first. */
const HINDRANCES = ['restriction', 'pause', 'transactional', 'mail_classes'] as const;

/** A reason why an account cannot send or cannot use the API. */
export type Hindrance = (typeof HINDRANCES)[number];

/** Account statuses, most severe first. */
export const ACCOUNT_STATUSES = ['closed', 'restricted', 'paused', 'transactional_off', 'active'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/**
 * Account status for each block. A paused mail class does not change the account's status, because other email is still
 * sent.
 */
const STATUS_OF: Readonly<Record<Exclude<Hindrance, 'mail_classes'>, AccountStatus>> = {
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

/** Returns all blocks that apply to an account, most severe first. Pure. */
export function hindrancesOf(account: Omit<Facts, 'closedAt'>): Hindrance[] {
  const holds: Readonly<Record<Hindrance, boolean>> = {
    restriction: account.restrictedAt !== undefined,
    pause: account.pausedAt !== undefined,
    transactional: !account.transactionalEnabled,
    mail_classes: account.pausedClasses.length > 0,
  };
  return HINDRANCES.filter((hindrance) => holds[hindrance]);
}

/** Returns the status of an account. Pure. */
export function accountStatusOf(account: Omit<Facts, 'pausedClasses'>): AccountStatus {
  if (account.closedAt) return 'closed';
  const [gravest] = hindrancesOf({ ...account, pausedClasses: [] });
  return gravest === undefined || gravest === 'mail_classes' ? 'active' : STATUS_OF[gravest];
}
