import { createHash } from 'node:crypto';

/** Which worker a site belongs to. */
export interface Ownership {
  /** The workers that share the sites, by number. */
  readonly workers: readonly number[];
  /** The owner of a site; undefined when there are no workers. */
  ownerOf(site: string): number | undefined;
}

/** Sites whose owner is remembered at once; beyond that it is worked out again. */
const MAX_REMEMBERED = 10_000;

/**
 * Rendezvous hashing: each site belongs to the worker whose hash with it is greatest. When a worker comes or goes, only
 * the sites that it gains or held move (Thaler and Ravishankar, 1998).
 */
export function shareOut(workers: readonly number[]): Ownership {
  const owners = new Map<string, number>();
  return {
    workers,
    ownerOf(site) {
      const known = owners.get(site);
      if (known !== undefined) return known;
      const owner = highest(workers, site);
      if (owners.size >= MAX_REMEMBERED) owners.clear();
      if (owner !== undefined) owners.set(site, owner);
      return owner;
    },
  };
}

function highest(workers: readonly number[], site: string): number | undefined {
  let owner: number | undefined;
  let highestHash = -1;
  for (const worker of workers) {
    const hash = createHash('sha256').update(`${worker} ${site}`).digest().readUIntBE(0, 6);
    if (hash > highestHash) [owner, highestHash] = [worker, hash];
  }
  return owner;
}
