import type { Db } from '../../../base/db.ts';
import type { ImportSetup } from './kinds.ts';
import type { Encoding } from './encodings.ts';
import type { ImportRow } from './queries.ts';
import { recordsFrom, type Cut } from './records.ts';

/** Files whose profile is remembered: previews of one file follow each other. */
const REMEMBERED = 5;

/** What whole files hold, as the setup of a kind gathers it. */
export interface Profiles {
  /** Of a file that waits to be started, from its headings on, without rows that cannot be read. */
  of(accountId: number, row: ImportRow, encoding: Encoding, cut: Cut): Promise<unknown>;
}

/** Reads a file once for all its previews and its start. */
export function createProfiles(db: Db, setup: ImportSetup): Profiles {
  const remembered = new Map<string, Promise<unknown>>();

  async function read(accountId: number, row: ImportRow, encoding: Encoding, cut: Cut): Promise<unknown> {
    const { id, position } = row;
    const gathered = setup.profiler();
    const { firstLine = 1 } = cut;
    for await (const { cells, fault, line } of recordsFrom(db, { accountId, id, encoding, position, line: 0 }, cut)) {
      if (fault === undefined && line >= firstLine) gathered.take(cells);
    }
    return gathered.end();
  }

  return {
    async of(accountId, row, encoding, cut) {
      const key = JSON.stringify([accountId, row.id, row.position, encoding, cut]);
      const known = remembered.get(key);
      if (known) return known;
      const reading = read(accountId, row, encoding, cut);
      remembered.set(key, reading);
      for (const oldest of [...remembered.keys()].slice(0, -REMEMBERED)) remembered.delete(oldest);
      return reading.catch((error: unknown) => {
        remembered.delete(key);
        throw error;
      });
    },
  };
}
