'use strict';
// What the program's own process is told about its heap. Plain JavaScript, because `bootstrap.cjs` reads it.

/**
 * Size of a semi-space of V8's nursery in MB. With V8's own choice an API process under load is 100 MB larger and takes in
 * hardly more; with 8 MB the mails at work no longer fit into it, and each costs more CPU.
 */
const NURSERY_MB = 16;

/** Arguments for Node before the program's own. */
const HEAP_ARGUMENTS = ['--max-semi-space-size=' + NURSERY_MB];

module.exports = { HEAP_ARGUMENTS };
