'use strict';
// Lock that allows one install at a time per clone. The lock is a directory, because creating one is atomic.

const fs = require('fs');
const os = require('os');
const path = require('path');
const versions = require('./versions.cjs');

const BEAT_MS = 1000;

/**
 * Milliseconds without a heartbeat after which a holder on another host, or in another container, is considered dead.
 */
const STALE_MS = 20000;

/**
 * Maximum time in milliseconds that an npm process may run after its parent was killed. After that, the process ID is
 * not trusted, because it may belong to another process.
 */
const ORPHAN_MS = 10 * 60 * 1000;

/** Maximum time in milliseconds to wait for another install. */
const PATIENCE_MS = 15 * 60 * 1000;

/**
 * Calls `then` with the lock once it is acquired. `holdFor(pid)` adds another process as a holder, so that the lock
 * stays held if only this process dies. `release()` releases the lock. A lock whose holders are all dead is taken over.
 */
function takeLock(directory, then) {
  const startedMs = Date.now();
  let isReported = false;
  const attempt = () => {
    if (makeLock(directory)) return then(heldLock(directory));
    const owner = readOwner(directory);
    if (isStale(directory, owner)) {
      removeStale(directory, owner);
      return attempt();
    }
    if (!isReported) process.stderr.write('postrider: waiting for another installation in this clone ...\n');
    isReported = true;
    if (Date.now() - startedMs > PATIENCE_MS) {
      versions.fail('another installation has held ' + directory + ' for 15 minutes.', [
        'If no installation is running, remove that directory and try again.',
      ]);
    }
    return setTimeout(attempt, 200);
  };
  attempt();
}

function makeLock(directory) {
  try {
    fs.mkdirSync(directory);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeOwner(directory, [process.pid]);
  return true;
}

function heldLock(directory) {
  const beat = setInterval(() => {
    const now = new Date();
    fs.utimes(ownerFile(directory), now, now, () => {
      // Ignore errors, because a user may have removed the lock.
    });
  }, BEAT_MS);
  const release = () => {
    clearInterval(beat);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  return { release, holdFor: (pid) => writeOwner(directory, [process.pid, pid]) };
}

function ownerFile(directory) {
  return path.join(directory, 'owner.json');
}

function writeOwner(directory, pids) {
  // The file is renamed into place, so that a reader never sees an incomplete file.
  const draft = path.join(directory, 'owner.' + process.pid);
  fs.writeFileSync(draft, JSON.stringify({ host: os.hostname(), pids }));
  fs.renameSync(draft, ownerFile(directory));
}

function readOwner(directory) {
  try {
    return fs.readFileSync(ownerFile(directory), 'utf8');
  } catch (_error) {
    // If the owner file has not been written yet or was just removed, the age of the directory determines whether the
    // lock is stale.
    return undefined;
  }
}

function isStale(directory, owner) {
  const age = ageMs(owner === undefined ? directory : ownerFile(directory));
  if (age === undefined) return false;
  if (owner === undefined) return age > STALE_MS;
  const { host, pids } = JSON.parse(owner);
  if (host !== os.hostname()) return age > STALE_MS;
  return age > ORPHAN_MS || !pids.some(isAlive);
}

function ageMs(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch (_error) {
    // The file was removed in the meantime. The next attempt handles this.
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Renames a stale lock before removing it, so that only one of two processes that find it stale succeeds. Restores the
 * lock if it turns out not to be stale.
 */
function removeStale(directory, owner) {
  const aside = directory + '.' + process.pid;
  try {
    fs.renameSync(directory, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readOwner(aside) === owner) {
    fs.rmSync(aside, { recursive: true, force: true });
    return;
  }
  fs.renameSync(aside, directory);
}

module.exports = { takeLock };
