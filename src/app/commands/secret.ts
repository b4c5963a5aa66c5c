import { requireOwnSecret, type Installation } from '../installation.ts';
import { countSealed, rotateSecrets, type ColumnCount } from '../secret-rotation.ts';
import { recordInstallationCommand } from './audit.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError } from './parse.ts';

export const secretUsage = `postrider secret status
postrider secret rotate

status counts the values encrypted with POSTRIDER_SECRET and with the secrets in POSTRIDER_PREVIOUS_SECRETS.
rotate encrypts all of these values with POSTRIDER_SECRET. You can run rotate while Postrider is running.
If rotate is interrupted, run it again. If no secret can decrypt a value, rotate prints the location of the value, leaves it unchanged, and exits with status 1.`;

/** Runs `postrider secret ...`, which rotates the master secret. */
export async function secretCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const { words } = parseArguments(args, []);
  const [name = ''] = words;
  if (words.length !== 1 || !['status', 'rotate'].includes(name)) throw new UsageError('expected status or rotate');
  await requireOwnSecret(installation);
  if (name === 'status') return report(await countSealed(installation));
  const { counts, resealed } = await rotateSecrets(installation);
  await installation.db.transaction((tx) =>
    recordInstallationCommand(tx, { action: 'secret.rotate', subject: 'master secret', after: { resealed } }),
  );
  report(counts, `Re-encrypted values: ${resealed}.`);
}

function report(counts: readonly ColumnCount[], done?: string): void {
  printTable(
    ['TABLE', 'COLUMN', 'NEWEST', 'EARLIER', 'UNREADABLE'],
    counts.map(({ column, earlier, newest, table, unopened }) => [
      table,
      column,
      String(newest),
      String(earlier),
      String(unopened),
    ]),
  );
  if (done !== undefined) print(done);
  const faults = counts.flatMap((count) => count.faults);
  for (const fault of faults) print(fault);
  const unopened = counts.reduce((sum, count) => sum + count.unopened, 0);
  if (unopened > 0) throw new CommandFailure(`values that no known secret can decrypt: ${unopened}`);
}
