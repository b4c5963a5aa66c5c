import { createBatcher } from '../../../base/batcher.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { settleEach } from '../../../base/settle-each.ts';
import { domainOf, type EmailAddress } from '../../../mail/address.ts';
import type { ComposedMail } from '../../../mail/compose.ts';
import type { LinkPurpose } from '../../../mail/link-purpose.ts';
import {
  faultOf,
  MessageHeld,
  MailUnwanted,
  type MailKey,
  type OutgoingMail,
  type QueuedMailKey,
} from '../delivery/index.ts';
import type { FindUnwanted } from './open-recipients.ts';
import { loadBatches, loadRecipients, statesOf } from './queries.ts';
import type { RecipientStore, StoredRecipient } from './recipient-store.ts';
import type { StoredTemplate } from './template-bytes.ts';
import { createTemplates, nameOf, type Compiled, type TemplateKey } from './templates.ts';

/** Maximum number of individual recipients that are read in one statement. */
const MAX_LOADED = 250;
/** Maximum age, in milliseconds, of a mailing's cached state when a message is composed. */
const STATE_MAX_AGE_MS = 500;
/** Maximum number of recipient batches whose data or state is cached. */
const MAX_BATCHES = 1_000;
const RADIX = 36;

/** A recipient of a mailing. The message ID is the ID of the recipient batch. The number is unique within the batch. */
export interface MailingRecipient extends QueuedMailKey {
  readonly recipientNo: number;
  readonly mailingId: string;
  /** The owner's IDs for the mailing and the recipient. */
  readonly source: number | null;
  readonly ref: number | null;
}

export interface MailingSourceParts {
  readonly db: Db;
  readonly clock: Clock;
  /** Recipients that the chunk queue has read and cached. */
  readonly store: RecipientStore;
  /**
   * Returns the token for a recipient's links with this purpose. The token is the same on every attempt and consists of
   * visible ASCII characters.
   */
  readonly linkToken: (recipient: MailingRecipient, purpose: LinkPurpose) => string;
  /** Finds recipients that must no longer receive messages. If absent, recipients are not checked. */
  readonly unwanted?: FindUnwanted | undefined;
}

/** A recipient batch and the data of its mailing, which never change. */
interface RecipientBatch extends TemplateKey {
  readonly mailingId: string;
  readonly source: number | null;
  readonly startedAt: Date;
}

/** A recipient batch whose template can be rendered. */
interface Renderable extends RecipientBatch, Compiled {}

/**
 * Creates a function that loads mailings as messages to send. The Message-ID and the Date of a recipient's message are
 * the same on every attempt. Omits IDs that are not recipient batches. Returns an error for a mailing that cannot be
 * read. Composing a message of a paused or canceled mailing rejects with MessageHeld.
 */
export function createMailingSource(
  parts: MailingSourceParts,
): (keys: readonly QueuedMailKey[]) => Promise<Map<string, OutgoingMail | Error>> {
  const batches = new Map<string, RecipientBatch>();
  const templates = createTemplates(parts);
  const stateOf = createStates(parts);
  const loader = createBatcher<Omit<MailingRecipient, 'ref'>, StoredRecipient | undefined>({
    flush: async (recipients) => settleEach(recipients, async (group) => readRecipients(parts, group)),
    bytesOf: () => 1,
    maxBatch: MAX_LOADED,
    maxBatchBytes: MAX_LOADED,
    // No limit is needed here, because the number of leased recipients is limited.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
  });

  async function composedFor(key: QueuedMailKey, batch: Renderable, recipientNo: number): Promise<ComposedMail> {
    const state = await stateOf(key);
    if (state === 'paused' || state === 'cancelled') throw new MessageHeld(`The mailing is ${state}`);
    const recipient = { ...key, recipientNo, mailingId: batch.mailingId, source: batch.source };
    try {
      const loaded = parts.store.get(key.messageId, recipientNo) ?? (await loader.add(recipient));
      if (!loaded) throw new Error(`Recipient batch ${key.messageId} has no recipient ${recipientNo}`);
      if (loaded.isUnwanted) throw new MailUnwanted();
      return batch.skeleton.render({
        // Safe cast: addRecipients parsed the address.
        to: { name: undefined, address: loaded.recipient as EmailAddress },
        messageId: messageIdOf(key, recipientNo, batch.template),
        date: loaded.queuedAt ?? batch.startedAt,
        values: loaded.values,
        linkToken: (purpose) => parts.linkToken({ ...recipient, ref: loaded.ref }, purpose),
      });
    } catch (error) {
      throw faultOf('the stored data of this recipient', error);
    }
  }

  return async (keys) => {
    const known = await batchesOf(parts.db, batches, keys);
    const compiled = await templates([...known.values()]);
    const mails = keys.flatMap((key): [string, OutgoingMail | Error][] => {
      const batch = known.get(key.messageId);
      const template = batch && compiled.get(nameOf(batch));
      if (!template) return [];
      if (template instanceof Error) return [[key.messageId, template]];
      const renderable = { ...batch, ...template };
      return [[key.messageId, toOutgoing(key, renderable, (recipientNo) => composedFor(key, renderable, recipientNo))]];
    });
    return new Map(mails);
  };
}

