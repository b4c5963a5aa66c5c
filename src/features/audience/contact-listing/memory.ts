import { createHash } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import { filterToJson, type ResolvedFilter } from '../contact-filters/index.ts';

/** Time-to-live of the cached total and the cached contact IDs of a listing, in milliseconds. */
export const KEPT_MS = 20_000;
/** Time-to-live of a cached cursor, in milliseconds. Long enough for a client that reads one page after another. */
const CURSOR_TTL_MS = 120_000;
/** Maximum number of listings that a process remembers. The least recently requested listing is dropped first. */
const MAX_LISTINGS = 500;
/** Maximum number of cached cursors per listing. */
const MAX_SLOTS = 200;
/** Maximum number of cached contact IDs over all listings. Each ID takes eight bytes. */
const MAX_IDS = 1_000_000;

/**
 * Cursor: the creation time (as formatted by PostgreSQL, with microseconds) and the ID of the last contact on a page.
 */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** Cached data of one listing of an account. */
export interface Remembered {
  total(): number | undefined;
  keepTotal(total: number): void;
  /** Returns `count` IDs, starting at an offset. Returns undefined if any of these IDs is not cached. */
  ids(offset: number, count: number): number[] | undefined;
  /** Caches consecutive IDs, starting at an offset, and drops the previously cached IDs. */
  keepIds(offset: number, ids: readonly number[]): void;
  /**
   * Returns the cached cursor with the highest offset that is not greater than the given offset. If there is none,
   * `offset` is 0 and `place` is absent.
   */
  placeUpTo(offset: number): { readonly offset: number; readonly place?: Place };
  keepPlace(offset: number, place: Place): void;
  /**
   * Clears the cache. Called when a client requests the first page, so that later pages are consistent with the new
   * first page.
   */
  forget(): void;
}

/**
 * Caches the totals, cursors and contact IDs of listings, so that requests for later pages neither count the contacts
 * nor read the listing from the start.
 */
export interface ListingMemory {
  of(accountId: number, filter: ResolvedFilter): Remembered;
}

interface Listing {
  total?: { readonly value: number; readonly keptAtMs: number } | undefined;
  run?: { readonly offset: number; readonly ids: Float64Array; readonly keptAtMs: number } | undefined;
  readonly places: Map<number, { readonly place: Place; readonly keptAtMs: number }>;
}

/** Creates a cache in this process, with limits on the numbers of listings, cursors and IDs. */
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
        if (end <= offset && end > best.offset && isFresh(kept, CURSOR_TTL_MS))
          best = { offset: end, place: kept.place };
      }
      return best;
    },
    keepPlace(offset, place) {
      listing.places.delete(offset);
      listing.places.set(offset, { place, keptAtMs: clock.now() });
      const [oldest] = listing.places.keys();
      if (listing.places.size > MAX_SLOTS && oldest !== undefined) listing.places.delete(oldest);
    },
    forget() {
      listing.total = undefined;
      listing.run = undefined;
      listing.places.clear();
    },
  };
}

/** Drops the IDs of the least recently requested listings until the limit on IDs is met. */
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
