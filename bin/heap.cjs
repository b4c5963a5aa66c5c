'use strict';
// Memory settings of the application's main process. Plain JavaScript, because `bootstrap.cjs` reads it.

/**
 * Size of a semi-space of V8's young generation, in MB. V8's default takes more memory for hardly any more throughput.
 * With a smaller size, each message costs more CPU time.
 */
const NURSERY_MB = 16;

/**
 * Percentage by which the heap may exceed the size of the live objects before V8 collects the old space. V8's default
 * takes more memory. With a lower percentage, each message costs more CPU time.
 */
const GROWTH_PERCENT = 60;

/**
 * Node arguments that precede the application's own arguments. Parallel scavenging is disabled, because it costs more
 * CPU time on machines with few cores.
 */
const HEAP_ARGUMENTS = [
  '--max-semi-space-size=' + NURSERY_MB,
  '--heap-growing-percent=' + GROWTH_PERCENT,
  '--no-parallel-scavenge',
];

/**
 * Environment variables for the application and its delivery processes. They limit glibc's malloc to one arena instead
 * of one per thread.
 */
const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

module.exports = { HEAP_ARGUMENTS, HEAP_ENVIRONMENT };
