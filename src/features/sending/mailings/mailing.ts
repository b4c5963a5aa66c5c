import { storable } from '../../../base/stored-text.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import type { Clock } from '../../../base/clock.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { MailTemplate } from '../../../mail/skeleton.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';
import { DELIVERY_CHANNEL, MAIL_CLASSES, type MailClass } from '../delivery/index.ts';
import { CHUNK_RECIPIENTS, MAX_ADDED, MAX_DATA_BYTES, MAX_BATCH_RECIPIENTS, MAX_RECIPIENTS } from './limits.ts';
import {
  close,
  deleteMailing,
  endAllChunks,
  findMailing,
  hintDelivery,
  holdChunks,
  holdRows,
  insertChunks,
  insertMailing,
  insertRecipients,
  keepTemplate,
  type MailingRow,
  releaseChunks,
  releaseRows,
  setState,
  setTemplate,
  start,
  templateOfMailing,
} from './queries.ts';
import { decodeTemplate, encodeTemplate } from './template-bytes.ts';
import { sha256 } from '../../../base/crypto.ts';

/**
 * Duration of the lease of a queue row, in seconds. Rows that are due within this time are not held, because a worker
 * may have leased them.
 */
const ROW_LEASE_SECONDS = 25;
/** After a pause, the due times of queue rows are spread over this many seconds. */
const RESUME_SPREAD_SECONDS = 10;
const MINUTE_MS = 60_000;
/** Maximum number of queue rows that one statement holds. */
const MAX_HELD = 5_000;

/** All properties of a mailing except its message. */
interface MailingFacts {
  readonly mailClass: Exclude<MailClass, 'transactional'>;
  /**
   * A `frozen` mailing, such as a campaign, accepts recipients until it is started. An `open` mailing starts
   * immediately, accepts recipients until it is closed, and sends to each recipient when it is added. Default:
   * `frozen`.
   */
  readonly kind?: 'frozen' | 'open';
  /**
   * The owner's ID for the mailing. The mail class determines the type of the owner, such as a campaign or an
   * automation email.
   */
  readonly source?: number;
}

/** A new mailing with a template that is split at its slots. */
export interface NewMailing extends MailTemplate, MailingFacts {}

/** A new mailing with a Liquid template. The caller must compile the template first and report its errors. */
export interface WrittenMailing extends TemplateSource, MailingFacts {}

/** A recipient and the values of its slots. */
export interface NewRecipient {
  readonly address: EmailAddress;
  /** Values by slot name. */
  readonly values?: Readonly<Record<string, string>>;
  /** The owner's ID for the recipient. */
  readonly ref?: number;
}

/**
 * A mailing with its counters. `recipients` minus the sum of the outcomes is the number of recipients without an
 * outcome.
 */
export type MailingView = Omit<MailingRow, 'class' | 'created_at' | 'started_at' | 'closed_at' | 'ended_at'> & {
  readonly mailClass: MailClass;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** Time at which an open mailing stopped accepting recipients. */
  readonly closedAt: Date | null;
  readonly endedAt: Date | null;
};

/** Creates mailings. Use one instance per process, because it generates IDs. */
export type MailingMaker = (tx: Tx, accountId: number, mailing: NewMailing | WrittenMailing) => Promise<string>;

export type MailingContent = Omit<NewMailing, keyof MailingFacts> | Omit<WrittenMailing, keyof MailingFacts>;

/**
 * Creates a function that stores a frozen or open mailing and returns its ID. Identical templates are stored only once
 * per account. Throws if a template exceeds 8 MB.
 */
export function createMailingMaker({ clock }: { readonly clock: Clock }): MailingMaker {
  const nextId = createUuidGenerator();
  return async (tx, accountId, { kind, mailClass, source, ...template }) => {
    const id = nextId(clock.now());
    const hash = await keep(tx, accountId, template);
    await insertMailing(tx, accountId, id, MAIL_CLASSES.indexOf(mailClass), hash, kind === 'open', source ?? null);
    return id;
  };
}

/**
 * Replaces the message of a mailing in preparation. Does not change the recipients' slot values. Returns false if the
 * mailing is no longer in preparation. Throws if the template exceeds 8 MB.
 */
export async function setMailingContent(
  tx: Tx,
  accountId: number,
  mailingId: string,
  content: MailingContent,
): Promise<boolean> {
  const hash = await keep(tx, accountId, content);
  return (await setTemplate(tx, accountId, mailingId, hash)).length > 0;
}

/**
 * Returns the frozen Liquid template of a mailing. Returns undefined if the template is not in Liquid or is no longer
 * stored.
 */
export async function writtenContentOf(
  db: Db,
  accountId: number,
  mailingId: string,
): Promise<TemplateSource | undefined> {
  const [row] = await templateOfMailing(db, accountId, mailingId);
  const template = row && decodeTemplate(row.template);
  return template && 'names' in template ? template : undefined;
}

async function keep(tx: Tx, accountId: number, content: MailingContent): Promise<Buffer> {
  const bytes = encodeTemplate(content);
  const hash = sha256(bytes);
  await keepTemplate(tx, accountId, hash, bytes);
  return hash;
}

/**
 * Adds at most 10,000 recipients to a frozen mailing in preparation, or queues messages to recipients of an open
 * mailing. The commit notifies the delivery processes. Concurrent calls do not wait for each other. A recipient that is
 * added twice gets two messages. Throws if more recipients are given, if the mailing no longer accepts recipients, if
 * it would have more than 5,000,000 recipients before it starts, or if the values of a recipient exceed 16 KB.
 */
