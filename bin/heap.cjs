'use strict';
// What the program's own process is told about its memory. Plain JavaScript, because `bootstrap.cjs` reads it.

/**
 * Size of a semi-space of V8's nursery in MB. With V8's own choice an API process under load is 100 MB larger and takes in
 * hardly more; with 8 MB the mails at work no longer fit into it, and each costs more CPU.
 */
const NURSERY_MB = 16;

/**
 * How much V8's old space may grow, in percent of what lives in it, before it is swept. By V8's own choice, up to four times as
 * much, the process under load is 120 MB larger; with 30 percent another 15 MB smaller, and each mail costs it a fifth more CPU.
 */
const GROWTH_PERCENT = 60;

/** Arguments for Node before the program's own. Helpers of the scavenge cost more CPU than they save time on few cores. */
const HEAP_ARGUMENTS = [
  '--max-semi-space-size=' + NURSERY_MB,
  '--heap-growing-percent=' + GROWTH_PERCENT,
  '--no-parallel-scavenge',
];

/** Environment of the program and of its delivery processes: one arena of glibc's malloc instead of one a thread. */
const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

module.exports = { HEAP_ARGUMENTS, HEAP_ENVIRONMENT };
