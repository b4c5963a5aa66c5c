import { setTimeout as pause } from 'node:timers/promises';
import { sha256, type Vault } from '../../../base/crypto.ts';
import { sqlStateOf, type Db } from '../../../base/db.ts';
import type { Reply } from '../../../http/route.ts';
import { REPEAT_SECONDS } from './limits.ts';
import { answerOfRefresh, beginRefresh, forgetRefresh, keepRefresh } from './refresh-queries.ts';
import { REFRESH_TOKEN_PREFIX } from './tokens.ts';
import type { EngineRequest } from './wire.ts';

const FOREIGN_KEY_VIOLATION = '23503';
const REFRESH_TOKEN = new RegExp(`^${REFRESH_TOKEN_PREFIX}[\\w-]{20,100}$`);
/** Between two looks for the answer that another request is getting. */
const LOOK_MS = 50;

interface RefreshParts {
  readonly db: Db;
  readonly vault: Vault;
}

/**
 * Answers a token request so that a refresh that is repeated word for word within some seconds gets the answer of the first
 * one, also while that is still on its way and in another process. A client whose answer was lost, and two of its processes
 * that refresh at once, keep what they were allowed; `ask` sees the request once. Later, a spent token is what it is.
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
    // There is nothing to be repeated: the engine says why.
    if (begun === 'no token') return ask();
    const reply = await answerOfFirst(parts, hash);
    if (reply) return reply;
  }
}

/** Whatever decides about the answer, so that only who has all of it is told again. */
function hashOf(form: URLSearchParams, { authorization, origin }: EngineRequest['headers']): Buffer {
  const sorted = new URLSearchParams(form);
  sorted.sort();
  return sha256(JSON.stringify([sorted.toString(), authorization ?? null, origin ?? null]));
}

async function begin(db: Db, hash: Buffer, tokenHash: Buffer): Promise<'first' | 'repeated' | 'no token'> {
  try {
    const [row] = await beginRefresh(db, hash, tokenHash, REPEAT_SECONDS);
    if (!row?.is_token) return 'no token';
    return row.has_begun ? 'first' : 'repeated';
  } catch (error) {
    // The grant ended between the look at its token and this row.
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
    // The tokens exist: whoever asked first gets them, also when the database has just gone and nobody else will.
    if (isGiven) await keepRefresh(db, hash, sealed).catch(() => undefined);
    return reply;
  } finally {
    // Who waits then asks for themselves. A row that cannot be deleted is passed over after its seconds.
    if (!isGiven) await forgetRefresh(db, hash).catch(() => undefined);
  }
}

/** The answer of the first of the requests; undefined when it failed, or has taken so long that it never comes. */
async function answerOfFirst({ db, vault }: RefreshParts, hash: Buffer): Promise<Reply | undefined> {
  for (;;) {
    const [row] = await answerOfRefresh(db, hash, REPEAT_SECONDS);
    if (!row) return undefined;
    if (row.answer) {
      // Written by `answerFirst` alone.
      const kept = JSON.parse(vault.open(refreshPurpose(hash), row.answer).toString()) as Pick<
        Reply,
        'body' | 'headers'
      >;
      return { status: 200, ...kept };
    }
    await pause(LOOK_MS);
  }
}

/** What the answer to the request with this hash is sealed for. */
export function refreshPurpose(hash: Buffer): string {
  return `oauth:refresh:${hash.toString('hex')}`;
}
