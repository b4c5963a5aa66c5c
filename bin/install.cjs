'use strict';
// Keeps node_modules up to date with package-lock.json. Requires only Node 20.

const childProcess = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { takeLock } = require('./install-lock.cjs');
const versions = require('./versions.cjs');

/** File in node_modules that contains the hash of the installed package-lock.json, and the platform. */
const STAMP = '.postrider-install';

/**
 * Calls `then` with the path of Node to use once the packages are installed. If several callers run in the same clone
 * at once, one of them installs the packages while the others wait. An interrupted install is repeated.
 */
function ensureInstalled(root, then) {
  const node = path.join(root, 'node_modules', 'node', 'bin', 'node');
  if (isInstalled(root) && fs.existsSync(node)) return then(node);
  requireWritable(root);
  return takeLock(path.join(root, '.postrider-install-lock'), (lock) => {
    // The previous holder of the lock may have completed the install.
    const install = isInstalled(root) ? (done) => done() : (done) => installPackages(root, lock, done);
    install(() => {
      bringNode(root, node, lock, (chosen) => {
        lock.release();
        then(chosen);
      });
    });
  });
}

function isInstalled(root) {
  const modules = path.join(root, 'node_modules');
  const wanted = stampOf(root);
  if (readIfThere(path.join(modules, STAMP)) === wanted) return true;
  if (!installedByHand(root)) return false;
  writeStamp(modules, wanted);
  return true;
}

/**
 * Returns true if npm's own record of node_modules contains every package of package-lock.json that this machine needs,
 * in the locked version.
 */
function installedByHand(root) {
  const record = readIfThere(path.join(root, 'node_modules', '.package-lock.json'));
  if (record === undefined) return false;
  try {
    const present = JSON.parse(record).packages;
    const locked = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
    return Object.keys(locked).every((name) => {
      if (name === '') return true;
      if (!present[name]) return locked[name].optional === true && !isMadeFor(locked[name]);
      return present[name].version === locked[name].version;
    });
  } catch (_error) {
    // An unreadable record is treated as missing; a new install fixes it.
    return false;
  }
}

/**
 * Returns whether an optional package must be installed on this platform. Packages for other platforms may be missing,
 * and so may packages for a specific C library, because npm installs them only for one C library.
 */
function isMadeFor(entry) {
  return Boolean(
    entry.os && entry.cpu && !entry.libc && entry.os.includes(process.platform) && entry.cpu.includes(process.arch),
  );
}

function stampOf(root) {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  return crypto.createHash('sha256').update(lock).digest('hex') + ' ' + process.platform + '-' + process.arch + '\n';
}

