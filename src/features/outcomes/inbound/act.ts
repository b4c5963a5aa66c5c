import type { Tx } from '../../../base/db.ts';
import { presentId } from '../../../base/ids.ts';
import type { LateReport, LateResult } from '../../sending/delivery/index.ts';
import type { ReceivedMail } from '../../../mail/received-mail.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import type { Verdict } from './judge.ts';
import {
  addressOfRecipient,
  type InboundRow,
  type InboundState,
  keepUnsubscription,
  recipientsOfMail,
} from './queries.ts';
import type { Leave, Recipient, ReportHandlers, Subscriber, UnsubscribeListener } from './types.ts';
import type { NamedMail } from '../../../mail/arf.ts';

/** Maximum number of accounts to search. */
const MAX_ACCOUNTS = 10;

/** Returns the accounts that have or had a sender domain with the given name. */
type AccountsOfDomain = (tx: Tx, domain: string) => Promise<readonly number[]>;

/**
 * The result of acting on a message, with an explanation. `later` means that the reported message is still being sent,
 * so the report must be processed again.
 */
export interface Effect {
  readonly state: InboundState | 'later';
  readonly reason: string;
}

/** Functions that apply the effects of received messages. */
export interface Actors {
  readonly recordLate: (tx: Tx, report: LateReport) => Promise<LateResult>;
  /** Called after each unsubscribe request that this feature stores in its own table. */
  readonly onUnsubscribe?: UnsubscribeListener | undefined;
  /** Unsubscribes recipients of bulk email. */
  readonly leave: Leave;
  readonly reports: ReportHandlers;
  readonly accountsOfDomain: AccountsOfDomain;
}

/** A received message, as stored and as parsed. */
export interface ActedMail {
  readonly row: Pick<InboundRow, 'id' | 'received_at' | 'mail_from'>;
  readonly mail: ReceivedMail;
}

/** Applies the verdict on a received message. Must be called in the transaction that marks the message as processed. */
export async function act(tx: Tx, actors: Actors, verdict: Verdict, acted: ActedMail): Promise<Effect> {
  switch (verdict.kind) {
    case 'note':
      return { state: verdict.state, reason: verdict.reason };
    case 'bounce':
      return recordBounce(tx, actors, verdict, acted);
    case 'complaint':
      return recordComplaint(tx, actors, verdict.recipient, verdict.words, acted);
    case 'unsubscribe':
      return unsubscribe(tx, actors, verdict.recipient, acted);
    case 'reported':
      return recordReported(tx, actors, verdict, acted);
    case 'leave':
      return leave(tx, actors, verdict.subscriber, acted);
    case 'report':
      return handReport(tx, actors, verdict, acted);
  }
}

async function recordBounce(
  tx: Tx,
  { recordLate }: Actors,
  { recipient, reason, status }: Extract<Verdict, { kind: 'bounce' }>,
  { row }: ActedMail,
): Promise<Effect> {
  const result = await recordLate(tx, {
    ...recipient,
    kind: 'bounced',
    status,
    reason,
    reportedAt: row.received_at,
  });
  return effectOf(result, recipient, `bounced ${status ?? ''}`.trim());
}

async function recordComplaint(
  tx: Tx,
  { recordLate }: Actors,
  recipient: Recipient,
  words: string,
  { row }: ActedMail,
): Promise<Effect> {
  const result = await recordLate(tx, {
    ...recipient,
    kind: 'complained',
    status: null,
    reason: `Feedback report: ${words}`,
    reportedAt: row.received_at,
  });
  return effectOf(result, recipient, 'complained');
}

/**
 * Records a complaint or opt-out for a reported message. If the message is not found, unsubscribes the subscriber that
 * the report identifies.
 */
