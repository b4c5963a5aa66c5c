import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { leastUuidOf, presentId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { readAccount, accountStatusOf } from '../../tenants/accounts/index.ts';
import { isNameForOthers } from '../../sending/domains/index.ts';
import { endChecklist, firstMessageOfKey, keyMade, stepsOfAccount, type StepsRow } from './checklist-queries.ts';
import { walking } from './queries.ts';

const STEPS = ['domain', 'key', 'webhook', 'production'] as const;

/** How far back to search for the first message of a key, in milliseconds. */
const FIRST_MAIL_MS = 24 * 3_600_000;

export interface ChecklistParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly hostname: string;
  readonly baseUrl: () => string;
  /** The delivery mode: `inbox`, `relay` or `direct`. */
  readonly delivery: string;
}

/** The steps after the first message, with their status. */
export interface Checklist {
  /**
   * Whether the dashboard shows the checklist. False before the first message, and permanently false once all steps are
   * done or the checklist was dismissed.
   */
  readonly is_shown: boolean;
  readonly steps: readonly {
    readonly name: (typeof STEPS)[number];
    readonly is_done: boolean;
    /** Describes what is missing to complete the step. Null if the step is done or its name is enough. */
    readonly missing: string | null;
  }[];
}

/** Returns the checklist of an account. Dismisses it permanently if all steps are done. */
export async function readChecklist(parts: ChecklistParts, { accountId, account }: Principal): Promise<Checklist> {
  const [row] = await stepsOfAccount(parts.db, accountId);
  if (!row || row.has_ended || !row.has_sent) return { is_shown: false, steps: [] };
  const missing = account.isOperator ? missingOfServer(parts) : await missingOfAccount(parts.db, accountId);
  const steps = stepsOf(row, missing);
  if (steps.every(({ is_done }) => is_done)) {
    await endChecklist(parts.db, accountId);
    return { is_shown: false, steps };
  }
  return { is_shown: true, steps };
}

/** Dismisses the checklist for all users of the account. */
export async function dismissChecklist({ db }: Pick<ChecklistParts, 'db'>, accountId: number): Promise<void> {
  await endChecklist(db, accountId);
}

/**
 * Returns the ID of the first message that was sent with a key in the last 24 hours, or null if there is none. Searches
 * the account's newest 2,000 messages. Throws not_found if the account has no such key.
 */
export async function readFirstMessageOfKey(
  { clock, db }: Pick<ChecklistParts, 'clock' | 'db'>,
  accountId: number,
  keyId: number,
): Promise<string | null> {
  const [key] = await keyMade(db, accountId, keyId);
  if (!key) throw new Refusal('not_found', { message: 'The API key was not found.' });
  const sinceMs = Math.max(key.created_at.getTime(), clock.now() - FIRST_MAIL_MS);
  const [first] = await walking(db, (tx) => firstMessageOfKey(tx, accountId, keyId, leastUuidOf(sinceMs)));
  return first ? presentId('tm', first.id) : null;
}

function stepsOf(row: StepsRow, missing: string | null): Checklist['steps'] {
  return STEPS.map((name) =>
    name === 'production' ? { name, is_done: missing === null, missing } : { name, is_done: row[name], missing: null },
  );
}

/**
 * Returns the first obstacle that keeps the server, and thus the operator's account, from being ready for production.
 * Returns null if there is none. Pure.
 */
export function missingOfServer(parts: Pick<ChecklistParts, 'baseUrl' | 'delivery' | 'hostname'>): string | null {
  const { delivery, hostname } = parts;
  if (delivery === 'inbox')
    return 'This server delivers all email to the local inbox. To send email to recipients, set POSTRIDER_DELIVERY to direct or relay.';
  if (!isNameForOthers(hostname))
    return 'The server has no public host name. Set POSTRIDER_HOSTNAME to the DNS name of the server.';
  if (!parts.baseUrl().startsWith('https:'))
    return 'The dashboard is not served over HTTPS. Set POSTRIDER_BASE_URL to a URL that starts with https://.';
  return null;
}

/**
 * Returns the obstacle that keeps an account other than the operator's from being ready for production: a pause or a
 * missing approval. Returns null for an active account.
 */
async function missingOfAccount(db: Database, accountId: number): Promise<string | null> {
  const account = await readAccount(db, accountId);
  const accountStatus = account ? accountStatusOf(account) : 'active';
  return accountStatus === 'active'
    ? null
    : 'The operator of this server has not approved this account yet, or has paused it.';
}
