import type { Clock } from '../../../base/clock.ts';
import { TRAP } from './bursts.ts';
import type { OwnedKind } from './tokens.ts';

/** Returns the URLs of a source's links, starting with link 1. Returns undefined if the source does not exist. */
export type FindLinks = (accountId: number, source: number) => Promise<readonly string[] | undefined>;

/** Resolves numbered links. Link 0 is the tracking pixel and has no URL. */
export interface LinkBook {
  addressOf(kind: OwnedKind, accountId: number, source: number, link: number): Promise<string | undefined>;
}

interface Known {
  readonly untilMs: number;
  readonly links: readonly string[] | undefined;
  readonly characters: number;
}

/**
 * Lifetimes of cache entries, in milliseconds: long for links, which hardly ever change, and short for missing sources,
 * which may not be committed yet.
 */
const FOUND_MS = 10 * 60_000;
const MISSING_MS = 5_000;
const MAX_SOURCES = 1_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Overhead of a source in the cache, in characters. Added to the total length of its URLs. */
const MIN_CHARACTERS = 200;

/**
 * Caches the links of sources for ten minutes, so that a burst of clicks takes one lookup. If the owner is unavailable,
 * uses the last cached result, or rejects if nothing is cached. Returns only web addresses and the honeypot marker.
 */
export function createLinkBook(
  clock: Clock,
  owners: Readonly<Partial<Record<OwnedKind, { readonly linksOf: FindLinks }>>>,
): LinkBook {
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<Known>>();
  let characters = 0;

  function remember(key: string, links: readonly string[] | undefined): Known {
    const size = MIN_CHARACTERS + (links ?? []).reduce((sum, url) => sum + url.length, 0);
    const entry = { untilMs: clock.now() + (links ? FOUND_MS : MISSING_MS), links, characters: size };
    forget(key);
    known.set(key, entry);
    characters += size;
    for (const oldest of known.keys()) {
      if (known.size === 1 || (known.size <= MAX_SOURCES && characters <= MAX_CHARACTERS)) break;
      forget(oldest);
    }
    return entry;
  }

  function forget(key: string): void {
    characters -= known.get(key)?.characters ?? 0;
    known.delete(key);
  }

  async function ask(key: string, find: FindLinks, accountId: number, source: number): Promise<Known> {
    try {
      return remember(key, await find(accountId, source));
    } catch (error) {
      const last = known.get(key);
      if (last?.links) return remember(key, last.links);
      throw error;
    } finally {
      asked.delete(key);
    }
  }

  return {
    async addressOf(kind, accountId, source, link) {
      const owner = owners[kind];
      if (!owner || link === 0) return undefined;
      const key = `${kind} ${accountId} ${source}`;
      let entry = known.get(key);
      if (!entry || clock.now() >= entry.untilMs) {
        const asking = asked.get(key) ?? ask(key, (...of) => owner.linksOf(...of), accountId, source);
        asked.set(key, asking);
        entry = await asking;
      }
      return webAddress(entry.links?.[link - 1]);
    },
  };
}

function webAddress(url: string | undefined): string | undefined {
  if (url === TRAP) return url;
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
