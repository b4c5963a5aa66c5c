import { readFileSync } from 'node:fs';

/** The operating system user that runs a program. */
export interface OrdinaryUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the user `nobody` if this process runs as root, and throws if this user does not exist. Otherwise, returns
 * undefined, because the process can run programs as its own user.
 */
export function ordinaryUser(): OrdinaryUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('The user nobody does not exist');
  return { uid: Number(uid), gid: Number(gid) };
}
