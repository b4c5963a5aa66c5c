import { copyFileSync, existsSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, type Config } from '../../base/config.ts';
import { prepareDataDir, resolveDataDir } from '../../base/data-dir.ts';
import { migrate, requireMigrated } from '../../base/migrate.ts';
import { ensurePartitions } from '../../base/partitions.ts';
import { StartupError } from '../../base/startup-error.ts';
import { goLive, noteFinished } from '../backup/live.ts';
import { isLoaded, loadBackup } from '../backup/load.ts';
import { findBackup, readManifest, verifyFiles, type Manifest } from '../backup/manifest.ts';
import { joinInstallation, openInstallation } from '../installation.ts';
import type { Start } from '../roles.ts';
import { requireSameSecret } from '../secret-check.ts';
import { command } from '../welcome.ts';
import { recordInstallationCommand } from './audit.ts';
import { print } from './output.ts';
import { parseArguments, UsageError, word } from './parse.ts';

export const restoreUsage = `postrider restore DIRECTORY [--replace]
postrider restore --go-live

Restores the backup in DIRECTORY, or the newest backup in a subdirectory of it, into the configured database. All files
are verified first. If the verification fails, nothing is changed. The restored installation accepts emails but does not
send any until you run --go-live. Otherwise, the copy and an original that is still running would both send the queued
emails. To continue an interrupted restore, run the same command again.

--replace   replace an existing installation; its data is lost
--go-live   start sending from a restored installation`;

/**
 * Runs `postrider restore ...`, which restores an installation from a backup. The installation is on hold until the
 * operator runs `--go-live`.
 */
export async function restoreCommand(start: Start, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, [], ['replace', 'go-live']);
  const config = loadConfig({ POSTRIDER_LOG: 'warn', ...start.environment });
  if (parsed.flag('go-live')) {
    if (parsed.words.length > 0 || parsed.flag('replace'))
      throw new UsageError('--go-live cannot be combined with other arguments');
    return release(start, config);
  }
  const given = word(parsed, 0, 'DIRECTORY');
  if (parsed.words.length > 1) throw new UsageError(`unexpected "${parsed.words[1]}"`);
  const path = findBackup(given);
  const manifest = readManifest(path);
  await verifyFiles(path, manifest);
  provideSecret(start, config, path, manifest);
  await restore(start, config, { path, manifest, replace: parsed.flag('replace') });
  print(`Restored ${path}, with all data committed before ${manifest.taken_at}.`);
  print(
    'The installation is on hold. After you start the installation, it accepts emails but does not send any emails, campaigns, automations, or webhooks.',
  );
  print(`After the original installation is stopped, run: ${command()} restore --go-live`);
}

async function restore(
  start: Start,
  config: Config,
  backup: { readonly path: string; readonly manifest: Manifest; readonly replace: boolean },
): Promise<void> {
  const installation = await openInstallation(config, start.environment, 'restore', start.cloneRoot);
  try {
    const { clock, databaseUrl, db, log, vault } = installation;
    const examine = (tx: Parameters<typeof requireSameSecret>[0]): Promise<void> => requireSameSecret(tx, vault);
    // Do not load the backup again after an interrupted restore, to keep messages that were accepted after it was
    // loaded.
    if (!backup.replace && (await isLoaded(db, backup.path)))
      print('This backup was already loaded; continuing with the next step.');
    else await loadBackup({ ...backup, databaseUrl, examine, now: new Date(clock.now()) });
    await migrate(db, { log });
    await ensurePartitions(db);
    // Update the planner's statistics before the first request.
    await db.alone(async (alone) => alone.query({ name: '', text: 'analyze' }, []));
    await noteFinished(db);
  } finally {
    await installation.close();
  }
}

/**
 * Installs the backup's secret if neither POSTRIDER_SECRET nor the data directory provides one. Throws StartupError if
 * the backup contains none either.
 */
function provideSecret(start: Start, config: Config, path: string, { secret }: Manifest): void {
  if (config.secret !== undefined) return;
  const dataDir = resolveDataDir(config, start.cloneRoot, start.environment).path;
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return;
  if (secret === null) {
    throw new StartupError(
      'The master secret of the backed-up installation is required, but it is neither in the backup nor on this machine',
      `Copy the file "secret" from its data directory to ${file}, or set POSTRIDER_SECRET. Nothing was changed.`,
    );
  }
  prepareDataDir(dataDir);
  copyFileSync(join(path, secret.file), file);
  chmodSync(file, 0o600);
}

async function release(start: Start, config: Config): Promise<void> {
  const installation = await joinInstallation(config, start.environment, 'command', start.cloneRoot);
  try {
    const { db } = installation;
    await requireMigrated(db);
    const wasHeld = await db.transaction(async (tx) => {
      if (!(await goLive(tx))) return false;
      await recordInstallationCommand(tx, { action: 'installation.go_live' });
      return true;
    });
    print(
      wasHeld
        ? 'This installation is live. The installation now sends everything that was on hold.'
        : 'This installation is already live.',
    );
  } finally {
    await installation.close();
  }
}
