import type { Db } from '../../../base/db.ts';
import type { ImportSetup } from './kinds.ts';
import type { ImportRow } from './queries.ts';
import { BrokenFile, recordsFrom } from './records.ts';

/** Files whose profile is remembered: previews of one file follow each other. */
const REMEMBERED = 5;

/** What whole files hold, as the setup of a kind gathers it. */
export interface Profiles {
  /** Of a file that waits to be started, up to where it cannot be read: nothing behind that is imported. */
  of(accountId: number, row: ImportRow, delimiter: string): Promise<unknown>;
}

/** Reads a file once for all its previews and its start. */
export function createProfiles(db: Db, setup: ImportSetup): Profiles {
  const remembered = new Map<string, Promise<unknown>>();

  async function read(accountId: number, row: ImportRow, delimiter: string): Promise<unknown> {
    const { encoding, id, position } = row;
    const gathered = setup.profiler();
    try {
      for await (const { cells } of recordsFrom(db, { accountId, id, encoding, position, line: 0 }, delimiter)) {
        gathered.take(cells);
      }
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error;
    }
    return gathered.end();
  }

  return {
    async of(accountId, row, delimiter) {
      const key = JSON.stringify([accountId, row.id, row.encoding, row.position, delimiter]);
      const known = remembered.get(key);
      if (known) return known;
      const reading = read(accountId, row, delimiter);
      remembered.set(key, reading);
      for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
      return reading.catch((error: unknown) => {
        remembered.delete(key);
        throw error;
      });
    },
  };
}
