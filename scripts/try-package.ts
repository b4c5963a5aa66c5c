/**
 * Packs the npm package, installs it into an empty folder as an ordinary user, starts it with `npx postrider`, sends a
 * first email, and waits until it is delivered to the local inbox. With `--linked`, uses the dependencies of this clone
 * and downloads nothing. Otherwise, npm downloads the dependencies. With `--tarball`, installs an existing package.
 *
 *   node bin/bootstrap.cjs scripts/try-package.ts [--linked] [--tarball FILE]
 */
import { tryPackage } from './deploy/package-trial.ts';

const at = process.argv.indexOf('--tarball');
const outcome = await tryPackage({
  isLinked: process.argv.includes('--linked'),
  tarball: at === -1 ? undefined : process.argv[at + 1],
  log: (line) => console.log(line),
});
console.log(`The first email arrived ${(outcome.firstMailMs / 1_000).toFixed(1)} s after the start.`);
