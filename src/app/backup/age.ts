import { resolve } from 'node:path';
import type { Registry } from '../../base/metrics.ts';
import type { Installation } from '../installation.ts';
import { listBackups } from './manifest.ts';

/**
 * Registers how old the newest whole backup in POSTRIDER_BACKUP_DIR is, in seconds; +Inf while there is none, so that a rule
 * about its age is true then too. Where the setting is absent there is no such metric; where the directory cannot be read it
 * is left out, and the job that writes there fails.
 */
export function registerBackups(registry: Registry, { clock, config }: Pick<Installation, 'clock' | 'config'>): void {
  const { backupDir } = config;
  if (backupDir === undefined) return;
  registry.gauge(
    {
      name: 'postrider_backup_age_seconds',
      help: 'Age of the newest backup in POSTRIDER_BACKUP_DIR, or +Inf if there is no backup.',
    },
    () => {
      const newest = listBackups(resolve(backupDir)).at(-1);
      const value = newest ? Math.max(0, (clock.now() - newest.takenAt.getTime()) / 1_000) : Infinity;
      return [{ labels: {}, value }];
    },
  );
}
