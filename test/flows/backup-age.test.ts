import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerBackups } from '../../src/app/backup/age.ts';
import { backupName } from '../../src/app/backup/manifest.ts';
import { loadConfig } from '../../src/base/config.ts';
import { writeMetrics } from '../../src/base/metrics-text.ts';
import { createRegistry } from '../../src/base/metrics.ts';
import { scratchFolder } from '../support/scratch.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const HOUR_MS = 3_600_000;

let directory: string;

beforeAll(() => {
  directory = scratchFolder('postrider-age-');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns the lines about backups from the metrics page. */
async function shown(environment: Record<string, string>): Promise<string[]> {
  const registry = createRegistry();
  registerBackups(registry, { clock: { now: () => NOW }, config: loadConfig(environment) });
  const page = writeMetrics([{ process: 'main', families: await registry.collect() }]);
  return page.split('\n').filter((line) => line.startsWith('postrider_backup'));
}

function plant(hoursAgo: number, end = ''): string {
  const path = join(directory, backupName(new Date(NOW - hoursAgo * HOUR_MS)) + end);
  mkdirSync(path);
  return path;
}

describe('age of the newest backup', () => {
  it('is not reported without automatic backups', async () => {
    expect(await shown({})).toEqual([]);
  });

  it('is infinite without a backup, whether or not the directory exists', async () => {
    const endless = ['postrider_backup_age_seconds{process="main"} +Inf'];
    expect(await shown({ POSTRIDER_BACKUP_DIR: join(directory, 'absent') })).toEqual(endless);
    expect(await shown({ POSTRIDER_BACKUP_DIR: directory })).toEqual(endless);
  });

  it('is that of the newest complete backup', async () => {
    for (const hours of [50, 26]) writeFileSync(join(plant(hours), 'manifest.json'), '{}');
    // A backup that is in progress or was aborted does not count.
    plant(2);
    writeFileSync(join(plant(1, '.partial'), 'manifest.json'), '{}');
    expect(await shown({ POSTRIDER_BACKUP_DIR: directory })).toEqual([
      'postrider_backup_age_seconds{process="main"} 93600',
    ]);
  });
});
