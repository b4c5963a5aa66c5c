import { setTimeout as sleep } from 'node:timers/promises';
import { storable } from '../../../base/stored-text.ts';
import { isUnavailable, type Database, type Db, type Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import type { ReceivedMail } from '../../../mail/received-mail.ts';
import type { ReturnAddress } from '../../../mail/return-path.ts';
import { act, type Actors, type Effect } from './act.ts';
import { isReportAddress, type AddressBook, type Purpose } from './addresses.ts';
import { judge, type Verdict } from './judge.ts';
import {
  addressOfRecipient,
  claimInbound,
  deferInbound,
  finishInbound,
  failInbound,
  type InboundRow,
  type InboundState,
} from './queries.ts';
import type { Subscriber } from './types.ts';
import { splitMail, UnreadableMail } from './split.ts';

const CLAIMED_AT_ONCE = 4;
const LEASE_SECONDS = 120;
/** Number of attempts after which a message is marked as unreadable. */
export const MAX_ATTEMPTS = 5;
/** Delay after each attempt except the last, in seconds. */
const RETRY_SECONDS: readonly number[] = [5, 30, 300, 1_800];
const UNAVAILABLE_SECONDS = 5;
const POLL_MS = 2_000;
const MAX_REASON_CHARACTERS = 1_000;

export interface Processor {
  /** Checks for messages immediately instead of within two seconds. */
  wake(): void;
  /** Stops claiming messages and waits for the messages in progress. */
  stop(): Promise<void>;
}

export interface ProcessorParts {
  readonly db: Database;
  readonly log: Log;
  readonly book: AddressBook;
  readonly find: (text: string) => ReturnAddress | undefined;
  readonly findSubscriber: (text: string) => Subscriber | undefined;
  readonly actors: Actors;
}

/**
 * Thrown if the lease expired during processing, so that another process owns the message. The transaction is rolled
 * back.
 */
class LeaseLost extends Error {}
/**
 * Thrown if the delivery of the reported message has not been recorded yet. The transaction is rolled back, and the
 * report is processed again later.
 */
class NotYet extends Error {}

/**
 * Starts to process stored messages. The effects of a message are written in the transaction that marks it as
 * processed. A process claims each message with a lease. If the lease expires, another process may claim the message,
 * and only the last claim can be committed.
 */
export function startProcessor(parts: ProcessorParts): Processor {
  const stopped = new AbortController();
  let waking: (() => void) | undefined;
  let isWoken = false;

  async function processAll(): Promise<void> {
    while (!stopped.signal.aborted) {
      const rows = await claim(parts);
      if (rows.length === 0) return;
      for (const row of rows) await processOne(parts, row);
    }
  }

  async function run(): Promise<void> {
    let isAway = false;
    while (!stopped.signal.aborted) {
      try {
        isWoken = false;
        await processAll();
        isAway = false;
      } catch (error) {
        // Log only the first error. Otherwise, an hour-long outage of the database would add thousands of lines to the
        // log.
        if (!isAway) parts.log.warn('Inbound messages could not be claimed; retrying', { error });
        isAway = true;
      }
      if (!isWoken || isAway) await pause();
    }
  }

  async function pause(): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      waking = resolve;
    });
    // The sleep rejects only when the signal aborts it.
    await Promise.race([woken, sleep(POLL_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => {})]);
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      waking?.();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

async function claim({ db, log }: ProcessorParts): Promise<InboundRow[]> {
  const reason = `Not processed: the process ended ${MAX_ATTEMPTS} times while reading the message`;
  for (const { id } of await failInbound(db, MAX_ATTEMPTS, reason))
    log.error('Inbound message not processed after all attempts', { id, reason });
  return claimInbound(db, CLAIMED_AT_ONCE, LEASE_SECONDS, MAX_ATTEMPTS);
}

