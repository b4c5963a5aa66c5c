import { readFileSync } from 'node:fs';

/** User that a program is started as. */
export interface OrdinaryUser {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user to switch to if this process is root: `nobody`; otherwise undefined. */
export function ordinaryUser(): OrdinaryUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('The user nobody does not exist');
  return { uid: Number(uid), gid: Number(gid) };
}
