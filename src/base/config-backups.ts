import { flag, number, optional, text } from './config-kinds.ts';

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** The settings of backups that are made by themselves. */
export const backupSettings = {
  backupDir: optional(
    'POSTRIDER_BACKUP_DIR',
    'Directory that a backup is written into once a day, by one of the processes that have the setting; it holds backups of this installation alone. Without it none is made by itself.',
  ),
  backupAt: text('POSTRIDER_BACKUP_AT', '02:30', 'Time of day (UTC, `HH:MM`) of that backup.', parseTimeOfDay),
  backupKeepDays: number(
    'POSTRIDER_BACKUP_KEEP_DAYS',
    7,
    [1, 3_650],
    'Days of which the last backup is kept in that directory.',
  ),
  backupKeepWeeks: number(
    'POSTRIDER_BACKUP_KEEP_WEEKS',
    4,
    [0, 520],
    'Weeks of which the last backup is kept in that directory as well.',
  ),
  backupCheck: flag(
    'POSTRIDER_BACKUP_CHECK',
    'Whether each of these backups is restored once into a database of its own below `POSTRIDER_DATA`, which needs the room there for the time of the check.',
    'on',
  ),
} as const;

function parseTimeOfDay(given: string): string {
  if (!TIME_OF_DAY.test(given)) throw new Error(`must be a time of day in UTC such as 02:30, not "${given}"`);
  return given;
}
