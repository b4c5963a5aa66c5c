import type { Clock } from '../../../../base/clock.ts';
import type { Log } from '../../../../base/log.ts';

const MINUTE_MS = 60_000;
/** Looks that are compared with one another. */
const WINDOW_MS = 10 * MINUTE_MS;
/** For so long a name that led to mail servers is one that has to. */
const KNOWN_MS = 3 * 24 * 60 * MINUTE_MS;
const MAX_KNOWN = 2_000;
const MAX_LOST = 1_000;
/** Names without mail servers from which on it is asked whether that can be: so many, and a quarter of all asked. */
const LEAST_LOST = 5;
const LOST_SHARE = 0.25;
/** The same of names that led to mail servers before, which is much stranger. */
const LEAST_KNOWN_LOST = 2;
/** The same where no name ever led to a mail server, so that there is nothing to compare with. */
const LEAST_LOST_UNPROVEN = 10;
/** Names that are asked about again. */
const CONTROLS = 8;
/** What they say holds so long: a list of invented domains costs a few questions a minute. */
const VERDICT_MS = MINUTE_MS;
/** A second level under which names are given away, as in co.uk. */
const SHORT_LABEL = 3;

interface DoubtParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Asks DNS anew whether a domain has mail servers; never rejects. */
  readonly hasServers: (domain: string) => Promise<boolean>;
}

/** Tells a name server that gives wrong answers from domains that take no mail. */
export interface ResolverDoubt {
  /** A domain was found to have mail servers. */
  noteFound(domain: string): void;
  /** DNS says that a domain takes no mail; whether that is to be taken for a fault of the name server. Never rejects. */
  isDoubtful(domain: string): Promise<boolean>;
}

/** A domain by which its owner's is known, and when it was last seen. */
interface Seen {
  readonly domain: string;
  readonly atMs: number;
}

/**
 * What this process saw. When many names have no mail server all at once, names that had one within the last days are asked
 * about again, some at random: when most of them have lost theirs too, it is our name server. Whoever sends to invented
 * domains changes nothing of that, and names below one domain count once, so that nobody has many.
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

/** Whether so much is lost that it is worth a few questions. */
function isStrange(known: ReadonlyMap<string, Seen>, lost: ReadonlyMap<string, Seen>, nowMs: number): boolean {
  // Anybody can invent a name below a well-known one: only the very name counts.
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
  // Without any name that ever led on, the name server has not given one right answer.
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

/** The youngest stands last. */
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

/** About the name that somebody pays for: of 'a.b.example.co.uk' 'example.co.uk'. A guess is enough. */
function ownerOf(domain: string): string {
  const labels = domain.toLowerCase().split('.');
  return labels.slice((labels.at(-2) ?? '').length <= SHORT_LABEL ? -3 : -2).join('.');
}
