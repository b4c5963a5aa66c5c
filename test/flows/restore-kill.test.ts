// Place in a run: slow.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, runToEnd } from './program.ts';

/** Kills a restore with SIGKILL, and then repeats the same command. */

/** Number of rows. Loading them takes long enough to observe the restore. */
const PLANTED = 80_000;
/** Lock that `postrider migrate` acquires (src/base/migrate.ts). */
const MIGRATING = 7_067_438_112;

let folder: string;
let original: TestDatabase;
let accountId: number;

beforeAll(async () => {
  folder = scratchFolder('postrider-restore-kill-');
  original = await createTestDatabase();
  accountId = (await createAccount(original.db, { email: 'ann@restore.example', plan: 'paid', isOperator: false })).id;
  await original.db.script(
    `insert into suppression (account_id, address, reason)
     select ${accountId}, md5(n::text) || '@gone.example', 'bounced' from generate_series(1, ${PLANTED}) n`,
  );
  expect(await runToEnd(['backup', folder, '--no-check'], environment(original))).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  await original.drop();
  rmSync(folder, { recursive: true, force: true });
});

function environment({ url }: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: url,
    POSTRIDER_DATA: join(folder, 'data'),
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_UNSAFE_DURABILITY: '1',
  };
}

/**
 * Returns an empty database and a session in it. The session does not belong to the application, because a restore
 * rejects databases with sessions of the application.
 */
async function emptyCopy(): Promise<{ readonly copy: TestDatabase; readonly look: Client }> {
  const copy = await createTestDatabase({ empty: true });
  const look = new Client({ connectionString: copy.url, application_name: 'onlooker' });
  await look.connect();
  return { copy, look };
}

const PROGRAM = `select from pg_stat_activity where datname = current_database() and application_name like 'postrider %'`;

/** Waits until a session of the application matches the condition in PostgreSQL. */
async function untilSeen(look: Client, what: string): Promise<void> {
  await eventually(what, async () => ((await look.query(`${PROGRAM} and (${what})`)).rowCount ? true : undefined));
}

/** Waits until no session of a killed application process is left in the database. */
async function untilExited(look: Client): Promise<void> {
  await eventually('no session of the program is left', async () =>
    (await look.query(PROGRAM)).rowCount ? undefined : true,
  );
}

async function countOf(look: Client, table: string): Promise<number> {
  return (await look.query(`select count(*)::integer as count from ${table}`)).rows[0].count;
}

async function facts(look: Client): Promise<string[]> {
  const text = `select name from installation where name in ('held_since', 'restore_unfinished') order by name`;
  return (await look.query<{ name: string }>(text)).rows.map(({ name }) => name);
}

it('changes nothing if killed while loading, and the same command then restores everything', async () => {
  const { copy, look } = await emptyCopy();
  try {
    const killed = runProgram(['restore', folder], environment(copy));
    await untilSeen(look, `query ilike 'copy %'`);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await untilExited(look);
    expect(await countOf(look, `pg_tables where schemaname = 'public'`)).toBe(0);
    const again = await runToEnd(['restore', folder], environment(copy));
    expect([again.code, again.output]).toEqual([0, expect.stringContaining('The installation is on hold')]);
    expect(again.output).not.toContain('already loaded');
    expect([await countOf(look, 'suppression'), await facts(look)]).toEqual([PLANTED, ['held_since']]);
  } finally {
    await look.end();
    await copy.drop();
  }
}, 120_000);

it('holds the copy if killed after loading, keeps newer data, and the same command completes the restore', async () => {
  const { copy, look } = await emptyCopy();
  try {
    // A migration in another session holds the lock. This stops the restore between its two halves.
    await look.query('select pg_advisory_lock($1)', [MIGRATING]);
    const killed = runProgram(['restore', folder], environment(copy));
    // The first half is one transaction, so its data is visible only after the commit.
    await eventually('the data is loaded', async () => {
      const { rows } = await look.query(`select to_regclass('installation') is not null as is_there`);
      return rows[0].is_there && (await facts(look)).length === 2 ? true : undefined;
    });
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await look.query('select pg_advisory_unlock_all()');
    await untilExited(look);
    expect(await facts(look)).toEqual(['held_since', 'restore_unfinished']);
    await look.query(
      `insert into suppression (account_id, address, reason) values (${accountId}, 'since@gone.example', 'bounced')`,
    );

    const again = await runToEnd(['restore', folder], environment(copy));
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining('already loaded; continuing with the next step'),
    ]);
    expect([await countOf(look, 'suppression'), await facts(look)]).toEqual([PLANTED + 1, ['held_since']]);
    // After the restore, the copy is a normal installation, which can only be overwritten with --replace.
    const third = await runToEnd(['restore', folder], environment(copy));
    expect([third.code, third.output]).toEqual([1, expect.stringContaining('--replace')]);
  } finally {
    await look.end();
    await copy.drop();
  }
}, 120_000);

it('keeps the copy held if killed while going live, and goes live on the next command', async () => {
  const { copy, look } = await emptyCopy();
  try {
    expect(await runToEnd(['restore', folder], environment(copy))).toMatchObject({ code: 0 });
    // Within a transaction, pg_stat_activity does not change, so another session locks the row.
    const holder = new Client({ connectionString: copy.url, application_name: 'onlooker' });
    await holder.connect();
    await holder.query(`begin; select from installation where name = 'held_since' for update`);
    const killed = runProgram(['restore', '--go-live'], environment(copy));
    await untilSeen(look, `wait_event_type = 'Lock'`);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    await holder.end();
    await untilExited(look);
    expect(await facts(look)).toEqual(['held_since']);
    const again = await runToEnd(['restore', '--go-live'], environment(copy));
    expect([again.code, again.output]).toEqual([
      0,
      expect.stringContaining('is live. The installation now sends everything that was on hold'),
    ]);
    expect(await facts(look)).toEqual([]);
  } finally {
    await look.end();
    await copy.drop();
  }
}, 120_000);
