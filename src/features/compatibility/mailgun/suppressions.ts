import { invalid, Refusal } from '../../../base/refusal.ts';
import type { Db } from '../../../base/db.ts';
import type { FormBody } from '../../../http/form-parts.ts';
import type { Principal } from '../../../http/principal.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import { isFault } from '../../../mail/address.ts';
import {
  addSuppressions,
  listSuppressions,
  parseSuppressible,
  removeSuppression,
  requireSuppression,
  type Suppression,
} from '../../sending/suppressions/index.ts';
import { isObject } from '../resend/index.ts';
import {
  listUnsubscribes,
  removeUnsubscribe,
  unsubscribedAudiences,
  type UnsubscribeRow,
} from '../unsubscribes/index.ts';

/** Mailgun's suppression lists. In Postrider, each suppressed address is on a single list with a single reason. */
export const LISTS = ['bounces', 'complaints', 'unsubscribes', 'whitelists'] as const;
export type List = (typeof LISTS)[number];

const REASONS: Readonly<Record<List, Suppression['reason'] | undefined>> = {
  bounces: 'bounced',
  complaints: 'complained',
  unsubscribes: 'manual',
  // Allowlists are not supported.
  whitelists: undefined,
};

const MAX_ADDED = 1_000;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;

/** Dependencies of the suppression lists. */
export interface ListParts {
  readonly db: Db;
  readonly sandboxDomain: string;
}

/**
 * Account and domain of the caller. A caller restricted to a domain can only access entries that were caused by email
 * from that domain.
 */
export interface Reach extends Pick<Principal, 'accountId' | 'domain'> {
  /** The domain in the path of the request. */
  readonly named: string;
}

/** Returns the entry for an address on one of the lists. Throws not_found. */
export async function readEntry({ db }: ListParts, reach: Reach, list: List, address: string) {
  const entry = await entryOf(db, reach, list, address);
  const tags = await tagsOf(db, reach, list, address);
  if (entry) return presentEntry(list, entry);
  if (!tags) throw new Refusal('not_found', { message: `Address not found in ${list} table.` });
  return presentUnsubscribed(tags, reach.named);
}

/** Returns a page of a list. `addressOf` returns the URL of the page with the given query. */
export async function listEntries(
  { db }: ListParts,
  { accountId, domain, named }: Reach,
  list: List,
  query: Readonly<Record<string, unknown>>,
  addressOf: (query: string) => string,
) {
  const limit = limitOf(query['limit']);
  const place = query['address'];
  const cursor = typeof place === 'string' && place !== '' ? place : undefined;
  const part = { limit, ...placeOf(query['page'], cursor) };
  const all = merged(
    await suppressedIn(db, { accountId, domain }, list, part),
    list === 'unsubscribes' ? await listUnsubscribes(db, accountId, 'mailgun', named, part) : [],
    named,
    list,
  );
  const page = query['page'] === 'previous' ? all.slice(-limit) : all.slice(0, limit);
  const [first, last] = [page[0]?.address ?? cursor ?? '', page.at(-1)?.address ?? cursor ?? ''];
  const at = (name: string, address: string): string =>
    addressOf(`page=${name}&address=${encodeURIComponent(address)}&limit=${limit}`);
  return {
    items: page,
    paging: {
      first: addressOf(`page=first&limit=${limit}`),
      last: addressOf(`page=last&limit=${limit}`),
      next: at('next', last),
      previous: at('previous', first),
    },
  };
}

function placeOf(page: unknown, cursor: string | undefined) {
  if (cursor === undefined) return {};
  return page === 'previous' ? { before: cursor } : { after: cursor };
}

/**
 * Adds addresses to a list. A form contains one address, and JSON can contain many. Throws a validation_error that
 * names the invalid address.
 */
export async function addEntries(
  { db, sandboxDomain }: ListParts,
  { accountId }: Reach,
  list: List,
  body: FormBody,
): Promise<{ message: string }> {
  const reason = REASONS[list];
  if (!reason)
    throw invalid({
      [list]: [
        'are not supported. To send to a suppressed address again, remove the address from its suppression list.',
      ],
    });
  const given = givenIn(body);
  if (given.length === 0) throw invalid({ address: ['is required.'] });
  if (given.length > MAX_ADDED) throw invalid({ address: [`must occur at most ${MAX_ADDED} times.`] });
  const addresses = given.map(({ address }, index): EmailAddress => {
    const parsed = parseSuppressible(address, sandboxDomain);
    if (isFault(parsed)) throw invalid({ [`${index}.address`]: [parsed.fault] });
    return parsed;
  });
  await addSuppressions(db, accountId, { addresses, detail: given[0]?.error, reason });
  const what = addresses.length === 1 ? '1 address has' : `${addresses.length} addresses have`;
  return { message: `${what} been added to the ${list} table` };
}

