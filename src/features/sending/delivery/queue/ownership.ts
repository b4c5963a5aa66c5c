import { createHash } from 'node:crypto';

/** The assignment of sites to workers. */
export interface Ownership {
  /** The numbers of the workers that share the sites. */
  readonly workers: readonly number[];
  /** Returns the owner of a site, or undefined if there are no workers. */
  ownerOf(site: string): number | undefined;
}

/** Maximum number of sites whose owner is cached. The owners of further sites are computed on each call. */
const MAX_REMEMBERED = 10_000;

/**
 * Assigns each site to the worker with the highest hash of site and worker (rendezvous hashing; Thaler and Ravishankar,
 * 1998). When a worker joins or leaves, only the sites of that worker move.
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
