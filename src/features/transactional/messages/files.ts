import { sha256 } from '../../../base/crypto.ts';
import type { Db, Tx } from '../../../base/db.ts';
import type { MailFile } from '../../../mail/files.ts';
import {
  deleteFilesOf,
  deleteOldFileUses,
  deleteUnusedFiles,
  filesByHash,
  insertFile,
  insertFileUses,
} from './file-queries.ts';

/** A file of a message, as stored with the message. */
export interface SentFile extends Omit<MailFile, 'content'> {
  /** SHA-256 hash of the content, in base64url. */
  readonly hash: string;
  readonly bytes: number;
}

/** Maximum number of files deleted per statement. */
const DELETED_AT_ONCE = 100;

export interface StorableFile extends MailFile {
  readonly hash: string;
}

/** Returns the file with the hash of its content. */
export function storableFile(file: MailFile): StorableFile {
  return { ...file, hash: sha256(file.content).toString('base64url') };
}

/** Returns a file without its content. */
export function toSentFile({ content, ...file }: StorableFile): SentFile {
  return { ...file, bytes: content.length };
}

/**
 * Stores the contents of files. Identical contents are stored once. Must be called before the messages with these files
 * are accepted.
 */
export async function storeFiles(db: Db, accountId: number, files: readonly StorableFile[]): Promise<void> {
  const contents = new Map(files.map(({ content, hash }) => [hash, content]));
  for (const [hash, content] of contents) await insertFile(db, accountId, hashOf(hash), content);
}

/** Keeps files for as long as their messages are kept. Must be called in the transaction that accepts the messages. */
export async function keepFiles(
  tx: Tx,
  accountId: number,
  messages: readonly { readonly id: string; readonly files: readonly SentFile[] }[],
): Promise<void> {
  const uses = messages.flatMap(({ files, id }) => files.map(({ hash }) => ({ id, hash: hashOf(hash) })));
  if (uses.length === 0) return;
  await insertFileUses(
    tx,
    accountId,
    uses.map(({ id }) => id),
    uses.map(({ hash }) => hash),
  );
}

/** Returns files with their contents. Throws if the contents of a file are missing. */
export async function loadFiles(db: Db, accountId: number, files: readonly SentFile[]): Promise<MailFile[]> {
  const rows = await filesByHash(
    db,
    accountId,
    files.map(({ hash }) => hashOf(hash)),
  );
  const contents = new Map(rows.map(({ content, hash }) => [hash.toString('base64url'), content]));
  return files.map(({ bytes: _bytes, hash, ...file }) => {
    const content = contents.get(hash);
    if (!content) throw new Error(`The stored file ${hash} is missing`);
    return { ...file, content };
  });
}

/** Deletes the files of erased messages, except files that other messages use too. */
export async function removeFilesOf(tx: Tx, accountId: number, messageIds: readonly string[]): Promise<void> {
  await deleteFilesOf(tx, accountId, messageIds);
}

/** Deletes the files of messages older than the retention period, except files that other messages use too. */
export async function purgeFiles(db: Db, retentionDays: number): Promise<void> {
  await deleteOldFileUses(db, retentionDays);
  while ((await deleteUnusedFiles(db, DELETED_AT_ONCE)).length === DELETED_AT_ONCE);
}

function hashOf(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
