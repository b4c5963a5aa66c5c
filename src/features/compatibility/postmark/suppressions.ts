import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { isFault } from '../../../mail/address.ts';
import {
  addSuppressions,
  listSuppressions,
  parseSuppressible,
  removeSuppression,
  requireSuppression,
  type Suppression,
} from '../../sending/suppressions/index.ts';
import { addUnsubscribes, listUnsubscribes, removeUnsubscribe, type UnsubscribeRow } from '../unsubscribes/index.ts';
import { OUTBOUND } from './streams.ts';
import { CODES, failure } from './failure.ts';
import { readFields, textIn } from './fields.ts';
import { readQuery, spanIn } from './query.ts';

/** Maximum number of addresses per request. The same as Postmark's limit. */
const MAX_CHANGED = 50;
const PAGE = 1_000;
/** Maximum number of addresses in a dump, which is returned as a single response. */
const MAX_DUMPED = 50_000;
/** Properties of an entry. Clients may send back whole entries from a dump, but only the address is used. */
const ENTRY_FIELDS = ['EmailAddress', 'SuppressionReason', 'Origin', 'CreatedAt'] as const;

const REASONS: Readonly<Record<Suppression['reason'], string>> = {
  bounced: 'HardBounce',
  complained: 'SpamComplaint',
  manual: 'ManualSuppression',
};

/**
 * Account and domain of the caller. A caller restricted to a domain can only read and delete entries that were caused
 * by email from that domain.
 */
type Whose = Pick<Principal, 'accountId' | 'domain'>;

/**
 * Returns all suppressions that match the query. Throws validation_error for an invalid query, or if the matching
 * suppressions do not fit in one response.
 */
export async function dumpSuppressions(db: Db, whose: Whose, stream: string, given: Readonly<Record<string, unknown>>) {
  const query = readQuery(given, [
    'suppressionreason',
    'origin',
    'emailaddress',
    'fromdate',
    'todate',
    'count',
    'offset',
  ]);
  const { begin, end } = spanIn(query);
  const [reason, origin, address] = ['suppressionreason', 'origin', 'emailaddress'].map((name) =>
    query.get(name)?.toLowerCase(),
  );
  const suppressed = (await entriesOf(db, whose, address)).map(present);
  const known = new Set(suppressed.map(({ EmailAddress }) => EmailAddress.toLowerCase()));
  const unsubscribed = (await unsubscribedOf(db, whose, stream, address)).map(presentUnsubscribed);
  const entries = [...suppressed, ...unsubscribed.filter(({ EmailAddress }) => !known.has(EmailAddress))];
  return {
    Suppressions: entries.filter(
      (entry) =>
        (reason === undefined || entry.SuppressionReason.toLowerCase() === reason) &&
        (origin === undefined || entry.Origin.toLowerCase() === origin) &&
        new Date(entry.CreatedAt) >= begin &&
        new Date(entry.CreatedAt) <= end,
    ),
  };
}

async function entriesOf(db: Db, { accountId, domain }: Whose, address: string | undefined): Promise<Suppression[]> {
  if (address !== undefined) {
    const entry = await entryOf(db, { accountId, domain }, address);
    return entry ? [entry] : [];
  }
  const all: Suppression[] = [];
  for (let after: string | undefined; ;) {
    const page = {
      limit: PAGE,
      sort: 'address',
      ...(domain && { domain }),
      ...(after !== undefined && { after }),
    } as const;
    const { data, has_more: hasMore } = await listSuppressions(db, accountId, page);
    all.push(...data);
    after = data.at(-1)?.address;
    if (!hasMore || after === undefined) return all;
    if (all.length > MAX_DUMPED) throw tooMany();
  }
}

/**
 * Returns the addresses that are unsubscribed from a stream. A key that is restricted to a domain cannot read them,
 * because a stream can have email from several domains.
 */
