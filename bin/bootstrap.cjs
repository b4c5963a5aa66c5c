'use strict';
// `node bin/bootstrap.cjs SCRIPT [ARGUMENT...]` runs a script of this clone on the clone's own Node, and first installs
// the packages if they are missing or do not match package-lock.json. Plain JavaScript without dependencies, because it
// must run on any Node that the machine has.

const childProcess = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const heap = require('./heap.cjs');
const versions = require('./versions.cjs');

const ROOT = path.resolve(__dirname, '..');
const PROGRAM = 'src/main.ts';

/** Scripts in package.json that start Postrider. They begin with `exec`, so that npm is the parent of this process. */
const SCRIPTS = ['start', 'postrider'];
const PARENT = process.ppid;
const PARENT_LOOK_MS = 500;

/**
 * Signals within this number of milliseconds of each other count as one, because terminals, npm and service managers
 * each send their own.
 */
const SIGNAL_BURST_MS = 500;

/** Runs the script, whose path is relative to the clone, and ends this process in the same way as the script. */
function bootstrap(script, args) {
  if (process.platform === 'win32') {
    versions.fail('Postrider runs on Linux and macOS.', [
      'On Windows, use WSL 2: https://learn.microsoft.com/windows/wsl',
    ]);
  }
  if (!versions.isAtLeast(process.version, versions.INSTALLS_ON)) {
    versions.fail('this Node.js is ' + process.version + '; installing Postrider requires Node.js 20 or newer.', [
      'Install a current version of Node.js from https://nodejs.org (or with nvm, fnm, or your package manager), then start Postrider again.',
      'Postrider then installs the exact Node.js version that it requires into its own directory. Nothing else on this machine changes.',
    ]);
  }
  require('./install.cjs').ensureInstalled(ROOT, (node) => {
    const go = () => run(node, script, args);
    if (!servesPages(script, args)) return go();
    return require('./pages.cjs').ensurePages(ROOT, node, go);
  });
}

/** Returns whether a command serves the dashboard and the documentation, which must then be built first. */
function servesPages(script, args) {
  return script === PROGRAM && (args[0] === 'start' || args[0] === 'api');
}

function run(node, script, args) {
  const bin = path.join(ROOT, 'node_modules', '.bin');
  const memory = script === PROGRAM ? heap.HEAP_ENVIRONMENT : {};
  const env = Object.assign({}, memory, process.env, {
    POSTRIDER_BOOTSTRAPPED: '1',
    // Use Node's compile cache, so that the process starts faster.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || path.join(ROOT, 'node_modules', '.cache', 'compile'),
    PATH: [bin, process.env.PATH || ''].join(path.delimiter),
  });
  // The IPC channel carries no messages. It closes when this process is killed, and the child then stops.
  const nodeArgs = script === PROGRAM ? heap.HEAP_ARGUMENTS : [];
  const child = childProcess.spawn(node, nodeArgs.concat([path.resolve(ROOT, script)], args), {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  forwardSignals(child);
  endWithNpm(child);
  child.on('error', (error) => versions.fail('cannot run ' + node + ': ' + error.message, []));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    endBySignal(signal);
  });
}

function forwardSignals(child) {
  let lastMs = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A key press such as Ctrl-C reaches the whole foreground process group, including the child. Do not forward the
      // signal then, because a second signal would stop the child immediately.
      if (signal === 'SIGINT' && isForeground()) return;
      const nowMs = Date.now();
      if (nowMs - lastMs < SIGNAL_BURST_MS) return;
      lastMs = nowMs;
      child.kill(signal);
    });
  }
}

/**
 * Stops the script if npm ends without forwarding a signal. npm forwards only SIGTERM and SIGINT, and cannot forward
 * SIGKILL. Does nothing if the program was started without npm, because its parent process may then end first, as with
 * `nohup`.
 */
function endWithNpm(child) {
  const { npm_package_name: name, npm_lifecycle_event: event } = process.env;
  if (name !== 'postrider' || SCRIPTS.indexOf(event) === -1) return;
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, PARENT_LOOK_MS);
}

/**
 * Returns whether a terminal sends Ctrl-C to our process group: proc(5), fields 5 (group) and 8 (the terminal's group).
 */
function isForeground() {
  try {
    const stat = fs.readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch (_error) {
    // macOS has no /proc. There, assume that the process belongs to the terminal if standard input is a terminal.
    return process.stdin.isTTY;
  }
}

/** Ends this process with the same signal as the child, so that shells and service managers see the signal itself. */
function endBySignal(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Only reached for a signal that does not end a process by default. By shell convention, the exit code is then 128
  // plus the signal number.
  setTimeout(() => process.exit(128 + (os.constants.signals[signal] || 0)), 1000);
}

module.exports = { bootstrap, ROOT };

if (require.main === module) {
  const script = process.argv[2];
  if (!script) versions.fail('usage: node bin/bootstrap.cjs SCRIPT [ARGUMENT...]', []);
  bootstrap(script, process.argv.slice(3));
}
