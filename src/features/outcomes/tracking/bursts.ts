/** Stored instead of the URL for a honeypot link. People cannot see the link, and it redirects nowhere. */
export const TRAP = 'trap:';

/** A link that was clicked, with the timestamps of the first and last of several clicks in quick succession. */
export interface FollowedLink {
  readonly link: number;
  readonly isTrap: boolean;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A time range in which a bot was detected. */
export interface Caught {
  readonly fromMs: number;
  readonly toMs: number;
}

/** If `links` different links of a message are followed within `withinMs`, the visitor is treated as a bot. */
const BURSTS = [
  { links: 2, withinMs: 1_000 },
  { links: 3, withinMs: 2_000 },
] as const;
/** Opens and clicks within this many milliseconds before or after a detected bot are attributed to the bot. */
export const CLOSE_MS = 10_000;

/**
 * Returns the time ranges in which a bot followed links in one recipient's message. Bots follow several links at once,
 * or follow the honeypot link. Pure.
 */
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

/** Returns whether a time range is within CLOSE_MS of a time range in which a bot was detected. Pure. */
export function isClose(visits: Caught, caught: readonly Caught[]): boolean {
  return caught.some(({ fromMs, toMs }) => visits.fromMs <= toMs + CLOSE_MS && visits.toMs >= fromMs - CLOSE_MS);
}
