// Place in a run: slow.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withBackups } from '../../src/app/backup/schedule.ts';
import type { Installation } from '../../src/app/installation.ts';
import { systemClock } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/base/config.ts';
import { silentLog } from '../../src/base/log.ts';
import { eventually } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { scratchFolder } from '../support/scratch.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test: TestDatabase;
let folder: string;
let directory: string;

beforeEach(async () => {
  test = await createTestDatabase();
  folder = scratchFolder('postrider-schedule-');
  chmodSync(folder, 0o711);
  directory = join(folder, 'backups');
});
afterEach(async () => {
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the backup schedule of one process. Its clock is ahead by the given time. */
function start(aheadMs: () => number, settings: Record<string, string> = {}) {
  const config = loadConfig({ POSTRIDER_BACKUP_DIR: directory, POSTRIDER_BACKUP_CHECK: '0', ...settings });
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs() };
  // Safe cast: these are the parts of an installation that the schedule uses.
  const parts = { clock, config, db: test.db, databaseUrl: test.url, dataDir: join(folder, 'data'), log: silentLog };
  return withBackups(parts as unknown as Installation, { close: () => Promise.resolve() });
}

function backups(): string[] {
  return readdirSync(directory).filter((name) => /^postrider-\d{8}T\d{9}Z$/.test(name));
}

async function state(): Promise<{ failed: string | null; runs: string | null }> {
  const text = `select failed, finished_at::text as runs from job where name = 'back up'`;
  const [row] = await test.db.query<{ failed: string | null; runs: string | null }>({ name: '', text }, []);
  return row ?? { failed: null, runs: null };
}

/** Makes the job due now, and waits until this run has ended. */
async function look(): Promise<string | null> {
  const before = (await state()).runs;
  await test.db.script(`update job set due_at = now() where name = 'back up'`);
  return eventually('the job runs', async () => {
    const { failed, runs } = await state();
    return runs !== null && runs !== before ? { failed } : undefined;
  }).then(({ failed }) => failed);
}

describe('automatic backups', { timeout: 120_000 }, () => {
  it('run once a day across all processes and are checked', async () => {
    const settings = { POSTRIDER_BACKUP_CHECK: '1' };
    const processes = [start(() => 0, settings), start(() => 0, settings)];
    try {
      await eventually('the first backup is made', async () => ((await state()).runs ? true : undefined), 90_000);
      expect(await look()).toBeNull();
      expect(await look()).toBeNull();
      const [name = '', ...more] = backups();
      expect(more).toEqual([]);
      expect(readdirSync(join(directory, name))).toContain('checked.json');
    } finally {
      for (const one of processes) await one.close();
    }
  });

  it('report a failure, retry after an hour, and do not block later backups', async () => {
    writeFileSync(directory, 'no directory');
    let ahead = 0;
    const running = start(() => ahead);
    try {
      await eventually('the backup fails', async () => ((await state()).failed ? true : undefined));
      rmSync(directory);
      // The backup is retried only after an hour, so the failure is still reported.
      expect(await look()).toContain('could not be written');
      ahead = HOUR_MS + 1;
      expect(await look()).toBeNull();
      expect(backups()).toHaveLength(1);
      ahead = DAY_MS + 2 * HOUR_MS;
      expect(await look()).toBeNull();
      expect(backups()).toHaveLength(2);
    } finally {
      await running.close();
    }
  });

  it('are deleted after their retention, without touching other files in the directory', async () => {
    mkdirSync(directory);
    for (const name of ['postrider-20200101T000000000Z', 'postrider-20200102T000000000Z', 'notes']) {
      mkdirSync(join(directory, name));
      writeFileSync(join(directory, name, 'manifest.json'), '{}');
    }
    const running = start(() => 0, { POSTRIDER_BACKUP_KEEP_DAYS: '2', POSTRIDER_BACKUP_KEEP_WEEKS: '0' });
    try {
      await eventually('the backup is made', async () => ((await state()).runs ? true : undefined));
      const newest = backups().at(-1) ?? '';
      expect(newest > 'postrider-2021').toBe(true);
      expect(new Set(readdirSync(directory))).toEqual(new Set(['notes', 'postrider-20200102T000000000Z', newest]));
    } finally {
      await running.close();
    }
  });
});
