import type { Clock } from '../../../../base/clock.ts';
import type { CommandGroup, SmtpTarget } from '../../../../smtp/connection.ts';

/** A server that lost commands is asked again after so long whether it still does. */
const PIPELINING_MS = 24 * 60 * 60_000;

/** What a site's servers have shown of themselves; kept while the site has no mail. */
export interface ServerMemory {
  /** Targets in the order of an attempt: those first that the attempts before had no time for. */
  ordered(targets: readonly SmtpTarget[]): readonly SmtpTarget[];
  /** An attempt ended that failed at the servers `tried`, of all those in `targets`. */
  noteFailed(targets: readonly SmtpTarget[], tried: readonly SmtpTarget[]): void;
  /** A server took the connection. */
  noteConnected(): void;
  /** Whether commands may go out to a host together (RFC 2920), among themselves or behind the final dot. */
  takesTogether(host: string, group: CommandGroup): boolean;
  /** A host answered each of the commands that went out together. */
  noteAnswered(host: string, group: CommandGroup): void;
  /** A host lost one of them; true when that is believed, since it has never answered all. */
  noteLost(host: string, group: CommandGroup): boolean;
}

/** Whether two targets are the same server. */
export function isSameServer(a: SmtpTarget, b: SmtpTarget): boolean {
  return a.address === b.address && a.host === b.host;
}

/** A memory of servers of which nothing is known. */
export function createServerMemory(clock: Clock): ServerMemory {
  let tried: readonly SmtpTarget[] = [];
  const answered = new Set<string>();
  const lostAtMs = new Map<string, number>();
  const keyOf = (host: string, group: CommandGroup): string => `${group} ${host}`;

  return {
    ordered(targets) {
      if (tried.length === 0) return targets;
      const isTried = (target: SmtpTarget): boolean => tried.some((other) => isSameServer(other, target));
      return [...targets.filter((target) => !isTried(target)), ...targets.filter(isTried)];
    },
    noteFailed(targets, failed) {
      const all = [...tried, ...failed];
      const known = targets.filter((target) => all.some((other) => isSameServer(other, target)));
      tried = known.length === targets.length ? [] : known;
    },
    noteConnected: () => void (tried = []),
    takesTogether(host, group) {
      const atMs = lostAtMs.get(keyOf(host, group));
      return atMs === undefined || clock.now() - atMs >= PIPELINING_MS;
    },
    noteAnswered(host, group) {
      if (group !== 'single') answered.add(keyOf(host, group));
    },
    noteLost(host, group) {
      if (group === 'single' || answered.has(keyOf(host, group))) return false;
      lostAtMs.set(keyOf(host, group), clock.now());
      return true;
    },
  };
}
