import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../../src/base/config.ts';
import type { Database } from '../../../src/base/db.ts';
import { joinInstallation } from '../../../src/app/installation.ts';
import type { Subject } from './subject.ts';

const TRIES = 50;
const RETRY_MS = 200;

/** Simulates a constraint added by a user: the database permanently rejects timeline rows of every second account. */
const BREAK = `
  create function chaos_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused by the storm' using errcode = '23514'; end $$;
  create trigger chaos_refused before insert on event for each row when (new.account_id % 2 = 0)
    execute function chaos_refuse()`;
const MEND = 'drop trigger if exists chaos_refused on event; drop function if exists chaos_refuse';

/** Breaks an outcome listener so that it fails for every second account. */
export function breakListener({ environment }: Subject): Promise<void> {
  return withDatabaseOf(environment, (db) => db.script(BREAK));
}

/** Fixes the failing listener and makes the outcomes that it missed due. Resolves with their number. */
export async function mendListener({ environment }: Subject): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withDatabaseOf(environment, async (db) => {
        await db.script(MEND);
        const text = 'update outcome_missed set next_at = now() returning 1';
        return (await db.query({ name: '', text }, [])).length;
      });
    } catch (error) {
      // The connection failed because a process was killed.
      if (tries === TRIES) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Runs a function on the database of a running installation. */
export async function withDatabaseOf<T>(
  environment: Subject['environment'],
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const config = loadConfig({ ...environment, POSTRIDER_LOG: 'error' });
  const installation = await joinInstallation(config, environment, 'chaos', undefined);
  try {
    return await work(installation.db);
  } finally {
    await installation.close();
  }
}
