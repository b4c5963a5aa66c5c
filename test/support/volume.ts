import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findForeignPrograms } from './debian.ts';

const MEBIBYTE = 1024 * 1024;
/** Size of a sparse file, which only takes up the space that is written. XFS requires at least 300 MB. */
const STORE_MB = 12 * 1024;
/** Path of mkfs.xfs in older and in newer Debian packages. */
const MKFS_XFS = ['sbin/mkfs.xfs', 'usr/sbin/mkfs.xfs'];
/** A disk with at most this many free blocks counts as full, because other processes may remove files at any time. */
const LEFT_BLOCKS = 4;
const FILL_TRIES = 20;
const UNMOUNT_TRIES = 100;
const UNMOUNT_PAUSE_MS = 50;

/** A file system that is mounted for a test. */
export interface Volume {
  /** Mount point. Other users can access it. */
  readonly path: string;
  /** Unmounts the file system. Waits for processes that still use it. */
  remove(): Promise<void>;
}

/**
 * Fills the remaining space, even if other processes write at the same time. Returns a function that frees the space.
 */
export function fillVolume({ path }: Volume): () => void {
  const ballast = join(path, 'ballast');
  mkdirSync(ballast);
  for (let part = 0; part < FILL_TRIES; part += 1) {
    const { bavail, bsize } = statfsSync(path);
    if (bavail <= LEFT_BLOCKS) break;
    try {
      run('fallocate', '-l', String((bavail - 1) * bsize), join(ballast, String(part)));
    } catch {
      // Another process has used some of the space in the meantime. Retry with the space that is still free.
    }
  }
  return () => rmSync(ballast, { recursive: true });
}

/**
 * Stores ext4 images that can be copied instantly while they are mounted. Mounting such a copy simulates a power
 * failure.
 */
export interface ImageStore {
  /** Creates an empty ext4 file system and mounts it. */
  create(name: string, sizeMb: number): Volume;
  /**
   * Copies an image as it is on disk, without data that the kernel has not written yet. This takes a few milliseconds.
   */
  cut(from: string, name: string): void;
  /** Mounts a copy. As after a power failure, this replays the journal of the file system. */
  mount(name: string): Volume;
  delete(name: string): void;
  remove(): Promise<void>;
}

/** Returns the reason why this machine cannot create volumes, or undefined if it can. */
export async function obstacleToVolumes(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!findProgram('mkfs.ext4')) return 'it needs mkfs.ext4 (package e2fsprogs)';
  if (!existsSync('/dev/loop-control')) return 'it needs loop devices';
  return tryOut(() => createVolume(8));
}

/** Returns the reason why this machine cannot create image stores, or undefined if it can. */
export async function obstacleToImageStores(): Promise<string | undefined> {
  const obstacle = await obstacleToVolumes();
  if (obstacle !== undefined) return obstacle;
  if (!mkfsXfs()) return 'it needs mkfs.xfs (package xfsprogs)';
  return tryOut(createImageStore);
}

/** Creates an ext4 file system of this size on a loop device. It is removed when this process ends for any reason. */
export function createVolume(sizeMb: number): Volume {
  const site = makeSite();
  const image = join(site.directory, 'image');
  makeExt4(image, sizeMb);
  return site.mount(image, 'mounted');
}

/**
 * Creates a store for ext4 images on XFS, which can copy a file instantly. It is removed when this process ends for any
 * reason.
 */
export function createImageStore(): ImageStore {
  const site = makeSite();
  const image = join(site.directory, 'image');
  makeSparse(image, STORE_MB);
  const mkfs = mkfsXfs();
  if (!mkfs) throw new Error('There is no mkfs.xfs');
  execFileSync(mkfs.file, ['-q', '-m', 'reflink=1', image], { env: { ...process.env, ...mkfs.environment } });
  const store = site.mount(image, 'store');
  const fileOf = (name: string): string => join(store.path, `${name}.img`);
  const mount = (name: string): Volume => site.mount(fileOf(name), `mounted-${name}`);
  return {
    create(name, sizeMb) {
      makeExt4(fileOf(name), sizeMb);
      return mount(name);
    },
    cut: (from, name) => run('cp', '--reflink=always', fileOf(from), fileOf(name)),
    mount,
    delete: (name) => rmSync(fileOf(name)),
    remove: () => store.remove(),
  };
}

/**
 * A directory whose file systems are unmounted when this process ends. A separate process unmounts them, so that they
 * are unmounted even if this process is killed.
 */
interface Site {
  readonly directory: string;
  mount(image: string, name: string): Volume;
}

function makeSite(): Site {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-volume-'));
  // The database user must be able to access the directory.
  execFileSync('chmod', ['711', directory]);
  const clean = `cat >/dev/null; cd "$1" && for at in mounted* store; do umount -l "$at"; done; cd / && rm -rf "$1"`;
  const janitor = spawn('/bin/sh', ['-c', clean, 'janitor', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Detached, so that Ctrl-C in a terminal does not stop the separate process.
    detached: true,
  });
  janitor.unref();
  let mounts = 0;
  return {
    directory,
    mount(image, name) {
      const path = join(directory, name);
      mkdirSync(path);
      run('mount', '-o', 'loop', image, path);
      mounts += 1;
      execFileSync('chmod', ['711', path]);
      return {
        path,
        async remove() {
          await unmount(path);
          rmSync(path, { recursive: true });
          mounts -= 1;
          if (mounts > 0) return;
          rmSync(directory, { recursive: true });
          janitor.stdin.end();
        },
      };
    },
  };
}

async function unmount(path: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      run('umount', path);
      return;
    } catch (error) {
      // The operating system closes the files of a killed process after a short delay.
      if (tries === UNMOUNT_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, UNMOUNT_PAUSE_MS));
    }
  }
}

function makeExt4(image: string, sizeMb: number): void {
  makeSparse(image, sizeMb);
  run('mkfs.ext4', '-q', '-F', '-m', '0', image);
}

function makeSparse(image: string, sizeMb: number): void {
  writeFileSync(image, '');
  truncateSync(image, sizeMb * MEBIBYTE);
}

function mkfsXfs(): { file: string; environment: Readonly<Record<string, string>> } | undefined {
  for (const place of MKFS_XFS) {
    const found = findForeignPrograms(place);
    if (found) return { file: found.path(place), environment: found.environment };
  }
  return undefined;
}

/** Tries to mount a volume, because root often does not have the necessary privileges in a container. */
async function tryOut(make: () => { remove(): Promise<void> }): Promise<string | undefined> {
  try {
    await make().remove();
    return undefined;
  } catch (error) {
    return `the kernel does not let it mount a loop device (${(error as Error).message.split('\n')[0]})`;
  }
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function findProgram(name: string): boolean {
  return ['/sbin', '/usr/sbin', '/bin', '/usr/bin'].some((directory) => existsSync(join(directory, name)));
}