function writeStamp(modules, stamp) {
  try {
    fs.writeFileSync(path.join(modules, STAMP), stamp);
  } catch (error) {
    // The stamp cannot be written if the clone belongs to another user. The next run then repeats the comparison.
    if (error.code !== 'EACCES' && error.code !== 'EROFS' && error.code !== 'EPERM') throw error;
  }
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function requireWritable(root) {
  const modules = path.join(root, 'node_modules');
  for (const directory of [root, modules]) {
    if (fs.existsSync(directory) && !isWritable(directory)) {
      versions.fail('the packages must be installed, but this user cannot write to ' + directory + '.', [
        'Run `npm ci` in ' + root + ' as the owner of that directory,',
        'or clone Postrider into a directory that you own, and start it there.',
      ]);
    }
  }
}

function isWritable(directory) {
  try {
    fs.accessSync(directory, fs.constants.W_OK);
    return true;
  } catch (_error) {
    return false;
  }
}

function installPackages(root, lock, done) {
  process.stderr.write('postrider: installing the packages with npm ci (only after package-lock.json changes) ...\n');
  const modules = path.join(root, 'node_modules');
  fs.rmSync(path.join(modules, STAMP), { force: true });
  // Node is a development dependency of the clone and PostgreSQL an optional one, so NODE_ENV must not exclude them.
  const args = ['ci', '--include=dev', '--include=optional', '--engine-strict=false'];
  const command = npmCommand().concat(args);
  runNpm(command, root, lock, (code) => {
    if (code !== 0) {
      lock.release();
      versions.fail('npm ci ended with code ' + code + '; see its output above.', [
        'Postrider was not started. Fix the cause (network, disk space, permissions) and start again.',
      ]);
    }
    writeStamp(modules, stampOf(root));
    done();
  });
}

/**
 * Downloads Node if necessary. The package `node` does so in an install script, which npm skips with `ignore-scripts`.
 */
function bringNode(root, node, lock, done) {
  if (fs.existsSync(node)) return done(node);
  const directory = path.join(root, 'node_modules', 'node');
  const installer = path.join(directory, 'installArchSpecificPackage.js');
  if (!fs.existsSync(installer)) return done(ownNode(lock));
  process.stderr.write('postrider: downloading the Node.js version for this clone ...\n');
  return runNpm([process.execPath, installer], directory, lock, () => {
    done(fs.existsSync(node) ? node : ownNode(lock));
  });
}

/** Runs npm, or a program that runs npm, with little output and a writable cache. */
function runNpm(command, cwd, lock, done) {
  const cache = temporaryCache(cwd);
  const quiet = { loglevel: 'error', audit: 'false', fund: 'false', update_notifier: 'false' };
  const env = Object.assign({}, process.env);
  for (const name of Object.keys(quiet)) env['npm_config_' + name] = quiet[name];
  if (cache) env.npm_config_cache = cache;
  spawnHeld(lock, command, { cwd, env }, (code) => {
    if (cache) fs.rmSync(cache, { recursive: true, force: true });
    done(code);
  });
}

/** Returns a temporary cache directory if npm's own cache is not writable (a read-only home), otherwise undefined. */
function temporaryCache(cwd) {
  const command = npmCommand().concat(['config', 'get', 'cache']);
  const asked = childProcess.spawnSync(command[0], command.slice(1), { cwd, encoding: 'utf8' });
  let existing = (asked.stdout || '').trim();
  if (asked.error || !path.isAbsolute(existing)) return undefined;
  while (!fs.existsSync(existing)) existing = path.dirname(existing);
  return isWritable(existing) ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'postrider-npm-'));
}

function ownNode(lock) {
  if (versions.isAtLeast(process.version, versions.RUNS_ON)) {
    process.stderr.write(
      'postrider: this clone’s Node.js version could not be downloaded; using ' + process.version + '.\n',
    );
    return process.execPath;
  }
  lock.release();
  return versions.fail(
    'this clone’s Node.js version could not be downloaded, and the running version is ' + process.version + '.',
    [
      'Install Node.js ' + versions.RUNS_ON.join('.') + ' or newer from https://nodejs.org and start again,',
      'or allow npm to run install scripts (npm config set ignore-scripts false) and run npm ci.',
    ],
  );
}

/** Returns the command for the npm that started this process, or for the npm on the PATH if npm did not start it. */
function npmCommand() {
  const running = process.env.npm_execpath;
  return running && path.basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

/**
 * Runs a program as part of the installation and records its process ID in the lock file. Then calls `done` with the
 * program's exit code or signal. If this process gets a signal, forwards the signal to the program, and ends this
 * process after the program has exited. The program's output goes to standard error, because standard output is
 * reserved for the script that runs after the installation.
 */
function spawnHeld(lock, command, options, done) {
  const settings = Object.assign({ stdio: ['ignore', 2, 2] }, options);
  const child = childProcess.spawn(command[0], command.slice(1), settings);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let wanted;
  const stop = (signal) => {
    wanted = signal;
    child.kill(signal);
  };
  signals.forEach((signal) => process.on(signal, stop));
  child.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    lock.release();
    if (error.code !== 'ENOENT') versions.fail('cannot run ' + command[0] + ': ' + error.message, []);
    versions.fail('npm is missing, but it is required to install the packages.', [
      'npm is included in Node.js from https://nodejs.org. On Debian and Ubuntu, run `apt-get install npm`.',
    ]);
  });
  if (child.pid) lock.holdFor(child.pid);
  child.on('exit', (code, signal) => {
    signals.forEach((name) => process.removeListener(name, stop));
    if (wanted) {
      lock.release();
      process.kill(process.pid, wanted);
      return;
    }
    done(code === null ? signal : code);
  });
}

module.exports = { ensureInstalled };