/** Returns the mailings of recipient batches. Mailings that are not cached are read from the database. */
async function batchesOf(
  db: Db,
  batches: Map<string, RecipientBatch>,
  keys: readonly MailKey[],
): Promise<Map<string, RecipientBatch>> {
  const unknown = keys.filter(({ messageId }) => !batches.has(messageId));
  if (unknown.length > 0) {
    const rows = await loadBatches(
      db,
      unknown.map((key) => key.accountId),
      unknown.map((key) => key.messageId),
    );
    for (const row of rows) {
      batches.set(row.batch_id, {
        accountId: row.account_id,
        hash: row.template_hash,
        mailingId: row.mailing_id,
        source: row.source,
        startedAt: row.started_at,
      });
    }
  }
  const found = new Map(
    keys.flatMap(({ messageId }): [string, RecipientBatch][] => {
      const batch = batches.get(messageId);
      return batch ? [[messageId, batch]] : [];
    }),
  );
  for (const oldest of batches.keys()) {
    if (batches.size <= MAX_BATCHES) break;
    batches.delete(oldest);
  }
  return found;
}

async function readRecipients(
  { db, unwanted }: MailingSourceParts,
  recipients: readonly Omit<MailingRecipient, 'ref'>[],
): Promise<readonly (StoredRecipient | undefined)[]> {
  const rows = await loadRecipients(
    db,
    recipients.map((recipient) => recipient.accountId),
    recipients.map((recipient) => recipient.messageId),
    recipients.map((recipient) => recipient.recipientNo),
  );
  const found = new Map(
    rows.map(({ data, position, queued_at: queuedAt, recipient, ref }) => [
      position,
      { recipient, values: data ?? {}, ref, queuedAt },
    ]),
  );
  const suppressed = new Set(rows.flatMap((row) => (row.is_suppressed ? row.position - 1 : [])));
  const isUnwanted = await unwantedAmong(recipients, (index) =>
    recipients[index]?.source === null ? undefined : (found.get(index + 1)?.ref ?? undefined),
  );
  return recipients.map((_, index) => {
    const recipient = found.get(index + 1);
    // The recipient may have been suppressed since the previous attempt, or before the chunk was leased.
    const isOut = suppressed.has(index) || isUnwanted(index);
    return recipient && isOut ? { ...recipient, isUnwanted: true } : recipient;
  });

  /**
   * Calls `unwanted` once for each account and mail class. Returns a function that returns true for the index of a
   * recipient who must not receive the message.
   */
  async function unwantedAmong(
    of: readonly Omit<MailingRecipient, 'ref'>[],
    refOf: (index: number) => number | undefined,
  ): Promise<(index: number) => boolean> {
    if (!unwanted) return () => false;
    const indexes = Map.groupBy(of.keys(), (index) => `${of[index]?.accountId} ${of[index]?.mailClass}`);
    const marked = new Set<number>();
    for (const group of indexes.values()) {
      const first = of[group[0] ?? 0];
      const refs = group.flatMap((index) => refOf(index) ?? []);
      if (!first || refs.length === 0) continue;
      const gone = await unwanted(db, first.accountId, first.mailClass, refs);
      for (const index of group) if (gone.has(refOf(index) ?? Number.NaN)) marked.add(index);
    }
    return (index) => marked.has(index);
  }
}

function toOutgoing(
  key: MailKey,
  { startedAt, template }: Renderable,
  composedFor: (recipientNo: number) => Promise<ComposedMail>,
): OutgoingMail {
  const { from, replyTo } = template;
  return {
    // Contains only the fields that all recipients share. The message is composed for each recipient.
    mail: {
      from,
      to: [],
      cc: [],
      replyTo,
      subject: '',
      html: undefined,
      text: undefined,
      headers: [],
      messageId: messageIdOf(key, 0, template),
      date: startedAt,
    },
    composedFor,
    signingDomain: ('signingDomain' in template && template.signingDomain) || domainOf(from.address),
    envelopeFrom: from.address,
    ...('tls' in template && template.tls && { tls: template.tls }),
  };
}

function messageIdOf({ messageId }: MailKey, recipientNo: number, { from }: StoredTemplate): string {
  return `${messageId.replaceAll('-', '')}.${recipientNo.toString(RADIX)}@${domainOf(from.address)}`;
}

/**
 * Creates a function that returns the state of a recipient batch's mailing. Reads each state at most twice a second.
 */
function createStates({ clock, db }: MailingSourceParts): (key: MailKey) => Promise<string | undefined> {
  const known = new Map<string, { readonly readAtMs: number; readonly state: Promise<string | undefined> }>();
  return ({ accountId, messageId }) => {
    const nowMs = clock.now();
    const entry = known.get(messageId);
    if (entry && nowMs - entry.readAtMs < STATE_MAX_AGE_MS) return entry.state;
    const state = statesOf(db, [accountId], [messageId]).then(([row]) => row?.state);
    known.delete(messageId);
    known.set(messageId, { readAtMs: nowMs, state });
    // After an error, remove the cached state, so that the next call queries it again.
    state.catch(() => known.delete(messageId));
    const oldest = known.keys().next().value;
    if (known.size > MAX_BATCHES && oldest !== undefined) known.delete(oldest);
    return state;
  };
}
