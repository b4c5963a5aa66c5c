import type { Clock } from '../../../../base/clock.ts';
import type { CommandGroup, SmtpTarget } from '../../../../smtp/connection.ts';

/** Time, in milliseconds, during which pipelining is not used after a server has dropped pipelined commands. */
const PIPELINING_MS = 24 * 60 * 60_000;

/** Information about the servers of a site. Kept even while the site has no messages. */
export interface ServerMemory {
  /** Returns the targets in the order in which to try them. Servers that failed in earlier attempts are last. */
  ordered(targets: readonly SmtpTarget[]): readonly SmtpTarget[];
  /** Records that an attempt failed at the servers in `tried`, a subset of `targets`. */
  noteFailed(targets: readonly SmtpTarget[], tried: readonly SmtpTarget[]): void;
  /** Records that a server accepted the connection. */
  noteConnected(): void;
  /**
   * Returns whether commands may be pipelined to a host (RFC 2920): several commands in one write, or the next
   * message's commands after the final dot.
   */
  takesTogether(host: string, group: CommandGroup): boolean;
  /** Records that a host replied to all commands of a pipelined group. */
  noteAnswered(host: string, group: CommandGroup): void;
  /**
   * Records that a host did not reply to a pipelined command. Returns true if commands to the host are no longer
   * pipelined, or false if the command was not pipelined or the host previously replied to a whole pipelined group.
   */
  noteLost(host: string, group: CommandGroup): boolean;
}

export function isSameServer(a: SmtpTarget, b: SmtpTarget): boolean {
  return a.address === b.address && a.host === b.host;
}

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
