'use strict';
// This file is separate because Node 8 cannot parse `import()`. It is loaded only after the version check.

const path = require('path');
const { pathToFileURL } = require('url');
const heap = require('./heap.cjs');

const MAIN = path.join(__dirname, '..', 'dist', 'main.js');
/** Commands that run permanently and serve requests. */
const SERVERS = ['start', 'all', 'api'];

// Node accepts these arguments only at startup. `execve` keeps the process ID, so the parent still controls the
// process.
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
