/** What stands in the place of an address where a link is a trap: people do not see it, and nobody is led anywhere. */
export const TRAP = 'trap:';

/** A link that was followed, from the first to the last of visits that came shortly after each other. */
export interface FollowedLink {
  readonly link: number;
  readonly isTrap: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Times at which a machine was caught. */
export interface Caught {
  readonly fromMs: number;
  readonly toMs: number;
}

/** So many different links of one mail within so long are more than a person follows. */
const BURSTS = [
  { links: 2, withinMs: 1_000 },
  { links: 3, withinMs: 2_000 },
] as const;
/** What a machine that was caught followed so long before or after is its doing too. */
export const CLOSE_MS = 10_000;

/** When a machine followed links of one recipient's mail: several at once, or the trap. Pure. */
export function catchMachines(followed: readonly FollowedLink[]): Caught[] {
  const visits = followed
    .flatMap(({ fromMs, isTrap, link, toMs }) => [...new Set([fromMs, toMs])].map((atMs) => ({ atMs, isTrap, link })))
    .toSorted((a, b) => a.atMs - b.atMs);
  return visits.flatMap(({ atMs, isTrap }, index): Caught[] => {
    const caught: Caught[] = isTrap ? [{ fromMs: atMs, toMs: atMs }] : [];
    for (const { links, withinMs } of BURSTS) {
      const window = [];
      for (let next = index; next < visits.length; next += 1) {
        const visit = visits[next];
        if (!visit || visit.atMs - atMs > withinMs) break;
        window.push(visit);
      }
      const last = window.at(-1);
      if (last && new Set(window.map(({ link }) => link)).size >= links) {
        caught.push({ fromMs: atMs, toMs: last.atMs });
      }
    }
    return caught;
  });
}

/** Whether visits from a time to another lie close to one at which a machine was caught. Pure. */
export function isClose(visits: Caught, caught: readonly Caught[]): boolean {
  return caught.some(({ fromMs, toMs }) => visits.fromMs <= toMs + CLOSE_MS && visits.toMs >= fromMs - CLOSE_MS);
}
