import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { isFault } from '../../../mail/address.ts';
import {
  addSuppressions,
  listSuppressions,
  parseSuppressible,
  removeSuppression,
  requireSuppression,
  type Suppression,
} from '../../sending/suppressions/index.ts';
import { faultAt, objectOf, textsOf } from '../fields/index.ts';

/**
 * SendGrid's suppression lists, keyed by path segment. In Postrider, each suppressed address is on a single list with a
 * single reason, and two of the lists are always empty.
 */
export const LISTS = {
  bounces: 'bounced',
  blocks: undefined,
  invalid_emails: undefined,
  spam_reports: 'complained',
  unsubscribes: 'manual',
} as const satisfies Readonly<Record<string, Suppression['reason'] | undefined>>;
export type List = keyof typeof LISTS;

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 500;
/** Maximum offset in a list. Pages are selected by offset, so reading a page also reads all earlier entries. */
const MAX_OFFSET = 10_000;
const PAGE = 1_000;
const MAX_ADDED = 1_000;

/** Dependencies of the suppression lists. */
export interface ListParts {
  readonly db: Db;
  readonly sandboxDomain: string;
}

type Query = Readonly<Record<string, unknown>>;

/** Returns a page of a list, newest first. Throws validation_error. */
export async function listEntries({ db }: ListParts, accountId: number, list: List, query: Query): Promise<object[]> {
  const reason = LISTS[list];
  const limit = numberOf(query, 'limit', DEFAULT_LIMIT, MAX_LIMIT);
  const offset = numberOf(query, 'offset', 0, MAX_OFFSET);
  const [from, to] = [numberOf(query, 'start_time', 0), numberOf(query, 'end_time', Number.MAX_SAFE_INTEGER)];
  if (!reason) return [];
  const found: Suppression[] = [];
  let after: string | undefined;
  do {
    const request = { limit: PAGE, sort: 'newest', reason, ...(after !== undefined && { after }) } as const;
    const { data, has_more: hasMore } = await listSuppressions(db, accountId, request);
    found.push(...data.filter((entry) => createdOf(entry) >= from && createdOf(entry) <= to));
    after = hasMore ? data.at(-1)?.address : undefined;
  } while (after !== undefined && found.length < offset + limit);
  return found.slice(offset, offset + limit).map((entry) => present(list, entry));
}

/** Returns a list that contains the entry for an address, or an empty list if the address has no entry. */
export async function readEntry({ db }: ListParts, accountId: number, list: List, address: string): Promise<object[]> {
  const entry = await entryOf(db, accountId, list, address);
  return entry ? [present(list, entry)] : [];
}

/** Removes an address from a list. Throws not_found. */
export async function removeEntry({ db }: ListParts, accountId: number, list: List, address: string): Promise<void> {
  const entry = await entryOf(db, accountId, list, address);
  if (!entry) throw new Refusal('not_found', { message: `${address} is not on the list ${list}.` });
  await removeSuppression(db, accountId, entry.address);
}

/** Removes several addresses from a list and ignores addresses that are not on the list. Throws validation_error. */
export async function removeEntries(parts: ListParts, accountId: number, list: List, body: unknown): Promise<void> {
  const given = objectOf(body, '', {
    taken: ['emails'],
    refused: { delete_all: 'is not supported. Pass the addresses in the emails field instead.' },
  });
  const addresses = textsOf(given, 'emails');
  if (addresses.length === 0) throw faultAt('emails', 'is required.');
  if (addresses.length > MAX_ADDED) throw faultAt('emails', `must contain at most ${MAX_ADDED} addresses.`);
  for (const address of addresses) {
    const entry = await entryOf(parts.db, accountId, list, address);
    if (entry) await removeSuppression(parts.db, accountId, entry.address);
  }
}

/** Adds addresses to the list of global unsubscribes. Throws a validation_error that names the invalid address. */
export async function addUnsubscribed(
  { db, sandboxDomain }: ListParts,
  accountId: number,
  body: unknown,
): Promise<{ recipient_emails: readonly string[] }> {
  const given = textsOf(objectOf(body, '', { taken: ['recipient_emails'] }), 'recipient_emails');
  if (given.length === 0) throw faultAt('recipient_emails', 'is required.');
  if (given.length > MAX_ADDED) throw faultAt('recipient_emails', `must contain at most ${MAX_ADDED} addresses.`);
  const addresses = given.map((text, index) => {
    const address = parseSuppressible(text, sandboxDomain);
    if (isFault(address)) throw faultAt(`recipient_emails.${index}`, address.fault);
    return address;
  });
  await addSuppressions(db, accountId, { addresses, detail: undefined });
  return { recipient_emails: given };
}

async function entryOf(db: Db, accountId: number, list: List, address: string): Promise<Suppression | undefined> {
  try {
    const entry = await requireSuppression(db, accountId, address);
    return entry.reason === LISTS[list] ? entry : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

function present(list: List, entry: Suppression): Record<string, unknown> {
  const { address: email, detail } = entry;
  const created = createdOf(entry);
  if (list !== 'bounces') return { created, email };
  const [status = ''] = /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(detail ?? '') ?? [];
  return { created, email, reason: detail ?? '', status };
}

/** Returns the creation time in seconds since the Unix epoch. */
function createdOf({ created_at: createdAt }: Suppression): number {
  return Math.floor(Date.parse(createdAt) / 1_000);
}

function numberOf(query: Query, name: string, otherwise: number, most = Number.MAX_SAFE_INTEGER): number {
  const given = query[name];
  if (given === undefined || given === '') return otherwise;
  const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : -1;
  if (value < 0 || value > most) throw faultAt(name, `must be an integer from 0 to ${most}.`);
  return value;
}
