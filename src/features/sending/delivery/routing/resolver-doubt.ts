import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';

const MINUTE_MS = 60_000;
/** Only lookups from the last `WINDOW_MS` milliseconds are compared with each other. */
const WINDOW_MS = 10 * MINUTE_MS;
/** Milliseconds for which a name that had mail servers is expected to keep them. */
const KNOWN_MS = 3 * 24 * 60 * MINUTE_MS;
const MAX_KNOWN = 2_000;
const MAX_LOST = 1_000;
/** A check starts if at least this many names, and at least this share of all names, have no mail servers. */
const MIN_LOST = 5;
const LOST_SHARE = 0.25;
/**
 * A check also starts if earlier lookups found mail servers for at least this many of the names that now have none. The
 * number is low, because domains rarely remove their mail servers.
 */
const MIN_KNOWN_LOST = 2;
/** Used instead of MIN_LOST while this process has not found mail servers for any name yet. */
const MIN_LOST_UNPROVEN = 10;
/** Number of names with known mail servers that a check looks up again. */
const CONTROLS = 8;
/**
 * Milliseconds for which the result of a check is reused. This limits the queries that a list of invented domains can
 * cause.
 */
const VERDICT_MS = MINUTE_MS;
/** Second-level labels of at most this length, such as `co` in co.uk, are treated as part of a public suffix. */
const SHORT_LABEL = 3;

interface DoubtParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Checks in DNS whether a domain has mail servers. Never rejects. */
  readonly hasServers: (domain: string) => Promise<boolean>;
}

/** Distinguishes a faulty DNS resolver from domains that do not accept email. */
export interface ResolverDoubt {
  /** Records that a domain has mail servers. */
  noteFound(domain: string): void;
  /**
   * Records that DNS reports no mail servers for a domain. Returns whether the resolver is considered faulty. Never
   * rejects.
   */
  isDoubtful(domain: string): Promise<boolean>;
}

/** The most recently looked-up domain below a registered name, and the time of that lookup. */
interface Seen {
  readonly domain: string;
  readonly atMs: number;
}

/**
 * Creates a detector that uses the lookups of this process. If many names have no mail servers at the same time, it
 * looks up random names that had mail servers within the last three days. If most of them have none either, the
 * resolver is considered faulty. All names below one registered domain count as one.
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
      deleteBefore(lost, nowMs - WINDOW_MS);
      deleteBefore(known, nowMs - KNOWN_MS);
      if (nowMs < verdict.untilMs) return verdict.isFaulty;
      if (!isStrange(known, lost, nowMs)) return false;
      judging ??= judge();
      await judging;
      return verdict.isFaulty;
    },
  };
}

/** Returns whether enough names have no mail servers to require a check. */
function isStrange(known: ReadonlyMap<string, Seen>, lost: ReadonlyMap<string, Seen>, nowMs: number): boolean {
  // Count only names whose exact domain had mail servers, because anyone can invent names below a well-known name.
  const gone = [...lost].filter(([name, { domain }]) => known.get(name)?.domain === domain);
  if (gone.length >= MIN_KNOWN_LOST) return true;
  const least = known.size === 0 ? MIN_LOST_UNPROVEN : MIN_LOST;
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
  // If there are no names to look up again, no recent lookup has found mail servers, so the resolver is considered
  // faulty.
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

/** Adds or updates an entry and moves it to the end. Drops the oldest entry if the limit is exceeded. */
function note(names: Map<string, Seen>, name: string, seen: Seen, limit: number): void {
  names.delete(name);
  names.set(name, seen);
  const [oldest] = names.keys();
  if (names.size > limit && oldest !== undefined) names.delete(oldest);
}

function deleteBefore(names: Map<string, Seen>, atMs: number): void {
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

/** Returns an estimate of the registered domain: 'example.co.uk' for 'a.b.example.co.uk'. */
function ownerOf(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  return labels.slice((labels.at(-2) ?? '').length <= SHORT_LABEL ? -3 : -2).join('.');
}
