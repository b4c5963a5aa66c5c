import { createBatcher, type Settled } from '../../../base/batcher.ts';
import type { Database } from '../../../base/db.ts';
import { isUnavailable } from '../../../base/db.ts';
import { MAX_BYTES_TOGETHER, MAX_TOGETHER, MAX_WAITING, MAX_WAITING_BYTES } from './limits.ts';
import { contactsAmong } from './queries.ts';
import { storeSubmissions, type StoredEvent, type Submission } from './store.ts';
import type { ContactAddress } from '../contacts/index.ts';

interface Waiting extends Submission {
  readonly accountId: number;
}

type Stored = Settled<readonly StoredEvent[]>;

export interface EventAcceptor {
  /**
   * Stores either all events of a submission or none. Resolves with the stored events once they are committed. Rejects
   * with validation_error for an unknown contact, with conflict if an idempotency key was already used for a different
   * event, and with contact_limit_exceeded if the plan does not allow the contacts that the submission adds. `keyId` is
   * the ID of the caller's API key or token. It is stored with contacts that the submission adds.
   */
  accept(accountId: number, submission: Submission, keyId: number | undefined): Promise<readonly StoredEvent[]>;
}

/** Adds contacts with the given addresses, following the account's opt-in requirements. */
export type AddContacts = (
  accountId: number,
  emails: readonly ContactAddress[],
  keyId: number | undefined,
) => Promise<void>;

/**
 * Creates the event acceptor of a process. Submissions that arrive while a batch is being stored form the next batch.
 * The submissions of an account in a batch share a transaction.
 */
export function createEventAcceptor({
  addContacts,
  db,
}: {
  readonly db: Database;
  readonly addContacts: AddContacts;
}): EventAcceptor {
  const batcher = createBatcher<Waiting, readonly StoredEvent[]>({
    flush: (waiting) => flush(db, waiting),
    bytesOf: ({ events }) => events.reduce((sum, { properties }) => sum + JSON.stringify(properties).length + 200, 0),
    maxBatch: MAX_TOGETHER,
    maxBatchBytes: MAX_BYTES_TOGETHER,
    maxWaiting: MAX_WAITING,
    maxWaitingBytes: MAX_WAITING_BYTES,
    isForAll: isUnavailable,
  });
  return {
    async accept(accountId, submission, keyId) {
      const wanted = submission.events.flatMap(({ contact, createsContact }) =>
        createsContact && 'email' in contact ? [contact.email] : [],
      );
      if (wanted.length > 0) {
        const known = new Set((await contactsAmong(db, accountId, wanted, [])).map(({ email }) => email));
        const unknown = [...new Set(wanted.filter((email) => !known.has(email)))];
        if (unknown.length > 0) await addContacts(accountId, unknown, keyId);
      }
      return batcher.add({ ...submission, accountId });
    },
  };
}

async function flush(db: Database, waiting: readonly Waiting[]): Promise<readonly Stored[]> {
  const outcomes = new Map<Waiting, Stored>();
  const groups = [...Map.groupBy(waiting, ({ accountId }) => accountId)];
  await Promise.all(
    groups.map(async ([accountId, own]) => {
      const stored = await storeGroup(db, accountId, own);
      for (const [index, submission] of own.entries()) {
        const outcome = stored[index];
        if (outcome) outcomes.set(submission, outcome);
      }
    }),
  );
  return waiting.map(
    (submission) => outcomes.get(submission) ?? { ok: false, error: new Error('An event has no result') },
  );
}

/**
 * Stores the submissions of an account in one transaction. If that fails and the database is available, stores each
 * submission in its own transaction.
 */
async function storeGroup(db: Database, accountId: number, own: readonly Submission[]): Promise<readonly Stored[]> {
  try {
    const outcomes = await db.transaction(async (tx) => storeSubmissions(tx, accountId, own));
    return outcomes.map((outcome) =>
      'refusal' in outcome ? { ok: false, error: outcome.refusal } : { ok: true, value: outcome.events },
    );
  } catch (error) {
    if (own.length === 1 || isUnavailable(error)) return own.map(() => ({ ok: false, error }));
    const apart: Stored[] = [];
    for (const submission of own) apart.push(...(await storeGroup(db, accountId, [submission])));
    return apart;
  }
}
