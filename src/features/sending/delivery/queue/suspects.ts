import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { recordStart, noteUnbegun } from './start-queries.ts';
import type { Claim } from '../types.ts';

/**
 * Maximum number of claims of a message that is not suspect. Several claims can be normal, because a message is claimed
 * again after each kill of the process that held it.
 */
const FREE_TIMES = 5;

/**
 * Returns true if a message may be the cause of crashes, because it was claimed more than `FREE_TIMES` times. For such
 * messages, the start of processing is recorded. The number of claims alone does not identify the cause, because all
 * other messages in a crashed process are claimed just as often.
 */
export function isSuspect({ taken }: Pick<Claim, 'taken'>): boolean {
  return taken > FREE_TIMES;
}

interface Noting {
  readonly db: Db;
  readonly log: Log;
}

/** Records that a suspect message is being sent. */
export async function begin(noting: Noting, claim: Claim): Promise<void> {
  if (isSuspect(claim)) await note(noting, claim, recordStart);
}

/**
 * Runs work on a message. If the message is suspect, keeps a record until the work is done. If `work` rejects, the
 * record remains.
 */
export async function atWork<T>(noting: Noting, claim: Claim, work: () => Promise<T>): Promise<T> {
  if (!isSuspect(claim)) return work();
  await note(noting, claim, recordStart);
  const result = await work();
  await note(noting, claim, noteUnbegun);
  return result;
}

async function note({ db, log }: Noting, claim: Claim, write: typeof recordStart): Promise<void> {
  try {
    await write(db, ...keysOf([claim]));
  } catch (error) {
    // Continue if the record cannot be written. If this process then crashes, the crash is not attributed to the
    // message.
    log.debug('Start of message processing could not be recorded', { messageId: claim.messageId, error });
  }
}

/** Returns the keys and epochs of claims as statement parameters. */
export function keysOf(claims: readonly Claim[]): [number[], string[], number[], number[]] {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.messageId),
    claims.map((claim) => claim.recipientNo),
    claims.map((claim) => claim.epoch),
  ];
}
