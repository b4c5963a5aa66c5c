import { readFileSync } from 'node:fs';

/** A user as whom a program is started. */
export interface OrdinaryUser {
  readonly uid: number;
  readonly gid: number;
}

/** Whom to become when this runs as root: `nobody`; undefined for those who are somebody already. */
export function ordinaryUser(): OrdinaryUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('The user nobody does not exist');
  return { uid: Number(uid), gid: Number(gid) };
}
