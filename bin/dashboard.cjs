'use strict';
// Rebuilds the dashboard of a clone when its sources change. Plain JavaScript without dependencies.

const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { takeLock } = require('./install-lock.cjs');

/** File next to the built files with the hash of their sources. */
const STAMP = 'sources.sha256';

/** Returns whether the sources exist. The published package contains only the built files. */
function hasSources(root) {
  return fs.existsSync(path.join(root, 'dashboard', 'vite.config.ts'));
}

/**
 * Builds the dashboard if its sources have changed since the last build, then calls `then`. If the build fails, prints
 * a message and continues, because email is delivered without the dashboard.
 */
function ensureDashboard(root, node, then) {
  if (!hasSources(root) || isBuilt(root)) return then();
  if (!isWritable(root)) {
    process.stderr.write('postrider: the dashboard is older than its sources, but this user cannot build it here.\n');
    return then();
  }
  return takeLock(path.join(root, '.postrider-install-lock'), (lock) => {
    if (!isBuilt(root)) build(root, node);
    lock.release();
    then();
  });
}

function isBuilt(root) {
  try {
    return fs.readFileSync(path.join(root, 'dist', 'dashboard', STAMP), 'utf8') === hashOfSources(root);
  } catch (_error) {
    return false;
  }
}

/**
 * Returns the hash of all files in dashboard/ except Markdown, with their names, and of the versions of all packages.
 */
function hashOfSources(root) {
  const hash = crypto.createHash('sha256');
  for (const file of filesBelow(path.join(root, 'dashboard')).concat(path.join(root, 'package-lock.json'))) {
    if (file.endsWith('.md')) continue;
    hash
      .update(path.relative(root, file) + '\0')
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex') + '\n';
}

function filesBelow(directory) {
  return fs
    .readdirSync(directory, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .reduce((files, entry) => {
      const file = path.join(directory, entry.name);
      return files.concat(entry.isDirectory() ? filesBelow(file) : [file]);
    }, []);
}

function build(root, node) {
  process.stderr.write('postrider: building the dashboard (once per change of its sources) ...\n');
  const built = childProcess.spawnSync(node, [path.join(root, 'scripts', 'dashboard-build.ts')], {
    cwd: root,
    // The bundler's progress output is only useful for work on the dashboard.
    stdio: ['ignore', 'ignore', 2],
  });
  if (built.status === 0) return;
  process.stderr.write('postrider: the dashboard could not be built; see the output above. Continuing without it.\n');
}

function isWritable(root) {
  try {
    fs.accessSync(root, fs.constants.W_OK);
    return true;
  } catch (_error) {
    return false;
  }
}

module.exports = { ensureDashboard, hashOfSources, isBuilt, STAMP };
