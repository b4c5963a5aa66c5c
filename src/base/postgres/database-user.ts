import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';
import { StartupError } from '../startup-error.ts';

const PREFERRED = 'postrider';
const FALLBACKS = ['postgres', 'nobody'];
const COMMAND_TIMEOUT_MS = 10_000;

const createCommands: readonly (readonly [program: string, ...args: string[]])[] = [
  [
    '/usr/sbin/useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    PREFERRED,
  ],
  // The command of BusyBox, which Alpine Linux uses.
  ['/usr/sbin/adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', PREFERRED],
];

/** The system user that runs the embedded server. */
export interface DatabaseUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns whether this process is root. The server then needs another user, because PostgreSQL refuses to run as root.
 */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the user that a root process would use to run the server: postrider, postgres, or nobody. Does not create a
 * user.
 */
export function findDatabaseUser(): DatabaseUser | undefined {
  const users = readUsers();
  return [PREFERRED, ...FALLBACKS].map((name) => users.find((user) => user.name === name)).find(Boolean);
}

/**
 * Chooses the user that runs the server if this process is root: the owner of existing data (`dataOwner`, a UID) if the
 * system has a name for it; otherwise `postrider`, created if necessary; otherwise `postgres`; otherwise `nobody`.
 * Throws StartupError if none can be used.
 */
export async function chooseDatabaseUser(dataOwner: number | undefined, log: Log): Promise<DatabaseUser> {
  const users = readUsers();
  const owner = users.find((user) => user.uid === dataOwner && user.uid !== 0);
  if (owner) return owner;
  if (!users.some((user) => user.name === PREFERRED)) await createUser(log);
  const user = findDatabaseUser();
  if (!user) {
    throw new StartupError(
      'The embedded database cannot run as root, and no other user is available to run it',
      `Create the system user "${PREFERRED}", start Postrider as a regular user, or set DATABASE_URL.`,
    );
  }
  if (user.name !== PREFERRED) {
    log.warn(`The embedded database runs as user ${user.name}, because the user ${PREFERRED} could not be created`);
  }
  return user;
}

/** Parses the users in a passwd file. */
export function parsePasswd(text: string): DatabaseUser[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || name.startsWith('#') || !uid || !gid) return [];
    // Some systems write the IDs of the user nobody as -2.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}

async function createUser(log: Log): Promise<void> {
  for (const [program, ...args] of createCommands.filter(([program]) => existsSync(program))) {
    try {
      await promisify(execFile)(program, args, { timeout: COMMAND_TIMEOUT_MS });
      log.info(`Created the system user ${PREFERRED} for the embedded database`);
      return;
    } catch (error) {
      // Ignore the error: the other program may succeed, another process may have created the user, or an existing user
      // can be used. The caller checks the result.
      log.debug(`${program} did not create the user ${PREFERRED}`, { error });
    }
  }
}

function readUsers(): DatabaseUser[] {
  if (existsSync('/usr/bin/getent')) {
    try {
      // getent also returns users from LDAP and other directory services.
      return parsePasswd(
        execFileSync('/usr/bin/getent', ['passwd'], { encoding: 'utf8', timeout: COMMAND_TIMEOUT_MS }),
      );
    } catch {
      // Ignore errors, for example if a directory service does not respond. The local users are sufficient.
    }
  }
  return existsSync('/etc/passwd') ? parsePasswd(readFileSync('/etc/passwd', 'utf8')) : [];
}
