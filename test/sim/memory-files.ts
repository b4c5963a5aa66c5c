import type { Actor } from './scheduler.ts';

/** A file: its content, and the number of bytes that were flushed to disk. */
export interface MemoryFile {
  bytes: Buffer;
  synced: number;
  changedAtMs: number;
}

/** The files of all machines. The path of each file starts with the name of its machine. */
export interface MemoryFiles {
  /** Process that owns each directory. */
  readonly owners: Map<string, Actor>;
  makeDirectory(path: string): void;
  hasDirectory(path: string): boolean;
  removeDirectory(path: string): void;
  /** Returns the names of the directories and files in a directory, each kind in order of creation. */
  list(path: string): string[];
  find(path: string): MemoryFile | undefined;
  open(path: string, flags: string): number;
  close(fd: number): void;
  write(fd: number, bytes: Buffer): void;
  read(fd: number): Buffer;
  sizeOf(fd: number): number;
  sync(fd: number, size: number): void;
  remove(path: string): void;
  /**
   * Simulates a power failure of a machine. `keep` returns the share of the unflushed bytes that remains, from 0 to 1.
   */
  loseUnsynced(prefix: string, keep: () => number): void;
}

/** Creates an empty file system. */
export function createMemoryFiles(nowMs: () => number): MemoryFiles {
  const files = new Map<string, MemoryFile>();
  const directories = new Set<string>();
  const open = new Map<number, MemoryFile>();
  const owners = new Map<string, Actor>();
  let lastFd = 2;

  const list = (path: string): string[] => {
    if (!directories.has(path)) throw coded('ENOENT', path);
    return [...directories, ...files.keys()].filter((other) => parentOf(other) === path).map(nameOf);
  };

  return {
    owners,
    makeDirectory: (path) => void directories.add(path),
    hasDirectory: (path) => directories.has(path),
    removeDirectory(path) {
      if (list(path).length > 0) throw coded('ENOTEMPTY', path);
      directories.delete(path);
      owners.delete(path);
    },
    list,
    find: (path) => files.get(path),
    open(path, flags) {
      if (flags === 'wx') {
        if (files.has(path)) throw coded('EEXIST', path);
        if (!directories.has(parentOf(path))) throw coded('ENOENT', path);
        files.set(path, { bytes: Buffer.alloc(0), synced: 0, changedAtMs: nowMs() });
      }
      const file = files.get(path);
      if (!file) throw coded('ENOENT', path);
      lastFd += 1;
      open.set(lastFd, file);
      return lastFd;
    },
    close: (fd) => void open.delete(fd),
    write(fd, bytes) {
      const file = open.get(fd);
      if (!file) throw coded('EBADF', String(fd));
      file.bytes = Buffer.concat([file.bytes, bytes]);
      file.changedAtMs = nowMs();
    },
    read: (fd) => open.get(fd)?.bytes ?? Buffer.alloc(0),
    sizeOf: (fd) => open.get(fd)?.bytes.length ?? 0,
    sync(fd, size) {
      const file = open.get(fd);
      if (file) file.synced = Math.max(file.synced, size);
    },
    remove: (path) => void files.delete(path),
    loseUnsynced(prefix, keep) {
      for (const [path, file] of files) {
        if (!path.startsWith(prefix)) continue;
        const kept = file.synced + Math.floor((file.bytes.length - file.synced) * keep());
        file.bytes = file.bytes.subarray(0, kept);
      }
    },
  };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function coded(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
