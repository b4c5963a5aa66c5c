import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findForeignPrograms } from './debian.ts';

const MEBIBYTE = 1024 * 1024;
/** Sparse: only what is written takes room. XFS wants 300 MB or more. */
const STORE_MB = 12 * 1024;
/** Where Debian's packages have it, older and newer ones. */
const MKFS_XFS = ['sbin/mkfs.xfs', 'usr/sbin/mkfs.xfs'];
/** Blocks of a full disk that may be free: a file that is about to be removed, for example. */
const LEFT_BLOCKS = 4;
const FILL_TRIES = 20;
const UNMOUNT_TRIES = 100;
const UNMOUNT_PAUSE_MS = 50;

/** A mounted file system of its own. */
export interface Volume {
  /** Where it is mounted; whoever is let in to the machine may pass. */
  readonly path: string;
  /** Unmounts it, waiting for those who still use it. */
  remove(): Promise<void>;
}

/** Takes the room that is left, while others write there too; gives the function that frees it. */
export function fillVolume({ path }: Volume): () => void {
  const ballast = join(path, 'ballast');
  mkdirSync(ballast);
  for (let part = 0; part < FILL_TRIES; part += 1) {
    const { bavail, bsize } = statfsSync(path);
    if (bavail <= LEFT_BLOCKS) break;
    try {
      run('fallocate', '-l', String((bavail - 1) * bsize), join(ballast, String(part)));
    } catch {
      // Somebody else has just taken some of it: once more with what is left.
    }
  }
  return () => rmSync(ballast, { recursive: true });
}

/** A place for images of ext4 that can be copied in an instant while they are mounted: the moment of a power cut. */
export interface ImageStore {
  /** Makes and mounts an empty ext4. */
  create(name: string, sizeMb: number): Volume;
  /** Copies the image as the disk has it now, without what the kernel has not written yet. Takes milliseconds. */
  cut(from: string, name: string): void;
  /** Mounts a copy, whose journal is replayed as after a power cut. */
  mount(name: string): Volume;
  delete(name: string): void;
  remove(): Promise<void>;
}

/** Why no volume can be made here; undefined when one can. */
export async function obstacleToVolumes(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  if (!findProgram('mkfs.ext4')) return 'it needs mkfs.ext4 (package e2fsprogs)';
  if (!existsSync('/dev/loop-control')) return 'it needs loop devices';
  return tryOut(() => createVolume(8));
}

/** Why no image store can be made here; undefined when one can. */
export async function obstacleToImageStores(): Promise<string | undefined> {
  const obstacle = await obstacleToVolumes();
  if (obstacle !== undefined) return obstacle;
  if (!mkfsXfs()) return 'it needs mkfs.xfs (package xfsprogs)';
  return tryOut(createImageStore);
}

/** Makes an ext4 of that size on a loop device. It goes with this process, however that ends. */
export function createVolume(sizeMb: number): Volume {
  const site = makeSite();
  const image = join(site.directory, 'image');
  makeExt4(image, sizeMb);
  return site.mount(image, 'mounted');
}

/** Makes an XFS, which can copy a file in an instant, for images of ext4. It goes with this process, however that ends. */
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

/** A directory whose mounts end with this process: a janitor waits for our end, which no signal keeps from it. */
interface Site {
  readonly directory: string;
  mount(image: string, name: string): Volume;
}

function makeSite(): Site {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-volume-'));
  // The database's user passes through.
  execFileSync('chmod', ['711', directory]);
  const clean = `cat >/dev/null; cd "$1" && for at in mounted* store; do umount -l "$at"; done; cd / && rm -rf "$1"`;
  const janitor = spawn('/bin/sh', ['-c', clean, 'janitor', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl-C of the terminal is not meant for it.
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
      // A killed process leaves its files a moment later.
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

/** Containers often have root, but not its powers. */
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
