#!/usr/bin/env node
'use strict';
// The `postrider` command. In a clone, it installs missing packages and runs the sources. In the published package, it
// runs the built program in this process. Plain JavaScript, so that an old Node can parse it.

const fs = require('fs');
const path = require('path');
const versions = require('./versions.cjs');

const root = path.resolve(__dirname, '..');

if (fs.existsSync(path.join(root, 'src', 'main.ts')) && fs.existsSync(path.join(root, 'package-lock.json'))) {
  require('./bootstrap.cjs').bootstrap('src/main.ts', process.argv.slice(2));
} else if (!versions.isAtLeast(process.version, versions.RUNS_ON)) {
  versions.fail(
    'this Node.js is ' + process.version + '; Postrider requires Node.js ' + versions.RUNS_ON.join('.') + ' or newer.',
    [
      'Install a current version of Node.js from https://nodejs.org (or with nvm, fnm, or your package manager), then start Postrider again.',
    ],
  );
} else {
  require('./published.cjs');
}
