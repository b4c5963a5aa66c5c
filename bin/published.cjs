'use strict';
// On its own because Node 8 cannot even parse `import()`; required only once the version is known to be new enough.

const path = require('path');
const { pathToFileURL } = require('url');
const heap = require('./heap.cjs');

const MAIN = path.join(__dirname, '..', 'dist', 'main.js');
/** What runs for long and takes requests. */
const SERVERS = ['start', 'all', 'api'];

// Node takes these arguments only when it begins. The process stays the same one, so that whoever started it still has it.
const isBounded = heap.HEAP_ARGUMENTS.every((argument) => process.execArgv.includes(argument));
if (SERVERS.includes(process.argv[2]) && !isBounded && process.execve) {
  const env = Object.assign({}, heap.HEAP_ENVIRONMENT, process.env);
  const nodeArgs = process.execArgv.concat(heap.HEAP_ARGUMENTS);
  process.execve(process.execPath, [process.execPath].concat(nodeArgs, process.argv.slice(1)), env);
}

import(pathToFileURL(MAIN).href).catch((error) => {
  process.stderr.write('postrider: the program could not be loaded.\n' + (error && error.stack) + '\n');
  process.exit(1);
});
