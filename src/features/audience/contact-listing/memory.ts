import { createHash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { filterToJson, type ResolvedFilter } from '../contact-filters/index.ts';

/** How long a total that was counted, and contacts that were sorted, stand for the pages that follow. */
export const KEPT_MS = 20_000;
/** How long it is known where a page ended: as long as somebody may take who reads one after the other. */
const PLACE_KEPT_MS = 120_000;
/** Listings that a process remembers; the one that was asked longest ago goes first. */
const MAX_LISTINGS = 500;
/** Places of one listing. */
const MAX_PLACES = 200;
/** Ids of contacts over all listings: eight bytes each. */
const MAX_IDS = 1_000_000;

/** Where the contacts of a page end: the time of creation as PostgreSQL writes it, to the microsecond, and the id. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** What is remembered of one listing of an account. */
export interface Remembered {
  total(): number | undefined;
  keepTotal(total: number): void;
  /** The ids at an offset, when all of them are remembered. */
  ids(offset: number, count: number): number[] | undefined;
  /** Remembers ids that follow each other from an offset on, instead of others. */
  keepIds(offset: number, ids: readonly number[]): void;
  /** The last place at or before an offset; without one the beginning. */
  placeUpTo(offset: number): { readonly offset: number; readonly place?: Place };
  keepPlace(offset: number, place: Place): void;
  /** For who begins anew: what follows is of the same moment as the first page. */
  forget(): void;
}

/** What is remembered of listings, so that paging through one neither counts again nor reads what was read. */
export interface ListingMemory {
  of(accountId: number, filter: ResolvedFilter): Remembered;
}

interface Listing {
  total?: { readonly value: number; readonly keptAtMs: number } | undefined;
  run?: { readonly offset: number; readonly ids: Float64Array; readonly keptAtMs: number } | undefined;
  readonly places: Map<number, { readonly place: Place; readonly keptAtMs: number }>;
}

/** A memory of this process, bounded in listings, places and ids. */
export function createListingMemory(clock: Clock): ListingMemory {
  const listings = new Map<string, Listing>();
  return {
    of(accountId, filter) {
      const key = keyOf(accountId, filter);
      const listing = listings.get(key) ?? { places: new Map() };
      listings.delete(key);
      listings.set(key, listing);
      const [oldest] = listings.keys();
      if (listings.size > MAX_LISTINGS && oldest !== undefined) listings.delete(oldest);
      return remembered(listing, clock, () => dropRuns(listings));
    },
  };
}

function remembered(listing: Listing, clock: Clock, onKept: () => void): Remembered {
  const isFresh = (kept: { readonly keptAtMs: number } | undefined, forMs = KEPT_MS): boolean =>
    kept !== undefined && clock.now() - kept.keptAtMs < forMs;
  return {
    total: () => (isFresh(listing.total) ? listing.total?.value : undefined),
    keepTotal(value) {
      listing.total = { value, keptAtMs: clock.now() };
    },
    ids(offset, count) {
      const { run } = listing;
      if (!run || !isFresh(run)) return undefined;
      const from = offset - run.offset;
      return from >= 0 && from + count <= run.ids.length ? [...run.ids.subarray(from, from + count)] : undefined;
    },
    keepIds(offset, ids) {
      listing.run = { offset, ids: Float64Array.from(ids), keptAtMs: clock.now() };
      onKept();
    },
    placeUpTo(offset) {
      let best: { offset: number; place?: Place } = { offset: 0 };
      for (const [end, kept] of listing.places) {
        if (end <= offset && end > best.offset && isFresh(kept, PLACE_KEPT_MS))
          best = { offset: end, place: kept.place };
      }
      return best;
    },
    keepPlace(offset, place) {
      listing.places.delete(offset);
      listing.places.set(offset, { place, keptAtMs: clock.now() });
      const [oldest] = listing.places.keys();
      if (listing.places.size > MAX_PLACES && oldest !== undefined) listing.places.delete(oldest);
    },
    forget() {
      listing.total = undefined;
      listing.run = undefined;
      listing.places.clear();
    },
  };
}

/** Drops ids of listings that were asked longest ago until the others are few enough. */
function dropRuns(listings: ReadonlyMap<string, Listing>): void {
  let left = [...listings.values()].reduce((sum, { run }) => sum + (run?.ids.length ?? 0), 0);
  for (const listing of listings.values()) {
    if (left <= MAX_IDS) return;
    left -= listing.run?.ids.length ?? 0;
    listing.run = undefined;
  }
}

function keyOf(accountId: number, { all }: ResolvedFilter): string {
  const text = JSON.stringify(all.map(filterToJson));
  return `${accountId} ${createHash('sha256').update(text).digest('base64')}`;
}
