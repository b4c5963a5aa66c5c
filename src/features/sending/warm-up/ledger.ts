import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { countPolicyBounces, releaseShares } from './queries.ts';
import { nameOf, type WarmUpKey } from './key.ts';

/**
 * Maximum number of pending changes of each kind. If the limit is reached, further changes are dropped. A dropped
 * release leaves reserved messages unused, and a dropped rejection is not counted.
 */
const MAX_LINES = 50_000;

interface Line {
  readonly key: WarmUpKey;
  readonly day: string;
  count: number;
}

/**
 * Collects changes that are not written immediately: released warm-up reservations, and rejections for policy reasons.
 */
export interface Ledger {
  release(key: WarmUpKey, day: string, count: number): void;
  noteBounce(key: WarmUpKey): void;
  /** Writes all changes. If a change cannot be written, keeps it for the next call. Never rejects. */
  write(): Promise<void>;
}

export function createLedger(db: Db, log: Log): Ledger {
  let returns = new Map<string, Line>();
  let bounces = new Map<string, Line>();
  let writing: Promise<void> = Promise.resolve();
  return {
    release: (key, day, count) => add(returns, { key, day, count }),
    noteBounce: (key) => add(bounces, { key, day: '', count: 1 }),
    write() {
      writing = writing.then(writeAll);
      return writing;
    },
  };

  async function writeAll(): Promise<void> {
    const [returned, bounced] = [[...returns.values()], [...bounces.values()]];
    returns = new Map();
    bounces = new Map();
    try {
      if (returned.length > 0) {
        await releaseShares(db, ...keyColumns(returned), days(returned), counts(returned));
        returned.length = 0;
      }
      if (bounced.length > 0) await countPolicyBounces(db, ...keyColumns(bounced), counts(bounced));
    } catch (error) {
      log.warn('Warm-up state could not be saved; retrying', { error });
      for (const line of returned) add(returns, line);
      for (const line of bounced) add(bounces, line);
    }
  }
}

function add(lines: Map<string, Line>, line: Line): void {
  const name = `${nameOf(line.key)} ${line.day}`;
  const known = lines.get(name);
  if (known) known.count += line.count;
  else if (lines.size < MAX_LINES) lines.set(name, { ...line });
}

function keyColumns(lines: readonly Line[]): [sources: string[], senderDomains: string[], providers: string[]] {
  return [
    lines.map(({ key }) => key.source),
    lines.map(({ key }) => key.senderDomain),
    lines.map(({ key }) => key.provider),
  ];
}

function days(lines: readonly Line[]): string[] {
  return lines.map(({ day }) => day);
}

function counts(lines: readonly Line[]): number[] {
  return lines.map(({ count }) => count);
}
