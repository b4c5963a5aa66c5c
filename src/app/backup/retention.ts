import type { StoredBackup } from './manifest.ts';

const DAY_MS = 86_400_000;
/** January 5, 1970 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** Returns the latest scheduled time of a backup that is not after `now`. `at` is a time of day in UTC (`HH:MM`). */
export function lastSlot(now: Date, at: string): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${at}:00Z`);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}

/**
 * Returns the backups to remove. Keeps the last backup of each day for the newest `days` days, and of each week for the
 * newest `weeks` weeks, not counting days and weeks without a backup. Days and weeks are in UTC, and weeks start on
 * Monday. `backups` are sorted oldest first.
 */
export function expired(backups: readonly StoredBackup[], keep: { days: number; weeks: number }): StoredBackup[] {
  const kept = new Set([
    ...lastOfEach(backups, keep.days, ({ takenAt }) => Math.floor(takenAt.getTime() / DAY_MS)),
    ...lastOfEach(backups, keep.weeks, ({ takenAt }) => Math.floor((takenAt.getTime() - MONDAY_MS) / (7 * DAY_MS))),
  ]);
  return backups.filter((backup) => !kept.has(backup));
}

function lastOfEach(
  backups: readonly StoredBackup[],
  most: number,
  periodOf: (backup: StoredBackup) => number,
): StoredBackup[] {
  // The Map keeps only the last backup of each period, in the order in which the periods first occur.
  const last = new Map(backups.map((backup) => [periodOf(backup), backup]));
  return most === 0 ? [] : [...last.values()].slice(-most);
}
