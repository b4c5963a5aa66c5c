import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '../../base/crypto.ts';
import type { Migration } from '../../base/migration-files.ts';
import { StartupError } from '../../base/startup-error.ts';
import type { PartitionRow } from './queries.ts';

export const MANIFEST = 'manifest.json';
export const MANIFEST_SUM = 'manifest.sha256';
/** File next to a backup. It records that a check of the backup succeeded. */
export const CHECKED = 'checked.json';
/** Suffix of the directory name of an incomplete backup. */
export const PARTIAL = '.partial';
export const FORMAT = 1;
const NAME = /^postrider-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

export interface StoredFile {
  readonly file: string;
  readonly bytes: number;
  /** Checksum of the file as stored (compressed). */
  readonly sha256: string;
}

/** A table in a backup. If the table has no rows, it has no file. */
export interface StoredTable {
  readonly name: string;
  readonly columns: string;
  readonly rows: number;
  readonly stored: StoredFile | null;
}

/** The content of a backup. Written after the files that it lists. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Time of the backup in ISO 8601 format, shortly before its snapshot was taken. */
  readonly taken_at: string;
  readonly version: string;
  readonly postgres_version: string;
  readonly migrations: readonly Migration[];
  readonly tables: readonly StoredTable[];
  readonly partitions: readonly PartitionRow[];
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly is_called: boolean }[];
  /** File with the master secret, if included. */
  readonly secret: StoredFile | null;
}

export interface StoredBackup {
  readonly name: string;
  readonly takenAt: Date;
}

/** Returns the name of a backup taken at this time. */
export function backupName(takenAt: Date): string {
  return `postrider-${takenAt.toISOString().replaceAll(/[-:.]/g, '')}`;
}

/** Returns the complete backups in a directory, oldest first. Ignores everything else. */
export function listBackups(directory: string): StoredBackup[] {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const parts = NAME.exec(name);
      if (!parts || !existsSync(join(directory, name, MANIFEST))) return [];
      const [, year, month, day, hour, minute, second, ms] = parts;
      return [{ name, takenAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`) }];
    });
}

/**
 * Returns the directory of a backup: `given` itself, or the newest backup in it. Throws StartupError if `given`
 * contains no backup.
 */
export function findBackup(given: string): string {
  if (existsSync(join(given, MANIFEST))) return given;
  const newest = listBackups(given).at(-1);
  if (newest) return join(given, newest.name);
  throw new StartupError(
    `No complete backup found in ${given}`,
    'Use the directory of a backup (which contains manifest.json) or a directory that contains backups.',
  );
}

/**
 * Reads the manifest of a backup. Throws StartupError if the manifest is unreadable, damaged, or in an unknown format.
 */
export function readManifest(path: string): Manifest {
  const text = read(join(path, MANIFEST));
  const sum = read(join(path, MANIFEST_SUM)).toString('utf8').trim();
  if (sha256(text).toString('hex') !== sum) throw damaged(join(path, MANIFEST));
  // Safe cast: the manifest matches its checksum, and its format is checked before other fields are used.
  const manifest = JSON.parse(text.toString('utf8')) as Manifest;
  const format: number = manifest.format;
  if (format === FORMAT) return manifest;
  throw new StartupError(
    `The backup in ${path} has an unknown format, ${format} (made by Postrider ${manifest.version})`,
    `Restore the backup with Postrider ${manifest.version} or later.`,
  );
}

/** Returns the identity of a backup: the checksum of its manifest. Throws StartupError if it cannot be read. */
export function identityOf(path: string): string {
  return read(join(path, MANIFEST_SUM)).toString('utf8').trim();
}

/**
 * Compares the files of a backup with their checksums. Throws StartupError for the first damaged or unreadable file.
 */
export async function verifyFiles(path: string, manifest: Manifest): Promise<void> {
  const files = [...manifest.tables.map(({ stored }) => stored), manifest.secret];
  for (const stored of files) {
    if (stored === null) continue;
    const file = join(path, stored.file);
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(file), hash);
    } catch (error) {
      throw unreadable(file, error);
    }
    if (hash.digest('hex') !== stored.sha256) throw damaged(file);
  }
}

function read(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): StartupError {
  return new StartupError(
    `The backup is incomplete: ${file} cannot be read (${(cause as Error).message})`,
    'Copy the backup to this server again, or use another backup. Nothing was changed.',
    { cause },
  );
}

function damaged(file: string): StartupError {
  return new StartupError(
    `The backup is damaged: the checksum of ${file} does not match`,
    'Copy the backup to this server again, or use another backup. Nothing was changed.',
  );
}
