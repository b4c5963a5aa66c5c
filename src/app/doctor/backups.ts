import type { Config } from '../../base/config.ts';
import type { Installation } from '../installation.ts';
import { heldSince } from '../backup/live.ts';
import { listBackups } from '../backup/manifest.ts';
import { fine, problem, unknown, warning, type Finding } from './finding.ts';

const LATE_MS = 26 * 3_600_000;

/** Checks whether automatic backups are enabled and recent, and whether the installation is on hold after a restore. */
export async function examineBackups({ clock, config, db }: Installation): Promise<Finding[]> {
  const since = await heldSince(db);
  try {
    const newest = config.backupDir === undefined ? undefined : listBackups(config.backupDir).at(-1)?.takenAt;
    return [...judgeHold(since), judgeBackups(config, newest, clock.now())];
  } catch (error) {
    const remedy = 'Give this user access to the directory, or check the backups manually.';
    return [...judgeHold(since), unknown('backups', `cannot be checked: ${(error as Error).message}`, remedy)];
  }
}

/** Returns a problem if the installation is on hold after a restore. */
export function judgeHold(since: string | undefined): Finding[] {
  if (since === undefined) return [];
  const message = `this installation was restored (${since}); all emails, campaigns, automations, and webhooks are on hold`;
  return [problem('restore', message, 'After the original installation is stopped, run: postrider restore --go-live')];
}

/**
 * Returns a problem if the newest backup is more than 26 hours old, and a warning if there is none. Backups are
 * optional if emails go only to the local inbox.
 */
export function judgeBackups(
  { backupDir: directory, delivery }: Pick<Config, 'backupDir' | 'delivery'>,
  newest: Date | undefined,
  now: number,
): Finding {
  if (directory === undefined) {
    const words = 'no automatic backups';
    if (delivery === 'inbox') return fine('backups', words);
    const remedy = 'Set POSTRIDER_BACKUP_DIR, or make sure that "postrider backup" runs regularly.';
    return warning('backups', words, remedy);
  }
  const remedy = 'To find out why "back up" fails, check the server log and "jobs" in this report.';
  if (!newest) return warning('backups', `no backup in ${directory} yet`, remedy);
  const words = `the newest backup in ${directory} is from ${newest.toISOString().slice(0, 16)}Z`;
  return now - newest.getTime() > LATE_MS ? problem('backups', words, remedy) : fine('backups', words);
}