async function unsubscribedOf(
  db: Db,
  { accountId, domain }: Whose,
  stream: string,
  address: string | undefined,
): Promise<readonly UnsubscribeRow[]> {
  if (domain !== undefined || stream === OUTBOUND) return [];
  const all: UnsubscribeRow[] = [];
  for (let after = ''; ;) {
    const rows = await listUnsubscribes(db, accountId, 'postmark', stream, { after, limit: PAGE });
    all.push(...rows);
    after = rows.at(-1)?.address ?? '';
    if (rows.length < PAGE) return all.filter((row) => address === undefined || row.address === address);
    if (all.length > MAX_DUMPED) throw tooMany();
  }
}

function presentUnsubscribed({ address, created_at: createdAt, is_by_recipient: isByRecipient }: UnsubscribeRow) {
  return {
    EmailAddress: address,
    SuppressionReason: REASONS.manual,
    Origin: isByRecipient ? 'Recipient' : 'Customer',
    CreatedAt: createdAt.toISOString(),
  };
}

function tooMany() {
  return failure(CODES.tooMany, `More than ${MAX_DUMPED} addresses are suppressed. Filter by EmailAddress.`);
}

/**
 * Adds addresses to the list of a stream. The list of the outbound stream applies to all email. Each address succeeds
 * or fails separately. Throws validation_error for an invalid body or more than 50 addresses.
 */
export async function suppress(db: Db, { accountId }: Whose, stream: string, sandboxDomain: string, body: unknown) {
  return answered(body, async (given) => {
    const address = parseSuppressible(given, sandboxDomain);
    if (isFault(address)) return { status: 'Failed', message: `${given} ${address.fault}` };
    if (stream === OUTBOUND) await addSuppressions(db, accountId, { addresses: [address], detail: undefined });
    else await addUnsubscribes(db, accountId, 'postmark', stream, [address]);
    return { status: 'Suppressed', message: null };
  });
}

/**
 * Removes addresses from the suppression list and from the list of a stream, except addresses that complained. Each
 * address succeeds or fails separately. Throws validation_error for an invalid body or more than 50 addresses.
 */
export async function unsuppress(db: Db, whose: Whose, stream: string, body: unknown) {
  return answered(body, async (given) => {
    const entry = await entryOf(db, whose, given);
    if (entry?.reason === 'complained') {
      return { status: 'Failed', message: 'You do not have the required authority to change this suppression.' };
    }
    if (entry) await removeAddress(db, whose, given);
    if (whose.domain === undefined) await removeUnsubscribe(db, whose.accountId, 'postmark', stream, given);
    return { status: 'Deleted', message: null };
  });
}

async function answered(
  body: unknown,
  change: (address: string) => Promise<{ readonly status: string; readonly message: string | null }>,
) {
  const given = readFields(body, { taken: ['Suppressions'] }).get('suppressions') ?? [];
  if (!Array.isArray(given))
    throw invalid({ Suppressions: ['must be an array of objects, each with an EmailAddress.'] });
  if (given.length > MAX_CHANGED)
    throw failure(CODES.tooMany, `A request can change at most ${MAX_CHANGED} addresses.`);
  const results = [];
  for (const each of given as readonly unknown[]) {
    const address = textIn(readFields(each, { taken: ENTRY_FIELDS }), 'EmailAddress') ?? '';
    const { message, status } = await change(address);
    results.push({ EmailAddress: address, Status: status, Message: message });
  }
  return { Suppressions: results };
}

/** Removes an address from the list. Succeeds even if the address is not on the list or is removed concurrently. */
export async function removeAddress(db: Db, { accountId, domain }: Whose, address: string): Promise<void> {
  try {
    await removeSuppression(db, accountId, address, domain);
  } catch (error) {
    ignoreAbsent(error);
  }
}

/**
 * Returns the suppression of an address, or undefined if the address is not suppressed or the caller cannot access the
 * suppression.
 */
export async function entryOf(db: Db, { accountId, domain }: Whose, address: string): Promise<Suppression | undefined> {
  try {
    return await requireSuppression(db, accountId, address, domain);
  } catch (error) {
    return ignoreAbsent(error);
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined;
  throw error;
}

function present({ address, created_at: createdAt, reason }: Suppression) {
  return {
    EmailAddress: address,
    SuppressionReason: REASONS[reason],
    Origin: reason === 'manual' ? 'Customer' : 'Recipient',
    CreatedAt: createdAt,
  };
}