async function recordReported(
  tx: Tx,
  actors: Actors,
  { isOptOut, named, otherwise, subscriber, words }: Extract<Verdict, { kind: 'reported' }>,
  acted: ActedMail,
): Promise<Effect> {
  const recipient = named && (await findReported(tx, actors.accountsOfDomain, named));
  if (recipient) {
    return isOptOut ? unsubscribe(tx, actors, recipient, acted) : recordComplaint(tx, actors, recipient, words, acted);
  }
  return subscriber ? leave(tx, actors, subscriber, acted) : { state: 'unclassified', reason: otherwise };
}

async function leave(tx: Tx, actors: Actors, subscriber: Subscriber, { row }: ActedMail): Promise<Effect> {
  await actors.leave(tx, subscriber, row.received_at);
  const { accountId, recipient, source } = subscriber;
  return {
    state: 'done',
    reason: `Contact ${recipient} of account ${accountId} unsubscribed through campaign ${source}`,
  };
}

function effectOf(result: LateResult, { messageId, recipientNo }: Recipient, done: string): Effect {
  const of = `${presentId('tm', messageId)} recipient ${recipientNo}`;
  switch (result) {
    case 'recorded':
      return { state: 'done', reason: `${of} ${done}` };
    case 'known':
      return { state: 'ignored', reason: `${of} ${done}: already recorded` };
    case 'underway':
      return { state: 'later', reason: `${of} is still being sent` };
    case 'not-sent':
      return { state: 'ignored', reason: `${of} was never sent` };
    case 'unknown':
      return { state: 'unclassified', reason: `${of} is no longer stored` };
  }
}

async function unsubscribe(
  tx: Tx,
  { onUnsubscribe }: Actors,
  recipient: Recipient,
  { row: received }: ActedMail,
): Promise<Effect> {
  const { accountId, messageId, recipientNo } = recipient;
  const [row] = await addressOfRecipient(tx, accountId, messageId, recipientNo);
  const of = `${presentId('tm', messageId)} recipient ${recipientNo}`;
  if (!row || row.recipient === ERASED_ADDRESS) return { state: 'unclassified', reason: `${of} is no longer stored` };
  const { recipient: address } = row;
  await keepUnsubscription(tx, accountId, address, messageId, recipientNo);
  await onUnsubscribe?.(tx, accountId, { messageId, recipientNo, address, at: received.received_at });
  return { state: 'done', reason: `${of} unsubscribed` };
}

async function handReport(
  tx: Tx,
  { reports }: Actors,
  { domain, localPart }: Extract<Verdict, { kind: 'report' }>,
  { mail, row }: ActedMail,
): Promise<Effect> {
  const handler = reports[localPart];
  if (!handler) return { state: 'unclassified', reason: `No handler for ${localPart}` };
  const answer = await handler(tx, {
    id: row.id,
    receivedAt: row.received_at,
    rcptLocalPart: localPart,
    rcptDomain: domain,
    mailFrom: row.mail_from,
    headers: mail.headers,
    attachments: mail.parts,
  });
  return answer === 'done'
    ? { state: 'done', reason: `${localPart} processed` }
    : { state: 'unreadable', reason: answer };
}

/**
 * Finds the recipient of a reported message by its Message-ID, for reports that contain none of our addresses. If the
 * message has several recipients, the report must contain the recipient's address. Returns undefined if no recipient is
 * found.
 */
async function findReported(
  tx: Tx,
  accountsOf: AccountsOfDomain,
  { accountId, addresses, domain, messageId, recipientNo }: NamedMail,
): Promise<Recipient | undefined> {
  const accounts = new Set([...(accountId === undefined ? [] : [accountId]), ...(await accountsOf(tx, domain))]);
  for (const account of [...accounts].slice(0, MAX_ACCOUNTS)) {
    const found = await recipientsOfMail(tx, account, messageId, recipientNo ?? null);
    const [only, second] = found;
    const row = second ? found.find(({ recipient }) => addresses.includes(recipient.toLowerCase())) : only;
    if (row) return { accountId: account, messageId, recipientNo: row.recipient_no };
    if (only) return undefined;
  }
  return undefined;
}
