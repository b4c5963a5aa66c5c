import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { deleteExpiredAnswers, findAnswer } from './accept-queries.ts';
import { MAX_IDEMPOTENCY_KEY_CHARACTERS } from './limits.ts';
import type { IdempotencyKey } from './submission.ts';

const HEADER = 'idempotency-key';
/** Maximum number of responses deleted per statement, so that statements are short. */
const PURGE_CHUNK = 5_000;

/**
 * Returns the reason why a string is not a valid idempotency key, as the end of a sentence, or undefined if it is
 * valid.
 */
export function faultOfIdempotencyKey(key: string): string | undefined {
  const characters = Array.from(key).length;
  if (characters >= 1 && characters <= MAX_IDEMPOTENCY_KEY_CHARACTERS) return undefined;
  return `must be 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters, not ${characters}.`;
}

/**
 * Returns the request's Idempotency-Key, an opaque string, or undefined if the request has no key. Throws
 * validation_error if the key does not have 1 to 256 characters.
 */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[HEADER];
  if (given === undefined) return undefined;
  // Node decodes header bytes as Latin-1 and joins repeated headers with a comma.
  const key = Buffer.from(String(given), 'latin1').toString('utf8');
  const fault = faultOfIdempotencyKey(key);
  if (fault) throw invalid({ 'Idempotency-Key': [fault] });
  return key;
}

/**
 * Returns the response stored under a key within the last 24 hours, or undefined if there is none. Throws
 * invalid_idempotent_request if the key was used with a different request body.
 */
export async function keptAnswer(
  db: Db,
  accountId: number,
  { key, fingerprint }: IdempotencyKey,
): Promise<string | undefined> {
  const [kept] = await findAnswer(db, accountId, key);
  if (kept && kept.fingerprint !== fingerprint) throw new Refusal('invalid_idempotent_request');
  return kept?.answer;
}

/** Deletes responses that are older than 24 hours. Resolves with the number of deleted responses. */
export async function purgeExpiredAnswers(db: Db): Promise<number> {
  let purged = 0;
  for (;;) {
    const [row] = await deleteExpiredAnswers(db, PURGE_CHUNK);
    const deleted = row?.deleted ?? 0;
    purged += deleted;
    if (deleted < PURGE_CHUNK) return purged;
  }
}