async function processOne(parts: ProcessorParts, row: InboundRow): Promise<void> {
  try {
    const mail = await splitMail(row.raw, row.recipients.some(isReportAddress));
    const verdicts = await verdictsOf(parts, row, mail);
    const effect = await parts.db.transaction((tx) => apply(tx, parts.actors, { row, mail }, verdicts));
    parts.log.info('Inbound message processed', { id: row.id, ...effect });
  } catch (error) {
    await afterFailure(parts, row, error);
  }
}

/**
 * Classifies a message for each of its recipient addresses, for example as a bounce, a complaint, or an unsubscribe
 * request. Called before the transaction begins.
 */
async function verdictsOf(
  { book, db, find, findSubscriber }: ProcessorParts,
  row: InboundRow,
  mail: ReceivedMail,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  // A fixed order prevents deadlocks between messages with the same recipients.
  for (const recipient of [...new Set(row.recipients)].toSorted()) {
    const purpose = await book.purposeOf(recipient);
    verdicts.push(
      purpose
        ? judge(mail, {
            purpose,
            recipientAddress: await addressOf(db, purpose),
            isFromNobody: row.mail_from === '',
            find,
            findSubscriber,
          })
        : { kind: 'note', state: 'unclassified', reason: 'The address is no longer in use' },
    );
  }
  return verdicts;
}

async function addressOf(db: Db, purpose: Purpose): Promise<string | undefined> {
  if (purpose.kind !== 'return') return undefined;
  const { accountId, messageId, recipientNo } = purpose.address;
  const [row] = await addressOfRecipient(db, accountId, messageId, recipientNo);
  return row?.recipient === ERASED_ADDRESS ? undefined : row?.recipient;
}

async function apply(
  tx: Tx,
  actors: Actors,
  { mail, row }: { readonly row: InboundRow; readonly mail: ReceivedMail },
  verdicts: readonly Verdict[],
): Promise<{ state: InboundState; reason: string }> {
  const effects: Effect[] = [];
  for (const verdict of verdicts) effects.push(await act(tx, actors, verdict, { row, mail }));
  const { reason, state } = summary(effects, row.attempts >= MAX_ATTEMPTS);
  if (state === 'later') throw new NotYet(reason);
  const finished = await finishInbound(tx, row.id, row.epoch, state, reasonText(reason));
  if (finished.length === 0) throw new LeaseLost();
  return { state, reason };
}

/**
 * Returns the most significant of the effects for several recipients. If one recipient must wait, the whole message
 * waits, except after the last attempt.
 */
function summary(effects: readonly Effect[], isLast: boolean): Effect {
  const states = effects.map(({ state }) => (isLast && state === 'later' ? 'ignored' : state));
  const order: readonly Effect['state'][] = ['later', 'done', 'unreadable', 'unclassified', 'ignored'];
  return {
    state: order.find((state) => states.includes(state)) ?? 'ignored',
    reason: effects.map(({ reason }) => reason).join('; '),
  };
}

async function afterFailure({ db, log }: ProcessorParts, row: InboundRow, error: unknown): Promise<void> {
  if (error instanceof LeaseLost) return;
  const { attempts, epoch, id } = row;
  const reason = reasonText(error instanceof Error ? error.message : String(error));
  try {
    if (error instanceof UnreadableMail || (attempts >= MAX_ATTEMPTS && !isUnavailable(error))) {
      log.warn('Inbound message is unreadable', { id, reason });
      await finishInbound(db, id, epoch, 'unreadable', reason);
      return;
    }
    if (isUnavailable(error)) {
      await deferInbound(db, id, epoch, UNAVAILABLE_SECONDS, null, 1);
      return;
    }
    if (!(error instanceof NotYet)) log.error('Inbound message could not be processed; retrying', { id, error });
    await deferInbound(db, id, epoch, RETRY_SECONDS[attempts - 1] ?? UNAVAILABLE_SECONDS, reason, 0);
  } catch (failure) {
    // The message is processed again after its lease expires.
    log.warn('Inbound message is waiting for the database', { id, error: failure });
  }
}

function reasonText(text: string): string {
  return storable(text.slice(0, MAX_REASON_CHARACTERS));
}
