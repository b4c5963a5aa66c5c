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

/** Contacts that may have to be looked at one by one for a page; where more are expected, they are found and sorted. */
const WALKED_AT_MOST = 10_000;
/** The same where all that there are can be sorted at once, and then the pages that follow cost nothing. */
const WALKED_WHERE_FEW = 2_000;
/** A page is looked for among so many more than are expected, before it is found the other way. */
const PATIENCE = 4;
const LEAST_WINDOW = 1_000;
/** Contacts that are sorted at once, and remembered for the pages that follow. */
const SORTED_AT_ONCE = 20_000;

/** Pages of contacts, newest first. */
export interface ContactPages {
  /** Ids of a page, and how many contacts there are on all pages. */
  find(accountId: number, filter: ResolvedFilter, request: PageQuery): Promise<FoundPage>;
}

export interface FoundPage {
  readonly ids: readonly number[];
  readonly total: number;
}

/** One page that is looked for. */
interface Wanted {
  readonly accountId: number;
  readonly filter: ResolvedFilter;
  readonly now: Date;
  readonly total: number;
  readonly offset: number;
  /** Contacts that the page has. */
  readonly count: number;
  readonly memory: Remembered;
}

/**
 * Finds pages at a cost that does not grow with their number: whoever reads one after the other goes on where the last one
 * ended, and what was counted for the first page holds for those that follow soon. The first page is always of this moment.
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
  const isWalk = expected <= (total <= SORTED_AT_ONCE ? WALKED_WHERE_FEW : WALKED_AT_MOST);
  if (!isWalk && total <= SORTED_AT_ONCE) {
    const ids = await sortFrom(db, wanted, { offset: 0 });
    return ids.slice(offset, offset + count);
  }
  const start = memory.placeUpTo(offset);
  if (start.offset < offset) return jump(db, wanted, start);
  const window = LEAST_WINDOW + Math.ceil(expected * PATIENCE);
  const walked = isWalk ? await walk(db, wanted, start.place, window) : undefined;
  return walked ?? (await sortFrom(db, wanted, start)).slice(0, count);
}

/** The page behind a place, or undefined when it is further away than the window. */
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

/** Ids of this page and of many that follow, which are remembered. */
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

/** A page far from any place that is known: over all contacts between, or over those behind it where they are fewer. */
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

/** The ids, after the place at which they end was remembered. */
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
