import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandFailure } from './parse.ts';

/** What runs the storm. It belongs to the tests: a clone has it, the published package does not. */
const STORM = 'test/chaos/storm/command.ts';

export const chaosUsage = `postrider chaos [--seconds N] [--seed N] [--kills KIND=SHARE,...] [--every-ms N]
                [--accounts N] [--rate N] [--no-faults] [--failing-listener]
                [--directory DIRECTORY]

Starts an installation of its own in a temporary directory, sends through it while its processes are
killed and its receivers misbehave, and proves from outside that no mail was lost. Touches nothing else.
Needs Linux and a clone. Fails when an invariant is broken, and keeps the directory then.

--seconds N           how long the storm takes (60); it then waits for what receivers put off, a minute or two
--seed N              repeats the choices of an earlier storm (by chance)
--kills KIND=SHARE    how often what is killed: main, delivery, database, backend
                      (main=8,delivery=32,database=25,backend=35); a kind that is not named is left alone
--every-ms N          time between two kills on average (375)
--accounts N          accounts that send (6), beside one with a small quota
--rate N              requests a second (50)
--no-faults           receivers behave
--failing-listener    the timeline of each second account is refused by the database until the storm is over
--directory DIRECTORY where the temporary directory is made (that of the system)`;

/**
 * `postrider chaos`: kills an installation of its own and proves that it loses nothing. Throws when it did, and
 * CommandFailure where the program is not a clone's.
 */
export async function chaosCommand(
  { mainFile, cloneRoot }: { readonly mainFile: string; readonly cloneRoot: string | undefined },
  args: readonly string[],
): Promise<void> {
  const storm = cloneRoot === undefined ? undefined : join(cloneRoot, STORM);
  if (storm === undefined || !existsSync(storm)) {
    throw new CommandFailure(
      'chaos runs in a clone of the sources only: what kills the program is one of its tests, not part of this package',
    );
  }
  // Named by a path that is made here, so that no build looks for it; what the file exports is held by its own test.
  const { runChaos } = (await import(pathToFileURL(storm).href)) as {
    runChaos: (mainFile: string, args: readonly string[]) => Promise<void>;
  };
  await runChaos(mainFile, args);
}
