/**
 * Packs the npm package, installs it into an empty folder as an ordinary user, starts it with `npx postrider`, sends
 * the first email and reads it in the local inbox. With `--linked`, the dependencies of this clone are used, so that
 * nothing is downloaded. Otherwise, npm downloads the dependencies. node bin/bootstrap.cjs scripts/try-package.ts
 * [--linked] [--tarball FILE]
 */
import { tryPackage } from './deploy/package-trial.ts';

const at = process.argv.indexOf('--tarball');
const outcome = await tryPackage({
  isLinked: process.argv.includes('--linked'),
  tarball: at === -1 ? undefined : process.argv[at + 1],
  log: (line) => console.log(line),
});
console.log(`The first email arrived ${(outcome.firstMailMs / 1_000).toFixed(1)} s after the start.`);
