import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommandFailure } from './parse.ts';

/** Runner of the chaos test. A clone has it, but the published package does not. */
const STORM = 'test/chaos/storm/command.ts';

export const chaosUsage = `postrider chaos [--seconds N] [--seed N] [--kills KIND=SHARE,...] [--every-ms N]
                [--accounts N] [--rate N] [--no-faults] [--failing-listener]
                [--directory DIRECTORY]

Starts a separate installation in a temporary directory. Sends emails through the installation while its
processes are killed and its receivers fail. Then verifies from outside that no emails were lost. Does not
change anything else. Requires Linux and a clone of the repository. If an invariant is violated, the command
fails and keeps the directory.

--seconds N           duration of the test (default: 60); the command then waits a minute or two for deferred emails
--seed N              seed of the random choices, to repeat an earlier run (default: random)
--kills KIND=SHARE    share of kills per kind: main, delivery, database, backend
                      (default: main=8,delivery=32,database=25,backend=35); kinds that are not listed are not killed
--every-ms N          average number of milliseconds between kills (default: 375)
--accounts N          number of sending accounts (default: 6), in addition to one with a small quota
--rate N              requests per second (default: 50)
--no-faults           no receiver failures
--failing-listener    the database rejects the timeline of every second account until the test ends
--directory DIRECTORY where to create the temporary directory (default: the system’s)`;

/**
 * Runs `postrider chaos`, which kills processes of its own test installation and verifies that no emails are lost.
 * Throws CommandFailure if an invariant is violated or outside a clone.
 */
export async function chaosCommand(
  { mainFile, cloneRoot }: { readonly mainFile: string; readonly cloneRoot: string | undefined },
  args: readonly string[],
): Promise<void> {
  const storm = cloneRoot === undefined ? undefined : join(cloneRoot, STORM);
  if (storm === undefined || !existsSync(storm)) {
    throw new CommandFailure(
      'chaos only runs in a clone of the repository: the test that it runs is not part of this package',
    );
  }
  // The path is computed, so that no build includes the file.
  const { runChaos } = (await import(pathToFileURL(storm).href)) as {
    runChaos: (mainFile: string, args: readonly string[]) => Promise<void>;
  };
  await runChaos(mainFile, args);
}
