import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { countMatching, describeFilter, filterToJson, type FilterParts } from '../contact-filters/index.ts';
import { ask, requireOwn, type Wanted } from './ask.ts';
import { CONFIRMATION_MINUTES } from './limits.ts';
import { presentBulkAction, type PresentedBulkAction } from './present.ts';
import { insertConfirmation, takeConfirmation } from './queries.ts';

/** Dependencies for previewing and confirming bulk actions. */
export interface ConfirmParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly filterParts: FilterParts;
  /** Maximum number of contacts that one action may change. */
  readonly ceiling: number;
}

/** Effect of an action, and a single-use token that confirms exactly this action. */
export interface Preview {
  readonly matched_count: number;
  readonly filter: string;
  readonly confirmation_token: string;
  readonly expires_at: string;
}

type Confirmable = Pick<Wanted, 'action' | 'targetId' | 'filter'>;

/**
 * Counts the contacts that an action would change, without changing them. The token is valid only for this account,
 * action, target, filter and number of contacts. Throws validation_error if the request refers to objects that the
 * account does not have, or if too many contacts match.
 */
export async function preview(
  { ceiling, clock, db, filterParts }: ConfirmParts,
  { accountId }: Principal,
  wanted: Confirmable,
): Promise<Preview> {
  const filter = await requireOwn(db, accountId, wanted, filterParts);
  const matched = await countMatching(db, accountId, filter, new Date(clock.now()));
  if (matched > ceiling) {
    const [most, found] = [ceiling, matched].map((number) => number.toLocaleString('en-US'));
    throw invalid({
      filter: [
        `matches ${found} contacts, but a bulk action can change at most ${most}. Add conditions to the filter.`,
      ],
    });
  }
  const token = randomBytes(32).toString('base64url');
  const stored = JSON.stringify(filterToJson(wanted.filter));
  const [kept] = await insertConfirmation(
    db,
    accountId,
    hashOf(token),
    wanted.action,
    wanted.targetId,
    stored,
    matched,
    CONFIRMATION_MINUTES,
  );
  if (!kept) throw new Error('Confirmation missing after insert');
  return {
    matched_count: matched,
    filter: await describeFilter(db, accountId, wanted.filter),
    confirmation_token: token,
    expires_at: kept.expires_at.toISOString(),
  };
}

/**
 * Queues the action that a token confirms, and consumes the token. Throws validation_error if the token is missing,
 * expired, already used, or confirms a different action, and conflict if the account has too many unfinished actions.
 * If a different number of contacts matches when the action starts, the action fails without changing any contacts.
 */
export async function applyConfirmed(
  { db, filterParts }: ConfirmParts,
  principal: Principal,
  wanted: Confirmable,
  token: string | undefined,
): Promise<PresentedBulkAction> {
  if (!token) {
    throw invalid({
      confirmation_token: [
        'is required. Call preview-bulk-action with the same arguments, show the user the result, and pass its ' +
          '`confirmation_token` here once they agree.',
      ],
    });
  }
  const { accountId } = principal;
  await requireOwn(db, accountId, wanted, filterParts);
  const stored = JSON.stringify(filterToJson(wanted.filter));
  const made = await db.transaction(async (tx) => {
    const [taken] = await takeConfirmation(tx, accountId, hashOf(token), wanted.action, wanted.targetId, stored);
    if (!taken) {
      throw invalid({
        confirmation_token: [
          `is not valid. A token can be used once, within ${CONFIRMATION_MINUTES} minutes, and only for the action, target, and filter of the preview. ` +
            'Call preview-bulk-action again.',
        ],
      });
    }
    return ask(tx, principal, { ...wanted, isDryRun: false, confirmedCount: taken.matched_count });
  });
  return presentBulkAction(made);
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
