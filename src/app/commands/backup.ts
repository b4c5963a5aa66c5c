import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../base/config.ts';
import { readOrCreateSecret } from '../../base/data-dir.ts';
import { packageVersion } from '../../base/package-version.ts';
import { checkBackup } from '../backup/check.ts';
import { BUSY, takeBackup } from '../backup/take.ts';
import { joinInstallation } from '../installation.ts';
import type { Start } from '../roles.ts';
import { print } from './output.ts';
import { CommandFailure, parseArguments, UsageError, word } from './parse.ts';

export const backupUsage = `postrider backup DIRECTORY [--no-check] [--with-secret]

Writes a consistent copy of the database to a new directory in DIRECTORY while Postrider is running. Then restores the
copy into a temporary database to verify the backup.

--no-check      skip the verification, which needs as much disk space and time as a restore
--with-secret   include the master secret, so that anyone with the backup can decrypt the keys in it`;

const MEBIBYTE = 2 ** 20;

/**
 * Runs `postrider backup ...`, which takes a backup while the installation runs and, unless `--no-check` is given,
 * verifies it.
 */
export async function backupCommand(start: Start, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, [], ['no-check', 'with-secret']);
  const directory = word(parsed, 0, 'DIRECTORY');
  if (parsed.words.length > 1) throw new UsageError(`unexpected "${parsed.words[1]}"`);
  const config = loadConfig({ POSTRIDER_LOG: 'warn', ...start.environment });
  const installation = await joinInstallation(config, start.environment, 'command', start.cloneRoot);
  try {
    const { clock, dataDir, databaseUrl } = installation;
    const secret = parsed.flag('with-secret') ? readOrCreateSecret(config, dataDir) : undefined;
    const taken = await takeBackup({ databaseUrl, directory, version: packageVersion(), secret, clock });
    if (taken === BUSY)
      throw new CommandFailure('another backup of this installation is in progress; wait until it ends');
    print(`Backup ${taken.path}: ${taken.rows} rows, ${(taken.bytes / MEBIBYTE).toFixed(1)} MiB.`);
    if (!parsed.flag('no-check')) {
      await checkBackup({ path: taken.path, dataDir, pgBin: config.pgBin, now: new Date(clock.now()) });
      print('Verified: a test restore succeeded, and every table contains all its rows.');
    }
    print(secretLine(secret !== undefined, config.secret === undefined ? join(dataDir, 'secret') : undefined));
  } finally {
    await installation.close();
  }
}

function secretLine(isIncluded: boolean, file: string | undefined): string {
  if (isIncluded)
    return 'The backup contains the master secret (file "secret"). Store the backup as securely as passwords.';
  const place = file !== undefined && existsSync(file) ? `the file ${file}` : 'POSTRIDER_SECRET';
  return `The backup does not contain the master secret. Store ${place} in a separate, secure location. Without the master secret, the keys in the backup cannot be decrypted.`;
}
