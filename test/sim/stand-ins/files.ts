import { now } from '../present.ts';

/** Replaces the part of node:fs that the journal uses. Calls by a dead process do not change any file. */

export function mkdirSync(path: string): void {
  const { files, isAlive } = now();
  if (isAlive()) files.makeDirectory(path);
}

export function existsSync(path: string): boolean {
  const { files } = now();
  return files.hasDirectory(path) || files.find(path) !== undefined;
}

export function readdirSync(path: string): string[] {
  return now().files.list(path);
}

export function openSync(path: string, flags: string): number {
  const { files, isAlive, mayFail } = now();
  if (!isAlive()) return -1;
  mayFail('disk');
  return files.open(path, flags);
}

export function closeSync(fd: number): void {
  now().files.close(fd);
}

export function writeSync(fd: number, bytes: Buffer): number {
  const { around, files, isAlive, mayFail } = now();
  if (!isAlive() || fd < 0) return bytes.length;
  mayFail('disk');
  // A process that dies during this call has written either all bytes or none, because the simulation treats a system
  // call as atomic.
  around('journal', () => files.write(fd, bytes));
  return bytes.length;
}

export function readSync(fd: number, into: Buffer, offset: number, length: number, position: number): number {
  return now()
    .files.read(fd)
    .copy(into, offset, position, position + length);
}

export function fdatasync(fd: number, done: (error: Error | null) => void): void {
  const { files, scheduler, whole } = now();
  const actor = scheduler.current;
  if (actor.isDead) return;
  const synced = files.sizeOf(fd);
  scheduler.after(whole(1, 30), actor, () => {
    files.sync(fd, synced);
    done(null);
  });
}

export function fdatasyncSync(fd: number): void {
  const { files, isAlive } = now();
  if (isAlive()) files.sync(fd, files.sizeOf(fd));
}

export function statSync(path: string): { size: number; mtimeMs: number } {
  const file = now().files.find(path);
  if (!file) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
  return { size: file.bytes.length, mtimeMs: file.changedAtMs };
}

export function rmSync(path: string): void {
  const { files, isAlive } = now();
  if (isAlive()) files.remove(path);
}

export function rmdirSync(path: string): void {
  const { files, isAlive } = now();
  if (isAlive()) files.removeDirectory(path);
}
