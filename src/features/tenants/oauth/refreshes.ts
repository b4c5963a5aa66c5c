import { setTimeout as pause } from 'node:timers/promises';
import { sha256, type Vault } from '../../../base/crypto.ts';
import { sqlStateOf, type Db } from '../../../base/db.ts';
import type { Reply } from '../../../http/route.ts';
import { REPEAT_SECONDS } from './limits.ts';
import { answerOfRefresh, startRefresh, deleteRefresh, keepRefresh } from './refresh-queries.ts';
import { REFRESH_TOKEN_PREFIX } from './tokens.ts';
import type { EngineRequest } from './wire.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const REFRESH_TOKEN = new RegExp(`^${REFRESH_TOKEN_PREFIX}[\\w-]{20,100}$`);
/**
 * Interval, in milliseconds, at which a repeated request checks whether the response to the first request is available.
 */
const POLL_MS = 50;

interface RefreshParts {
  readonly db: Db;
  readonly vault: Vault;
}

/**
 * Processes a token request. If an identical refresh request follows within a few seconds, it gets the same response as
 * the first, even if another process is still working on the first. The grant therefore survives if a client loses the
 * response, or if two processes of the client refresh at the same time. After this period, a used token is rejected as
 * usual. Calls `ask` at most once.
 */
export async function answerOnce(
  parts: RefreshParts,
  request: EngineRequest,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  const form = new URLSearchParams(request.form);
  const token = form.get('refresh_token') ?? '';
  if (form.get('grant_type') !== 'refresh_token' || !REFRESH_TOKEN.test(token)) return ask();
  const hash = hashOf(form, request.headers);
  for (;;) {
    const begun = await begin(parts.db, hash, sha256(token));
    if (begun === 'first') return answerFirst(parts, hash, ask);
    // Let the OAuth library return the error for the unknown token.
    if (begun === 'no token') return ask();
    const reply = await answerOfFirst(parts, hash);
    if (reply) return reply;
  }
}

/** Returns a hash of everything that affects the response. Only identical requests get the stored response. */
function hashOf(form: URLSearchParams, { authorization, origin }: EngineRequest['headers']): Buffer {
  const sorted = new URLSearchParams(form);
  sorted.sort();
  return sha256(JSON.stringify([sorted.toString(), authorization ?? null, origin ?? null]));
}

async function begin(db: Db, hash: Buffer, tokenHash: Buffer): Promise<'first' | 'repeated' | 'no token'> {
  try {
    const [row] = await startRefresh(db, hash, tokenHash, REPEAT_SECONDS);
    if (!row?.is_token) return 'no token';
    return row.has_begun ? 'first' : 'repeated';
  } catch (error) {
    // The grant ended between reading the token and writing this row.
    if (sqlStateOf(error) === FOREIGN_KEY_VIOLATION) return 'no token';
    throw error;
  }
}

async function answerFirst({ db, vault }: RefreshParts, hash: Buffer, ask: () => Promise<Reply>): Promise<Reply> {
  let isGiven = false;
  try {
    const reply = await ask();
    isGiven = reply.status === 200;
    const { body, headers } = reply;
    const sealed = vault.seal(refreshPurpose(hash), Buffer.from(JSON.stringify({ body, headers })));
    // The tokens have been issued, so the first request gets them even if the response cannot be stored for repeated
    // requests.
    if (isGiven) await keepRefresh(db, hash, sealed).catch(() => undefined);
    return reply;
  } finally {
    // Delete the row, so that waiting requests process the refresh themselves. If the deletion fails, the row expires
    // after a few seconds.
    if (!isGiven) await deleteRefresh(db, hash).catch(() => undefined);
  }
}

/** Waits for the response to the first request. Returns undefined if that request failed or the wait timed out. */
async function answerOfFirst({ db, vault }: RefreshParts, hash: Buffer): Promise<Reply | undefined> {
  for (;;) {
    const [row] = await answerOfRefresh(db, hash, REPEAT_SECONDS);
    if (!row) return undefined;
    if (row.answer) {
      // Safe cast: only `answerFirst` writes this column.
      const kept = JSON.parse(vault.open(refreshPurpose(hash), row.answer).toString()) as Pick<
        Reply,
        'body' | 'headers'
      >;
      return { status: 200, ...kept };
    }
    await pause(POLL_MS);
  }
}

/** Returns the purpose with which the vault encrypts the response to the request with this hash. */
export function refreshPurpose(hash: Buffer): string {
  return `oauth:refresh:${hash.toString('hex')}`;
}
