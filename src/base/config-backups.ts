import { flag, number, optional, text } from './config-kinds.ts';

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Settings of automatic backups. */
export const backupSettings = {
  backupDir: optional(
    'POSTRIDER_BACKUP_DIR',
    'Directory for daily backups. If several processes have this setting, one of them writes each backup. The directory must contain only backups of this installation. If unset, Postrider does not create automatic backups.',
  ),
  backupAt: text('POSTRIDER_BACKUP_AT', '02:30', 'Time of the daily backup (UTC, `HH:MM`).', parseTimeOfDay),
  backupKeepDays: number(
    'POSTRIDER_BACKUP_KEEP_DAYS',
    7,
    [1, 3_650],
    'Number of days for which each day’s last backup is kept.',
  ),
  backupKeepWeeks: number(
    'POSTRIDER_BACKUP_KEEP_WEEKS',
    4,
    [0, 520],
    'Number of weeks for which each week’s last backup is also kept.',
  ),
  backupCheck: flag(
    'POSTRIDER_BACKUP_CHECK',
    'Whether each backup is verified by restoring it into a temporary database. The temporary database is created under `POSTRIDER_DATA`, which must have enough disk space.',
    'on',
  ),
} as const;

function parseTimeOfDay(given: string): string {
  if (!TIME_OF_DAY.test(given)) throw new Error(`must be a time of day in UTC such as 02:30, not "${given}"`);
  return given;
}
