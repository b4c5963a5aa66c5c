import { requireOwnSecret, type Installation } from '../installation.ts';
import { countSealed, rotateSecrets, type ColumnCount } from '../secret-rotation.ts';
import { recordInstallationCommand } from './audit.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError } from './parse.ts';

export const secretUsage = `postrider secret status
postrider secret rotate

status counts what is sealed under the secret of POSTRIDER_SECRET, and under those of POSTRIDER_PREVIOUS_SECRETS.
rotate seals all of it under the first. It can be killed and run again, and everything may go on working meanwhile.
What no secret opens is told and left as it is; then the exit code is 1.`;

/** `postrider secret ...`: the rotation of the master secret. */
export async function secretCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const { words } = parseArguments(args, []);
  const [name = ''] = words;
  if (words.length !== 1 || !['status', 'rotate'].includes(name)) throw new UsageError('status or rotate is expected');
  await requireOwnSecret(installation);
  if (name === 'status') return tell(await countSealed(installation));
  const { counts, resealed } = await rotateSecrets(installation);
  await installation.db.transaction((tx) =>
    recordInstallationCommand(tx, { action: 'secret.rotate', subject: 'master secret', after: { resealed } }),
  );
  tell(counts, `Sealed ${resealed} values anew.`);
}

function tell(counts: readonly ColumnCount[], done?: string): void {
  printTable(
    ['TABLE', 'COLUMN', 'NEWEST', 'EARLIER', 'NOT OPENED'],
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
  if (unopened > 0) throw new CommandFailure(`${unopened} values are opened by none of the known secrets`);
}
