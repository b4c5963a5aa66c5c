import { resolve } from 'node:path';
import type { Registry } from '../../base/metrics.ts';
import type { Installation } from '../installation.ts';
import { listBackups } from './manifest.ts';

/**
 * Registers a metric for the age in seconds of the newest complete backup in POSTRIDER_BACKUP_DIR, or +Inf if there is
 * none. Does nothing if the setting is missing.
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
