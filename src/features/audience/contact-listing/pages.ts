import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/db.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import {
  countMatching,
  counterOf,
  formOf,
  plannedForContacts,
  type Form,
  type ResolvedFilter,
} from '../contact-filters/index.ts';
import { countContacts } from '../contacts/index.ts';
import { createListingMemory, type Place, type Remembered } from './memory.ts';
import { jumpStatement, sortStatement, walkStatement, type PlacedRow } from './page-queries.ts';

/**
 * Maximum number of contacts that are checked one by one for a page. If a page is expected to need more checks, the
 * matching contacts are selected and sorted instead.
 */
const MAX_SCANNED = 10_000;
/**
 * Limit that applies instead of `MAX_SCANNED` if all matching contacts can be sorted at once. It is lower, because the
 * sorted result is cached and later pages then need no query.
 */
const MAX_SCANNED_IF_FEW = 2_000;
/**
 * The number of checks for a page is limited to about the expected number times this factor. If the page is still
 * incomplete then, the matching contacts are selected and sorted instead.
 */
const PATIENCE = 4;
const MIN_WINDOW = 1_000;
/** Maximum number of contacts that are sorted at once and cached for later pages. */
const SORTED_AT_ONCE = 20_000;

/** Pages of contacts, newest first. */
export interface ContactPages {
  /** Returns the IDs on a page and the total number of contacts. */
  find(accountId: number, filter: ResolvedFilter, request: PageQuery): Promise<FoundPage>;
}

export interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

interface Wanted {
  readonly accountId: number;
  readonly filter: ResolvedFilter;
  readonly now: Date;
  readonly total: number;
  readonly offset: number;
  /** Number of contacts on the page. */
  readonly count: number;
  readonly memory: Remembered;
}

/**
 * Creates a page finder. Later pages continue where earlier pages ended, and the total is reused for a short time. The
 * first page is always current.
 */
export function createContactPages({ clock, db }: { readonly clock: Clock; readonly db: Database }): ContactPages {
  const listings = createListingMemory(clock);
  return {
    async find(accountId, filter, request) {
      const now = new Date(clock.now());
      const memory = listings.of(accountId, filter);
      if (request.page === 1) memory.forget();
      const total = await totalOf(db, { accountId, filter, memory, now });
      const offset = offsetOf(request);
      const count = Math.min(request.perPage, total - offset);
      if (count <= 0) return { ids: [], total };
      const known = memory.ids(offset, count);
      const ids = known ?? (await findIds(db, { accountId, filter, now, total, offset, count, memory }));
      return { ids, total };
    },
  };
}

async function totalOf(
  db: Database,
  { accountId, filter, memory, now }: Pick<Wanted, 'accountId' | 'filter' | 'memory' | 'now'>,
): Promise<number> {
  const kept = counterOf(filter) ? undefined : memory.total();
  if (kept !== undefined) return kept;
  const total = await countMatching(db, accountId, filter, now);
  memory.keepTotal(total);
  return total;
}

async function findIds(db: Database, wanted: Wanted): Promise<number[]> {
  const { count, memory, offset, total } = wanted;
  const contacts = await countContacts(db, wanted.accountId);
  const expected = (count * contacts) / total;
  const isWalk = expected <= (total <= SORTED_AT_ONCE ? MAX_SCANNED_IF_FEW : MAX_SCANNED);
  if (!isWalk && total <= SORTED_AT_ONCE) {
    const ids = await sortFrom(db, wanted, { offset: 0 });
    return ids.slice(offset, offset + count);
  }
  const start = memory.placeUpTo(offset);
  if (start.offset < offset) return jump(db, wanted, start);
  const window = MIN_WINDOW + Math.ceil(expected * PATIENCE);
  const walked = isWalk ? await walk(db, wanted, start.place, window) : undefined;
  return walked ?? (await sortFrom(db, wanted, start)).slice(0, count);
}

/**
 * Checks contacts one by one from the given position, and returns the page that follows it. Returns undefined if the
 * page is not full after the maximum number of checks.
 */
async function walk(
  db: Database,
  wanted: Wanted,
  place: Place | undefined,
  window: number,
): Promise<number[] | undefined> {
  const walked = { ...wanted, place, limit: wanted.count };
  const rows = await ask(db, wanted, (form) => walkStatement(walked, window, form));
  return rows.length < wanted.count ? undefined : kept(wanted, wanted.offset, rows);
}

/** Returns the IDs of up to `SORTED_AT_ONCE` contacts from the given position on, and caches them for other pages. */
async function sortFrom(
  db: Database,
  wanted: Wanted,
  start: { readonly offset: number; readonly place?: Place },
): Promise<number[]> {
  const listed = { ...wanted, place: start.place, limit: SORTED_AT_ONCE };
  const rows = await ask(db, wanted, () => sortStatement(listed));
  const ids = kept(wanted, start.offset, rows);
  wanted.memory.keepIds(start.offset, ids);
  return ids;
}

/**
 * Returns a page that does not start at a cached page end. Skips the contacts before the page or, if they are fewer,
 * the contacts after the page.
 */
async function jump(
  db: Database,
  wanted: Wanted,
  start: { readonly offset: number; readonly place?: Place },
): Promise<number[]> {
  const { count, offset, total } = wanted;
  const [before, behind] = [offset - start.offset, total - offset - count];
  const fromEnd = behind < before;
  const listed = { ...wanted, place: start.place, limit: count };
  const rows = await ask(db, wanted, () => jumpStatement(listed, { fromEnd, offset: fromEnd ? behind : before }));
  return kept(wanted, offset, fromEnd ? rows.toReversed() : rows);
}

/** Returns the IDs of the contacts on a page, and caches where the page ends. */
function kept({ memory }: Wanted, offset: number, rows: readonly PlacedRow[]): number[] {
  const last = rows.at(-1);
  if (last) memory.keepPlace(offset + rows.length, last);
  return rows.map(({ id }) => id);
}

async function ask(
  db: Database,
  { accountId, filter }: Wanted,
  askingOf: (form: Form) => ReturnType<typeof walkStatement>,
): Promise<PlacedRow[]> {
  return plannedForContacts(db, { accountId, filter }, async (tx, unexpected) => {
    const asking = askingOf(formOf('probed', unexpected));
    return tx.query<PlacedRow>(asking, asking.values);
  });
}
