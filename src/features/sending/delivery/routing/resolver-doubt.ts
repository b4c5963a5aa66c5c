import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';

const MINUTE_MS = 60_000;
/** Period within which lookups are compared with each other. */
const WINDOW_MS = 10 * MINUTE_MS;
/** Time for which a name that had mail servers is expected to still have mail servers. */
const KNOWN_MS = 3 * 24 * 60 * MINUTE_MS;
const MAX_KNOWN = 2_000;
const MAX_LOST = 1_000;
/**
 * Smallest number of names without mail servers, and smallest share of such names among all names, that trigger a
 * check.
 */
const LEAST_LOST = 5;
const LOST_SHARE = 0.25;
/**
 * Smallest number of names without mail servers that triggers a check if the names had mail servers before, which is
 * far less likely.
 */
const LEAST_KNOWN_LOST = 2;
/**
 * Smallest number of names without mail servers that triggers a check if no name ever had mail servers, so that there
 * is nothing to compare with.
 */
const LEAST_LOST_UNPROVEN = 10;
/** Number of names with known mail servers that a check looks up again. */
const CONTROLS = 8;
/**
 * Time for which the result of a check is used, so that a list of invented domains causes only a few queries a minute.
 */
const VERDICT_MS = MINUTE_MS;
/** Longest second-level label below which names are registered, as in co.uk. */
const SHORT_LABEL = 3;

interface DoubtParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Queries DNS again to find out whether a domain has mail servers. Never rejects. */
  readonly hasServers: (domain: string) => Promise<boolean>;
}

/** Distinguishes a name server that gives wrong answers from domains that accept no mail. */
export interface ResolverDoubt {
  /** Records that a domain has mail servers. */
  noteFound(domain: string): void;
  /**
   * Records that DNS reports no mail servers for a domain, and returns whether the name server is considered faulty.
   * Never rejects.
   */
  isDoubtful(domain: string): Promise<boolean>;
}

/** The most recently looked up domain below a registered name, and the time of that lookup. */
interface Seen {
  readonly domain: string;
  readonly atMs: number;
}

/**
 * Creates a detector based on the lookups of this process. When many names have no mail servers at the same time,
 * random names that had mail servers within the last three days are looked up again; if most of those have none either,
 * our name server is faulty. Sending to invented domains does not change the result, and all names below one registered
 * domain count as one name, so that one owner cannot add many.
 */
export function createResolverDoubt(parts: DoubtParts): ResolverDoubt {
  const { clock } = parts;
  const known = new Map<string, Seen>();
  const lost = new Map<string, Seen>();
  let verdict = { isFaulty: false, untilMs: Number.NEGATIVE_INFINITY };
  let judging: Promise<void> | undefined;

  async function judge(): Promise<void> {
    const isFaulty = await judgeControls(parts, sample([...known.values()], parts.random), lost.size);
    verdict = { isFaulty, untilMs: clock.now() + VERDICT_MS };
    judging = undefined;
  }

  return {
    noteFound(domain) {
      const name = ownerOf(domain);
      lost.delete(name);
      note(known, name, { domain, atMs: clock.now() }, MAX_KNOWN);
    },
    async isDoubtful(domain) {
      const nowMs = clock.now();
      note(lost, ownerOf(domain), { domain, atMs: nowMs }, MAX_LOST);
      forgetBefore(lost, nowMs - WINDOW_MS);
      forgetBefore(known, nowMs - KNOWN_MS);
      if (nowMs < verdict.untilMs) return verdict.isFaulty;
      if (!isStrange(known, lost, nowMs)) return false;
      judging ??= judge();
      await judging;
      return verdict.isFaulty;
    },
  };
}

/** Returns whether enough names have no mail servers to justify a check. */
function isStrange(known: ReadonlyMap<string, Seen>, lost: ReadonlyMap<string, Seen>, nowMs: number): boolean {
  // Anyone can invent a name below a well-known name, so only the exact name counts.
  const gone = [...lost].filter(([name, { domain }]) => known.get(name)?.domain === domain);
  if (gone.length >= LEAST_KNOWN_LOST) return true;
  const least = known.size === 0 ? LEAST_LOST_UNPROVEN : LEAST_LOST;
  const found = [...known].filter(([name, { atMs }]) => atMs > nowMs - WINDOW_MS && !lost.has(name)).length;
  return lost.size >= least && lost.size >= LOST_SHARE * (lost.size + found);
}

async function judgeControls(
  { hasServers, log }: DoubtParts,
  controls: readonly Seen[],
  denied: number,
): Promise<boolean> {
  const answers = await Promise.all(controls.map(({ domain }) => hasServers(domain)));
  const wrong = answers.filter((isThere) => !isThere).length;
  // If no name ever had mail servers, the name server has not given a single correct answer.
  const isFaulty = controls.length === 0 || wrong * 2 > controls.length;
  if (isFaulty) {
    log.warn('Name server considered faulty: it reports no mail servers for domains that had mail servers', {
      denied,
      asked: controls.length,
      wrong,
    });
  }
  return isFaulty;
}

/** Adds or updates an entry and moves it to the end. Drops the oldest entry if there are more than the limit. */
function note(names: Map<string, Seen>, name: string, seen: Seen, limit: number): void {
  names.delete(name);
  names.set(name, seen);
  const [oldest] = names.keys();
  if (names.size > limit && oldest !== undefined) names.delete(oldest);
}

function forgetBefore(names: Map<string, Seen>, atMs: number): void {
  for (const [name, seen] of names) {
    if (seen.atMs > atMs) return;
    names.delete(name);
  }
}

function sample(seen: readonly Seen[], random: () => number): readonly Seen[] {
  return seen
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, CONTROLS)
    .map(({ one }) => one);
}

/** Returns approximately the registered domain: 'example.co.uk' for 'a.b.example.co.uk'. An estimate is sufficient. */
function ownerOf(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  return labels.slice((labels.at(-2) ?? '').length <= SHORT_LABEL ? -3 : -2).join('.');
}
