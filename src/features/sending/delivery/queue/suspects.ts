import type { Db } from '../../../../base/db.ts';
import type { Log } from '../../../../base/log.ts';
import { noteBegun, noteUnbegun } from './begun-queries.ts';
import type { Claim } from '../types.ts';

/** Processes are killed, and what they held is taken up again at once; so often that is no reason to think of the mail. */
const FREE_TIMES = 5;

/**
 * Whether what happens to a mail is noted: it was taken up more often than a few kills explain. That alone holds nothing
 * against it, because whatever waits beside a mail that processes die of, or while they are killed, is taken up as often.
 */
export function isSuspect({ taken }: Pick<Claim, 'taken'>): boolean {
  return taken > FREE_TIMES;
}

/** What noting asks. */
interface Noting {
  readonly db: Db;
  readonly log: Log;
}

/** Notes that a mail of which a process might die is being sent, where it is a suspect; that is over once it is recorded. */
export async function begin(noting: Noting, claim: Claim): Promise<void> {
  if (isSuspect(claim)) await note(noting, claim, noteBegun);
}

/** Does something with a mail of which a process might die, and notes that until it is done, where it is a suspect. */
export async function atWork<T>(noting: Noting, claim: Claim, work: () => Promise<T>): Promise<T> {
  if (!isSuspect(claim)) return work();
  await note(noting, claim, noteBegun);
  const result = await work();
  await note(noting, claim, noteUnbegun);
  return result;
}

async function note({ db, log }: Noting, claim: Claim, write: typeof noteBegun): Promise<void> {
  try {
    await write(db, ...keysOf([claim]));
  } catch (error) {
    // The mail waits for nobody: what happens while the database is away speaks against none.
    log.debug('Start of work on a message could not be recorded', { messageId: claim.messageId, error });
  }
}

/** Claims as statements name them, with their epochs. */
export function keysOf(claims: readonly Claim[]): [number[], string[], number[], number[]] {
  return [
    claims.map((claim) => claim.accountId),
    claims.map((claim) => claim.messageId),
    claims.map((claim) => claim.recipientNo),
    claims.map((claim) => claim.epoch),
  ];
}
