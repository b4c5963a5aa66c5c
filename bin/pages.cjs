'use strict';
// Keeps the built dashboard and documentation of a clone up to date with their sources. Plain JavaScript without
// dependencies.

const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { takeLock } = require('./install-lock.cjs');

/** File next to the built files that contains the hash of the sources from which they were built. */
const STAMP = 'sources.sha256';

/** The folders in dist/ to build, with their sources. `except` matches source files that do not affect the build. */
const BUILDS = {
  dashboard: { sources: ['dashboard'], except: /\.md$/ },
  // Includes `src` and `scripts`, because the API reference is generated from the routes.
  docs: { sources: ['docs', 'bench/README.md', 'CHANGELOG.md', 'src', 'scripts'], except: /\.test\.ts$/ },
};

/** Returns false in the published package, which contains the built files but not their sources. */
function hasSources(root) {
  return fs.existsSync(path.join(root, 'scripts', 'build-pages.ts'));
}

/**
 * Builds the folders whose sources have changed, then calls `then`. If a build fails, prints a message and continues,
 * because Postrider can send email without these pages.
 */
function ensurePages(root, node, then) {
  const wanted = () => Object.keys(BUILDS).filter((name) => !isBuilt(root, name));
  if (!hasSources(root) || wanted().length === 0) return then();
  if (!isWritable(root)) {
    process.stderr.write(
      'postrider: the dashboard or the documentation must be rebuilt, but this user cannot write to this directory.\n',
    );
    return then();
  }
  return takeLock(path.join(root, '.postrider-install-lock'), (lock) => {
    wanted().forEach((name) => build(root, node, name));
    lock.release();
    then();
  });
}

function isBuilt(root, name) {
  try {
    return fs.readFileSync(path.join(root, 'dist', name, STAMP), 'utf8') === hashOfSources(root, name);
  } catch (_error) {
    return false;
  }
}

/** Returns a hash of the names and contents of a build's source files, and of package-lock.json. */
function hashOfSources(root, name) {
  const hash = crypto.createHash('sha256');
  for (const source of BUILDS[name].sources.concat('package-lock.json')) {
    for (const file of filesBelow(path.join(root, source))) {
      if (BUILDS[name].except.test(file)) continue;
      hash
        .update(path.relative(root, file) + '\0')
        .update(fs.readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex') + '\n';
}

/** Returns the file itself, or all files in a directory and its subdirectories. */
function filesBelow(place) {
  if (!fs.statSync(place).isDirectory()) return [place];
  const names = fs.readdirSync(place).sort();
  return names.reduce((files, name) => files.concat(filesBelow(path.join(place, name))), []);
}

function build(root, node, name) {
  const what = name === 'docs' ? 'documentation' : name;
  process.stderr.write('postrider: building the ' + what + ' (only after its sources change) ...\n');
  const built = childProcess.spawnSync(node, [path.join(root, 'scripts', 'build-pages.ts'), name], {
    cwd: root,
    // The bundler's progress output is only useful to dashboard developers.
    stdio: ['ignore', 'ignore', 2],
  });
  if (built.status === 0) return;
  process.stderr.write(
    'postrider: the ' + what + ' could not be built; see the output above. Continuing without it.\n',
  );
}

function isWritable(root) {
  try {
    fs.accessSync(root, fs.constants.W_OK);
    return true;
  } catch (_error) {
    return false;
  }
}

module.exports = { ensurePages, hashOfSources, isBuilt, STAMP };
