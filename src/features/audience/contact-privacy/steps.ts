import type { Tx } from '../../../base/db.ts';
import { leastUuidOf, presentId } from '../../../base/ids.ts';
import { ERASED_ADDRESS } from '../../../mail/erased.ts';
import { removeFilesOf, withoutAddress } from '../../transactional/messages/index.ts';
import {
  eraseDeliverables,
  messagesToErase,
  recipientsToErase,
  removeContact,
  removeReceived,
  removeSingleRows,
  rewriteMessages,
  rewriteRecipients,
  rewriteSegments,
  rewriteTraces,
  inProgress,
  webhookInProgress,
  type TaskRow,
} from './erase-queries.ts';
import type { Piece, Step, Task } from './types.ts';
import { walkSteps } from './walk-steps.ts';

/** A small batch size, because message bodies may be several megabytes. */
const MESSAGES_AT_ONCE = 50;
const DELIVERABLES_AT_ONCE = 500;
/** Maximum clock skew, in milliseconds, between processes that accept messages. */
const MARGIN_MS = 5_000;

const DONE: Piece = { erased: 0, place: null };

/**
 * All steps of an erasure, in order. First, the erasure waits for work in progress, so that nothing writes the address
 * again later. The contact is erased last, because a repeated request uses the contact to find the erasure.
 */
export const STEPS: readonly Step[] = [
  { name: 'mail under way', run: waitForMail },
  { name: 'messages', run: eraseMessages },
  { name: 'webhooks under way', run: waitForWebhooks },
  ...walkSteps(rewriteMessagesOf),
  { name: 'single rows', run: eraseSingleRows },
  { name: 'campaigns', run: eraseInCampaigns },
  { name: 'contact', run: eraseContact },
];

export function taskOf(accountId: number, row: TaskRow): Task {
  const askedAtMs = row.created_at.getTime();
  // JavaScript dates lack the microseconds of database times, so round up.
  return { ...row, accountId, created_at: new Date(askedAtMs + 1), beforeId: leastUuidOf(askedAtMs + MARGIN_MS) };
}

async function waitForMail(tx: Tx, task: Task): Promise<Piece> {
  if (!task.is_patient) return DONE;
  const [found] = await inProgress(tx, task.accountId, task.address, task.beforeId);
  if (found?.mail) return { ...DONE, waitsFor: 'Email to the address is still being sent.' };
  if (found?.outcome) return { ...DONE, waitsFor: 'The result of an email to the address has not been recorded yet.' };
  return found?.import ? { ...DONE, waitsFor: 'An import is still running in the account.' } : DONE;
}

async function waitForWebhooks(tx: Tx, task: Task): Promise<Piece> {
  if (!task.is_patient) return DONE;
  const [found] = await webhookInProgress(tx, task.accountId, task.address);
  return found?.is_waiting
    ? { ...DONE, waitsFor: 'A webhook event that contains the address has not been delivered yet.' }
    : DONE;
}

/**
 * Erases a batch of messages. Erased recipients no longer have the address, so the next batch contains the next
 * recipients.
 */
async function eraseMessages(tx: Tx, { accountId, address, beforeId }: Task): Promise<Piece> {
  const recipients = await recipientsToErase(tx, accountId, address, beforeId, MESSAGES_AT_ONCE);
  if (recipients.length === 0) return DONE;
  const messageIds = recipients.map((row) => row.message_id);
  const recipientNos = recipients.map((row) => row.recipient_no);
  await rewriteMessagesOf(tx, accountId, [...new Set(messageIds)], address);
  await rewriteTraces(tx, accountId, messageIds, recipientNos);
  await rewriteRecipients(tx, accountId, messageIds, recipientNos, ERASED_ADDRESS);
  // The notes of processed bounce emails start with this text, which identifies the recipient.
  await removeReceived(
    tx,
    recipients.map((row) => `${presentId('tm', row.message_id)} recipient ${row.recipient_no} `),
  );
  return { erased: recipients.length, place: [] };
}

/** Removes the address from messages. If a message was sent only to the address, removes the whole content. */
async function rewriteMessagesOf(tx: Tx, accountId: number, ids: readonly string[], address: string): Promise<void> {
  const stored = await messagesToErase(tx, accountId, ids, address);
  const rewritten = stored.map((row) => Object.assign(row, withoutAddress(row, address, row.is_alone)));
  if (rewritten.length === 0) return;
  await rewriteMessages(
    tx,
    accountId,
    rewritten.map(({ id }) => id),
    rewritten.map(({ subject }) => subject),
    rewritten.map(({ head }) => JSON.stringify(head)),
    rewritten.map(({ content }) => content),
  );
  const alone = stored.filter((row) => row.is_alone).map(({ id }) => id);
  await removeFilesOf(tx, accountId, alone);
}

async function eraseSingleRows(tx: Tx, { accountId, address, created_at: before }: Task): Promise<Piece> {
  const [removed] = await removeSingleRows(tx, accountId, address, before);
  const segments = await rewriteSegments(tx, accountId, address, ERASED_ADDRESS);
  return { erased: (removed?.rows ?? 0) + segments.length, place: null };
}

/**
 * Removes the references to a contact from campaign emails, opens, and clicks. The emails, opens, and clicks themselves
 * are kept, because campaign totals include them.
 */
async function eraseInCampaigns(
  tx: Tx,
  { accountId, contact_id: contactId, created_at: before }: Task,
): Promise<Piece> {
  if (contactId === null) return DONE;
  const some = await eraseDeliverables(tx, accountId, contactId, before, DELIVERABLES_AT_ONCE);
  return { erased: some.length, place: some.length < DELIVERABLES_AT_ONCE ? null : [] };
}

async function eraseContact(tx: Tx, { accountId, contact_id: contactId, created_at: before }: Task): Promise<Piece> {
  if (contactId === null) return DONE;
  const [removed] = await removeContact(tx, accountId, contactId, before);
  return { erased: removed?.rows ?? 0, place: null };
}