/** Removes an address from a list. Succeeds even if the address is not on the list. */
export async function removeEntry({ db }: ListParts, reach: Reach, list: List, address: string) {
  const entry = await entryOf(db, reach, list, address);
  if (entry) await removeSuppression(db, reach.accountId, entry.address, reach.domain);
  if (list === 'unsubscribes') await removeUnsubscribe(db, reach.accountId, 'mailgun', reach.named, address);
  return { message: `${list} address has been removed`, address };
}

async function entryOf(
  db: Db,
  { accountId, domain }: Reach,
  list: List,
  address: string,
): Promise<Suppression | undefined> {
  try {
    const entry = await requireSuppression(db, accountId, address, domain);
    return entry.reason === REASONS[list] ? entry : undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function suppressedIn(
  db: Db,
  { accountId, domain }: Pick<Reach, 'accountId' | 'domain'>,
  list: List,
  part: { readonly limit: number; readonly after?: string; readonly before?: string },
): Promise<readonly Suppression[]> {
  const reason = REASONS[list];
  if (!reason) return [];
  const { data } = await listSuppressions(db, accountId, {
    ...part,
    sort: 'address',
    reason,
    ...(domain && { domain }),
  });
  return data;
}

/** An entry as returned to clients. */
interface PresentedEntry extends Readonly<Record<string, unknown>> {
  readonly address: string;
}

/**
 * Merges two lists and sorts the result by address. If an address is in both lists, returns only the entry from
 * `suppressed`, which applies to all tags.
 */
function merged(
  suppressed: readonly Suppression[],
  unsubscribed: readonly UnsubscribeRow[],
  domain: string,
  list: List,
): PresentedEntry[] {
  const entries = [
    ...unsubscribed.map((row) => presentUnsubscribed(row, domain)),
    ...suppressed.map((entry) => presentEntry(list, entry)),
  ];
  const byAddress = new Map(entries.map((entry) => [entry.address.toLowerCase(), entry]));
  return [...byAddress.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

/** Returns the domain's audiences that an address is unsubscribed from, or undefined if it is not unsubscribed. */
async function tagsOf(
  db: Db,
  { accountId, named }: Reach,
  list: List,
  address: string,
): Promise<UnsubscribeRow | undefined> {
  if (list !== 'unsubscribes') return undefined;
  const rows = (await unsubscribedAudiences(db, accountId, 'mailgun', address)).filter(
    ({ audience }) => audience === named || audience.startsWith(`${named} `),
  );
  const [first] = rows;
  return first && { ...first, address, audiences: rows.map(({ audience }) => audience) };
}

/** The tag `*` stands for all email from the domain. */
function presentUnsubscribed({ address, audiences, created_at: at }: UnsubscribeRow, domain: string): PresentedEntry {
  const tags = audiences.map((audience) => (audience === domain ? '*' : audience.slice(domain.length + 1)));
  return { address, tags, created_at: at.toUTCString().replace('GMT', 'UTC') };
}

function presentEntry(list: List, { address, created_at, detail }: Suppression): PresentedEntry {
  const createdAt = new Date(created_at).toUTCString().replace('GMT', 'UTC');
  if (list === 'bounces') {
    const [, code] = /^\s*([45]\d\d)\b/.exec(detail ?? '') ?? [];
    return { address, code: code ?? '550', error: detail ?? '', created_at: createdAt };
  }
  return { address, ...(list === 'unsubscribes' && { tags: ['*'] }), created_at: createdAt };
}

/** Returns the addresses in a form or JSON body, each with its error, if any. */
function givenIn({ json, parts }: FormBody): { readonly address: string; readonly error: string | undefined }[] {
  if (json === undefined) {
    const valueOf = (name: string): string | undefined => parts.find((part) => part.name === name)?.value;
    const address = valueOf('address');
    return address === undefined ? [] : [{ address, error: valueOf('error') }];
  }
  const all: unknown[] = Array.isArray(json) ? json : [json];
  return all.map((each, index) => {
    const { address, error } = isObject(each) ? each : {};
    if (typeof address !== 'string') throw invalid({ [`${index}.address`]: ['is required.'] });
    return { address, error: typeof error === 'string' ? error : undefined };
  });
}

function limitOf(given: unknown): number {
  if (given === undefined || given === '' || given === 'undefined') return DEFAULT_LIMIT;
  const limit = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (limit < 1) throw invalid({ limit: [`must be an integer from 1 to ${MAX_LIMIT}.`] });
  return Math.min(limit, MAX_LIMIT);
}
