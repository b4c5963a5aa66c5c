import { storable } from '../../../base/stored-text.ts';
import type { Database, Db, Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import type { Clock } from '../../../base/clock.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { MailTemplate } from '../../../mail/skeleton.ts';
import type { TemplateSource } from '../../../mail/template/source.ts';
import { DELIVERY_CHANNEL, MAIL_CLASSES, type MailClass } from '../delivery/index.ts';
import { CHUNK_RECIPIENTS, MAX_ADDED, MAX_DATA_BYTES, MAX_LOT_RECIPIENTS, MAX_RECIPIENTS } from './limits.ts';
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

/** Rows in the queue that are due sooner may be in a worker's hands: its leases are not longer. */
const ROW_LEASE_SECONDS = 25;
/** After a pause, rows do not all come due at once. */
const RESUME_SPREAD_SECONDS = 10;
const MINUTE_MS = 60_000;
/** Rows that are taken out of the queue in one statement. */
const MAX_HELD = 5_000;

/** What is said of a mailing beside its mail. */
interface MailingFacts {
  readonly mailClass: Exclude<MailClass, 'transactional'>;
  /**
   * `frozen`, as campaigns are, takes recipients until it is started; `open` is under way at once, takes recipients at any
   * time and sends to each as it comes, until it is closed. Frozen where nothing is said.
   */
  readonly kind?: 'frozen' | 'open';
  /** What of its owner it is, which the class says (a campaign, an automation's mail, ...), by the owner's number. */
  readonly source?: number;
}

/** A mail to many, as it is frozen: cut at its slots. */
export interface NewMailing extends MailTemplate, MailingFacts {}

/** A mail to many, as it is frozen: written in Liquid. Whoever makes one has compiled it, and told of its faults. */
export interface WrittenMailing extends TemplateSource, MailingFacts {}

/** One recipient and what stands in its slots. */
export interface NewRecipient {
  readonly address: EmailAddress;
  /** Values by the names of slots; absent when there are none. */
  readonly values?: Readonly<Record<string, string>>;
  /** What the owner of the mailing knows the recipient by. */
  readonly ref?: number;
}

/** A mailing with its counters; recipients without an outcome are what is left of `recipients`. */
export type MailingView = Omit<MailingRow, 'class' | 'created_at' | 'started_at' | 'closed_at' | 'ended_at'> & {
  readonly mailClass: MailClass;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** Since when an open one takes no more recipients. */
  readonly closedAt: Date | null;
  readonly endedAt: Date | null;
};

/** Makes mailings; one for a process, because of its ids. */
export type MailingMaker = (tx: Tx, accountId: number, mailing: NewMailing | WrittenMailing) => Promise<string>;

/** What of a mailing is its mail. */
export type MailingContent = Omit<NewMailing, keyof MailingFacts> | Omit<WrittenMailing, keyof MailingFacts>;

/**
 * Gives a function that writes a mailing, frozen or open, and returns its id. Its template is kept once for all mailings of
 * the account that have the same. Throws on a template over 8 MB.
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
 * Gives a mailing that is being prepared another mail than it was made with; what its recipients have in their slots stays.
 * False when it is not being prepared any more. Throws on a template over 2 MB.
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

/** The mail of a mailing that is written in Liquid, as it was frozen; undefined once it is kept no more. */
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
 * Adds recipients to a frozen mailing that is being prepared, or queues mail to them where it is open, at most 10,000 a call.
 * What is queued is delivered once the transaction commits, which delivery is told with the commit; nobody else who adds
 * waits for it. Whoever is given twice gets two mails. Throws when the mailing takes no more, or would have over 5,000,000
 * before it starts.
 */
export async function addRecipients(
  tx: Tx,
  accountId: number,
  mailingId: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  if (recipients.length > MAX_ADDED) throw new RangeError(`Too many recipients at once: ${recipients.length}`);
  if (recipients.length === 0) return;
  const [row] = await insertRecipients(
    tx,
    accountId,
    mailingId,
    recipients.map(({ address }) => address),
    recipients.map(({ values }) => toData(values)),
    recipients.map(({ ref }) => ref ?? null),
    MAX_RECIPIENTS,
    MAX_LOT_RECIPIENTS,
    DELIVERY_CHANNEL,
  );
  if (!row?.is_added) throw new Error(`Mailing ${mailingId} accepts no more recipients`);
}

/**
 * Cuts the recipients into chunks and lets delivery have them, which is told with the commit. With `spreadMs` they become due
 * one after the other within that time, which its owner sees to (`releaseSpread`). False when the mailing was not being
 * prepared.
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
  // Of few recipients, too, each minute gets its part.
  const size = spreadMs > 0 ? Math.ceil(row.recipients / (spreadMs / MINUTE_MS)) : CHUNK_RECIPIENTS;
  await insertChunks(tx, accountId, mailingId, row.class, Math.min(size, CHUNK_RECIPIENTS), spreadMs / 1_000);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return true;
}

/**
 * Lets an open mailing take no more recipients; it is `sent` once all that it took have an outcome. Waits for transactions
 * that are adding. False when it is not open, or at its end.
 */
export async function closeMailing(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  const [row] = await close(tx, accountId, mailingId);
  return row?.is_closed === true;
}

/** Forgets a mailing that is sent or cancelled; what is kept of its recipients goes with their days. False for any other. */
export async function removeMailing(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  return (await deleteMailing(tx, accountId, mailingId)).length > 0;
}

/** Begins no further mail of a mailing, from within a second; an open one takes recipients all the same. False when it was not being sent. */
export async function pauseMailing(db: Database, accountId: number, mailingId: string): Promise<boolean> {
  return stop(db, { accountId, mailingId }, 'paused');
}

/** Goes on where the pause began. False when the mailing was not paused. */
export async function resumeMailing(db: Database, accountId: number, mailingId: string): Promise<boolean> {
  return db.transaction(async (tx) => resumeMailingIn(tx, accountId, mailingId));
}

/** The same in a transaction, for whoever holds what says that it is to go on. */
export async function resumeMailingIn(tx: Tx, accountId: number, mailingId: string): Promise<boolean> {
  const [row] = await setState(tx, accountId, mailingId, ['paused'], 'sending', null);
  if (!row) return false;
  await releaseChunks(tx, accountId, mailingId);
  await releaseRows(tx, accountId, mailingId, RESUME_SPREAD_SECONDS);
  await hintDelivery(tx, DELIVERY_CHANNEL);
  return true;
}

/**
 * Ends a mailing for good: begins no further mail, from within a second. What is on the wire still gets its outcome.
 * `reason`: why, when its owner did not ask for it.
 */
export async function cancelMailing(
  db: Database,
  accountId: number,
  mailingId: string,
  reason?: string,
): Promise<boolean> {
  return stop(db, { accountId, mailingId }, 'cancelled', reason);
}

/** A mailing and how far it is; undefined when the account has none of that id. */
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
  // Committed at once: who records an outcome after this sees it.
  const [row] = await db.transaction(async (tx) => {
    const rows = await setState(tx, accountId, mailingId, from, state, reason);
    if (rows.length > 0) await (state === 'cancelled' ? endAllChunks : holdChunks)(tx, accountId, mailingId);
    return rows;
  });
  // A second pause after a crash between the two does what the first one did not come to.
  for (;;) {
    const [done] = await holdRows(db, accountId, mailingId, ROW_LEASE_SECONDS, MAX_HELD);
    if (!done || done.held < MAX_HELD) return row !== undefined;
  }
}

/** Values as JSON; PostgreSQL's text takes neither NUL nor half a surrogate pair, and no mail means them. */
function toData(values: NewRecipient['values']): string | null {
  if (!values || Object.keys(values).length === 0) return null;
  const json = JSON.stringify(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [storable(name), storable(value)])),
  );
  if (Buffer.byteLength(json) > MAX_DATA_BYTES)
    throw new RangeError(`The values of a recipient exceed ${MAX_DATA_BYTES} bytes`);
  return json;
}
