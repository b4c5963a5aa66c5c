import type { Db } from '../../../base/db.ts';
import { isFault } from '../../../mail/address.ts';
import {
  addSuppressions,
  listSuppressions,
  parseSuppressible,
  removeSuppression,
  requireSuppression,
  type Suppression,
} from '../../sending/suppressions/index.ts';
import { faultAt, objectOf, textOf } from '../fields/index.ts';

/**
 * Amazon SES has only two suppression reasons. Manual suppressions are reported as complaints, because these recipients
 * do not want email either.
 */
const REASONS: Readonly<Record<Suppression['reason'], 'BOUNCE' | 'COMPLAINT'>> = {
  bounced: 'BOUNCE',
  complained: 'COMPLAINT',
  manual: 'COMPLAINT',
};
const NATIVE = { BOUNCE: 'bounced', COMPLAINT: 'complained' } as const;
const DEFAULT_PAGE = 100;
const MAX_PAGE = 1_000;

/** Dependencies of the suppression list. */
export interface ListParts {
  readonly db: Db;
  readonly sandboxDomain: string;
}

/** Adds an address to the account's list. Throws validation_error. */
export async function addEntry({ db, sandboxDomain }: ListParts, accountId: number, body: unknown): Promise<object> {
  const given = objectOf(body, '', { taken: ['EmailAddress', 'Reason'] });
  const reason = textOf(given, 'Reason');
  if (reason !== 'BOUNCE' && reason !== 'COMPLAINT') throw faultAt('Reason', 'must be BOUNCE or COMPLAINT.');
  const address = parseSuppressible(textOf(given, 'EmailAddress') ?? '', sandboxDomain);
  if (isFault(address)) throw faultAt('EmailAddress', address.fault);
  await addSuppressions(db, accountId, { addresses: [address], detail: undefined, reason: NATIVE[reason] });
  return {};
}

/** Returns the entry for an address. Throws not_found. */
export async function readEntry({ db }: ListParts, accountId: number, address: string): Promise<object> {
  const entry = await requireSuppression(db, accountId, address);
  const { message_id: messageId } = entry;
  return { SuppressedDestination: { ...present(entry), ...(messageId && { Attributes: { MessageId: messageId } }) } };
}

/** Removes an address from the list. Throws not_found. */
export async function removeEntry({ db }: ListParts, accountId: number, address: string): Promise<object> {
  await removeSuppression(db, accountId, address);
  return {};
}

/**
 * Returns a page of the list, sorted by address. A filtered page may be short. More pages exist as long as the response
 * contains a token. Throws validation_error.
 */
export async function listEntries(
  { db }: ListParts,
  accountId: number,
  query: Readonly<Record<string, unknown>>,
): Promise<object> {
  const after = placeOf(query['NextToken']);
  const limit = limitOf(query['PageSize']);
  const wants = wantedBy(query);
  const request = { limit, sort: 'address', ...(after !== undefined && { after }) } as const;
  const { data, has_more: hasMore } = await listSuppressions(db, accountId, request);
  const last = data.at(-1)?.address;
  return {
    SuppressedDestinationSummaries: data.filter(wants).map(present),
    ...(hasMore && last !== undefined && { NextToken: Buffer.from(last).toString('base64url') }),
  };
}

function present({ address, created_at: createdAt, reason }: Suppression) {
  // Amazon SES formats times as seconds since the Unix epoch.
  return { EmailAddress: address, Reason: REASONS[reason], LastUpdateTime: Date.parse(createdAt) / 1_000 };
}

function wantedBy(query: Readonly<Record<string, unknown>>): (entry: Suppression) => boolean {
  const given = query['Reason'];
  const reasons = [given].flat().filter((reason) => reason !== undefined);
  const unknown = reasons.find((reason) => reason !== 'BOUNCE' && reason !== 'COMPLAINT');
  if (unknown !== undefined) throw faultAt('Reason', 'must be BOUNCE or COMPLAINT.');
  const from = timeOf(query, 'StartDate') ?? -Infinity;
  const to = timeOf(query, 'EndDate') ?? Infinity;
  return ({ created_at: createdAt, reason }) => {
    const at = Date.parse(createdAt);
    return at >= from && at <= to && (reasons.length === 0 || reasons.includes(REASONS[reason]));
  };
}

function timeOf(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const given = query[name];
  if (given === undefined) return undefined;
  const text = typeof given === 'string' ? given : '';
  const at = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
  if (Number.isNaN(at)) throw faultAt(name, 'must be a Unix timestamp or a date-time.');
  return at;
}

function placeOf(token: unknown): string | undefined {
  return typeof token === 'string' && token !== '' ? Buffer.from(token, 'base64url').toString() : undefined;
}

function limitOf(given: unknown): number {
  if (given === undefined) return DEFAULT_PAGE;
  const size = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (size < 1) throw faultAt('PageSize', `must be an integer from 1 to ${MAX_PAGE}.`);
  return Math.min(size, MAX_PAGE);
}
