'use strict';
// One install at a time in one clone. The lock is a directory, because making one is atomic on every file system.

const fs = require('fs');
const os = require('os');
const path = require('path');
const versions = require('./versions.cjs');

const BEAT_MS = 1000;

/** A holder on another host, or in another container, that has not beaten for so long is gone. */
const STALE_MS = 20000;

/** An npm whose starter was killed may work on for so long; after that its process number belongs to somebody else. */
const ORPHAN_MS = 10 * 60 * 1000;

/** How long to wait for another install. */
const PATIENCE_MS = 15 * 60 * 1000;

/**
 * Calls `then` with the lock once it is ours: `holdFor(pid)` names a process that works for us, so that our death alone
 * does not free the lock, and `release()` gives it back. A lock whose holders are dead is taken over.
 */
function takeLock(directory, then) {
  const startedMs = Date.now();
  let told = false;
  const attempt = () => {
    if (makeLock(directory)) return then(heldLock(directory));
    const owner = readOwner(directory);
    if (isStale(directory, owner)) {
      removeStale(directory, owner);
      return attempt();
    }
    if (!told) process.stderr.write('postrider: waiting for another installation in this clone ...\n');
    told = true;
    if (Date.now() - startedMs > PATIENCE_MS) {
      versions.fail('another installation has held ' + directory + ' for 15 minutes.', [
        'If no installation is running, remove that directory and start again.',
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
      // A beat that fails means that somebody removed the lock by hand, who then knows what they do.
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
  // Renamed into place, so that a reader never sees half a file.
  const draft = path.join(directory, 'owner.' + process.pid);
  fs.writeFileSync(draft, JSON.stringify({ host: os.hostname(), pids }));
  fs.renameSync(draft, ownerFile(directory));
}

function readOwner(directory) {
  try {
    return fs.readFileSync(ownerFile(directory), 'utf8');
  } catch (_error) {
    // Just made and not signed yet, or just removed: both are judged by age.
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
    // Removed meanwhile: the next attempt sees.
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

/** Moves the stale lock aside first: of two that find it stale, only one succeeds, and a fresh lock is put back. */
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