export async function addRecipients(
  tx: Tx,
  accountId: number,
  mailingId: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  if (recipients.length > MAX_ADDED) throw new RangeError(`Too many recipients in one call: ${recipients.length}`);
  if (recipients.length === 0) return;
  const [row] = await insertRecipients(
    tx,
    accountId,
    mailingId,
    recipients.map(({ address }) => address),
    recipients.map(({ values }) => toData(values)),
    recipients.map(({ ref }) => ref ?? null),
    MAX_RECIPIENTS,
    MAX_BATCH_RECIPIENTS,
    DELIVERY_CHANNEL,
  );
  if (!row?.is_added) throw new Error(`Mailing ${mailingId} no longer accepts recipients`);
}

/**
 * Divides the recipients into chunks and queues them. The commit notifies the delivery processes. With `spreadMs`,
 * chunks become due one after the other within that time, and the owner must call `releaseSpread`. Returns false if the
 * mailing was not in preparation.
 */
export async function startMailing(
  tx: Tx,
  accountId: number,
  mailingId: string,
  { spreadMs = 0 }: { readonly spreadMs?: number } = {},
): Promise<boolean> {
  const [row] = await start(tx, accountId, mailingId);
  if (!row) return false;
  if (row.is_over) return true;
  // Even a small mailing is distributed over the whole period.
  const size = spreadMs > 0 ? Math.ceil(row.recipients / (spreadMs / MINUTE_MS)) : CHUNK_RECIPIENTS;
  await insertChunks(tx, accountId, mailingId, row.class, Math.min(size, CHUNK_RECIPIENTS), spreadMs / 1_000);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return true;
}

/**
 * Closes an open mailing, so that it no longer accepts recipients. Waits for transactions that are adding recipients.
 * The mailing becomes `sent` once all recipients have an outcome. Returns false if the mailing is not open or has
 * ended.
 */
export async function closeMailing(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  const [row] = await close(tx, accountId, mailingId);
  return row?.is_closed === true;
}

/**
 * Deletes a sent or canceled mailing. The data of its recipients stays until the daily partitions that contain it are
 * dropped. Returns false for any other mailing.
 */
export async function removeMailing(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  return (await deleteMailing(tx, accountId, mailingId)).length > 0;
}

/**
 * Pauses a mailing. New deliveries stop within a second. An open mailing still accepts recipients. Returns
 * false if the mailing was not being sent.
 */
export async function pauseMailing(db: Database, accountId: number, mailingId: string): Promise<boolean> {
  return stop(db, { accountId, mailingId }, 'paused');
}

/** Resumes a paused mailing. Returns false if the mailing was not paused. */
export async function resumeMailing(db: Database, accountId: number, mailingId: string): Promise<boolean> {
  return db.transaction(async (tx) => resumeMailingIn(tx, accountId, mailingId));
}

/** Same as `resumeMailing`, but in the caller's transaction, which can lock the row that caused the pause. */
export async function resumeMailingIn(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  const [row] = await setState(tx, accountId, mailingId, ['paused'], 'sending', null);
  if (!row) return false;
  await releaseChunks(tx, accountId, mailingId);
  await releaseRows(tx, accountId, mailingId, RESUME_SPREAD_SECONDS);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return true;
}

/**
 * Cancels a mailing permanently. New deliveries stop within a second. Messages that are being sent still get their
 * outcome. `reason` is set if the cancellation was not requested by the owner. Returns false if the mailing had already
 * ended.
 */
export async function cancelMailing(
  db: Database,
  accountId: number,
  mailingId: string,
  reason?: string,
): Promise<boolean> {
  return stop(db, { accountId, mailingId }, 'cancelled', reason);
}

/** Returns a mailing and its progress, or undefined if the account has no such mailing. */
export async function viewMailing(db: Db, accountId: number, mailingId: string): Promise<MailingView | undefined> {
  const [row] = await findMailing(db, accountId, mailingId);
  if (!row) return undefined;
  const { class: number, closed_at: closedAt, created_at: createdAt, ended_at: endedAt, ...others } = row;
  const { started_at: startedAt, ...rest } = others;
  return { ...rest, mailClass: MAIL_CLASSES[number] ?? 'campaign', createdAt, startedAt, closedAt, endedAt };
}

async function stop(
  db: Database,
  { accountId, mailingId }: { readonly accountId: number; readonly mailingId: string },
  state: 'paused' | 'cancelled',
  reason: string | null = null,
): Promise<boolean> {
  const from = state === 'paused' ? ['sending'] : ['preparing', 'sending', 'paused'];
  // Commit immediately, so that outcomes that are recorded later see the new state.
  const [row] = await db.transaction(async (tx) => {
    const rows = await setState(tx, accountId, mailingId, from, state, reason);
    if (rows.length > 0) await (state === 'cancelled' ? endAllChunks : holdChunks)(tx, accountId, mailingId);
    return rows;
  });
  // If the process crashes between the two steps, pausing the mailing again completes this step.
  for (;;) {
    const [done] = await holdRows(db, accountId, mailingId, ROW_LEASE_SECONDS, MAX_HELD);
    if (!done || done.held < MAX_HELD) return row !== undefined;
  }
}

/** Returns values as JSON, without NUL characters or unpaired surrogates, which PostgreSQL rejects. */
function toData(values: NewRecipient['values']): string | null {
  if (!values || Object.keys(values).length === 0) return null;
  const json = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [storable(name), storable(value)])),
  );
  if (Buffer.byteLength(json) > MAX_DATA_BYTES)
    throw new RangeError(`The values of a recipient exceed ${MAX_DATA_BYTES} bytes`);
  return json;
}
