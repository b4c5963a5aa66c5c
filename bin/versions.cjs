'use strict';
// Plain JavaScript that even Node 8 can parse, so that an old Node prints a message instead of a syntax error.

/** Oldest Node version on which the application runs (type stripping, `zlib.zstdCompressSync`, current libraries). */
const RUNS_ON = [22, 19];

/** Oldest Node version that can install a clone. Afterwards, the clone uses its own Node. */
const INSTALLS_ON = [20, 0];

/** Returns whether a version like `v22.19.1` is at least `least` (major, minor). */
function isAtLeast(version, least) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > least[0] || (parts[0] === least[0] && parts[1] >= least[1]);
}

/** Prints a problem with its remedies to standard error and exits with code 1. */
function fail(problem, remedies) {
  process.stderr.write(['postrider: ' + problem].concat(remedies).join('\n  ') + '\n');
  process.exit(1);
}

module.exports = { RUNS_ON, INSTALLS_ON, isAtLeast, fail };
