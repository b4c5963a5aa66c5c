'use strict';
// On its own because Node 8 cannot even parse `import()`; required only once the version is known to be new enough.

const path = require('path');
const { pathToFileURL } = require('url');

import(pathToFileURL(path.join(__dirname, '..', 'dist', 'main.js')).href).catch((error) => {
  process.stderr.write('postrider: the program could not be loaded.\n' + (error && error.stack) + '\n');
  process.exit(1);
});
