import { createBatcher } from '../../base/batcher.ts';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { settleEach } from '../../base/settle-each.ts';
import { domainOf, type EmailAddress } from '../../mail/address.ts';
import type { ComposedMail } from '../../mail/compose.ts';
import type { Skeleton } from '../../mail/skeleton.ts';
import { faultOf, MailHeld, type MailKey, type OutgoingMail } from '../delivery/index.ts';
import { loadRecipients, loadTemplates, statesOf } from './queries.ts';
import type { RecipientStore, Values } from './recipient-store.ts';
import { rendering } from './rendering.ts';
import { decodeTemplate, type StoredTemplate } from './template-bytes.ts';

/** Compiled templates that are kept; one takes some times the size of its mail. */
const KEPT_SKELETONS = 16;
/** Single recipients that are read in one statement. */
const MAX_LOADED = 250;
/** How old the known state of a mailing may be when one of its mails is composed. */
const STATE_MAX_AGE_MS = 500;
const MAX_STATES = 1_000;
/** For how long a template that cannot be compiled is not read again: each of its recipients comes and asks. */
const FAULT_MS = 5_000;
const RADIX = 36;

/** A recipient of a mailing. */
export interface MailingRecipient extends MailKey {
  readonly recipientNo: number;
}

export interface MailingSourceParts {
  readonly db: Db;
  readonly clock: Clock;
  /** What the queue of chunks has read already. */
  readonly store: RecipientStore;
  /** The token of a recipient's links: the same on every attempt, visible ASCII. */
  readonly linkToken: (recipient: MailingRecipient) => string;
}

/** A mailing that can be rendered. */
interface Compiled {
  readonly template: StoredTemplate;
  readonly skeleton: Skeleton;
  readonly startedAt: Date;
}

/** What keeps a mailing from being rendered, and when that was seen. */
interface Faulty {
  readonly fault: Error;
  readonly seenAtMs: number;
}

interface Loaded {
  readonly recipient: string;
  readonly values: Values;
}

/**
 * Loads mailings in the form that delivery sends. The same recipient gets the same bytes on every attempt: the Message-ID
 * comes from mailing and recipient, the Date from the mailing's start. Ids that are no mailing's are left out. A mail of a
 * mailing that is paused or cancelled is not composed any more; that rejects with MailHeld. A mailing that cannot be read
 * comes with what keeps it from that.
 */
export function createMailingSource(
  parts: MailingSourceParts,
): (keys: readonly MailKey[]) => Promise<Map<string, OutgoingMail | Error>> {
  const compiled = new Map<string, Compiled | Faulty>();
  const stateOf = createStates(parts);
  const loader = createBatcher<MailingRecipient, Loaded | undefined>({
    flush: async (recipients) => settleEach(recipients, async (group) => readRecipients(parts.db, group)),
    bytesOf: () => 1,
    maxBatch: MAX_LOADED,
    maxBatchBytes: MAX_LOADED,
    // Bounded by the recipients that the process holds.
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingBytes: Number.POSITIVE_INFINITY,
  });

  async function composedFor(key: MailKey, mailing: Compiled, recipientNo: number): Promise<ComposedMail> {
    const state = await stateOf(key);
    if (state === 'paused' || state === 'cancelled') throw new MailHeld(`The mailing is ${state}`);
    const recipient = { ...key, recipientNo };
    try {
      const loaded = parts.store.get(key.messageId, recipientNo) ?? (await loader.add(recipient));
      if (!loaded) throw new Error(`Mailing ${key.messageId} has no recipient ${recipientNo}`);
      return mailing.skeleton.render({
        // Written by addRecipients from a parsed address.
        to: { name: undefined, address: loaded.recipient as EmailAddress },
        messageId: messageIdOf(recipient, mailing.template),
        date: mailing.startedAt,
        values: loaded.values,
        linkToken: () => parts.linkToken(recipient),
      });
    } catch (error) {
      throw faultOf('what is stored of this recipient', error);
    }
  }

  async function compile(keys: readonly MailKey[]): Promise<void> {
    const rows = await loadTemplates(
      parts.db,
      keys.map((key) => key.accountId),
      keys.map((key) => key.messageId),
    );
    for (const row of rows) compiled.set(row.id, compileOrFault(row, parts.clock));
  }

  /** Whether a template is to be read: for the first time, or because it may have been mended meanwhile. */
  function isUnknown({ messageId }: MailKey): boolean {
    const known = compiled.get(messageId);
    if (!known || !('fault' in known)) return !known;
    const age = parts.clock.now() - known.seenAtMs;
    return age < 0 || age >= FAULT_MS;
  }

  return async (keys) => {
    const unknown = keys.filter(isUnknown);
    if (unknown.length > 0) await compile(unknown);
    const mails = keys.flatMap((key): [string, OutgoingMail | Error][] => {
      const mailing = compiled.get(key.messageId);
      if (!mailing) return [];
      if ('fault' in mailing) return [[key.messageId, mailing.fault]];
      return [[key.messageId, toOutgoing(key, mailing, (recipientNo) => composedFor(key, mailing, recipientNo))]];
    });
    keepLatest(compiled, keys);
    return new Map(mails);
  };
}

async function readRecipients(
  db: Db,
  recipients: readonly MailingRecipient[],
): Promise<readonly (Loaded | undefined)[]> {
  const rows = await loadRecipients(
    db,
    recipients.map((recipient) => recipient.accountId),
    recipients.map((recipient) => recipient.messageId),
    recipients.map((recipient) => recipient.recipientNo),
  );
  const found = new Map(rows.map((row) => [row.position, { recipient: row.recipient, values: row.data ?? {} }]));
  return recipients.map((_, index) => found.get(index + 1));
}

function compileOrFault(
  row: { readonly template: Buffer; readonly started_at: Date },
  clock: Clock,
): Compiled | Faulty {
  try {
    const template = decodeTemplate(row.template);
    return { template, skeleton: rendering(template, clock), startedAt: row.started_at };
  } catch (error) {
    return { fault: faultOf('the template of this mailing', error), seenAtMs: clock.now() };
  }
}

function toOutgoing(
  { accountId, messageId }: MailKey,
  { startedAt, template }: Compiled,
  composedFor: (recipientNo: number) => Promise<ComposedMail>,
): OutgoingMail {
  const { from, replyTo } = template;
  return {
    // What all recipients share; what is sent is composed for each.
    mail: {
      from,
      to: [],
      cc: [],
      replyTo,
      subject: '',
      html: undefined,
      text: undefined,
      headers: [],
      messageId: messageIdOf({ accountId, messageId, recipientNo: 0 }, template),
      date: startedAt,
    },
    composedFor,
    signingDomain: domainOf(from.address),
    envelopeFrom: from.address,
  };
}

function messageIdOf({ messageId, recipientNo }: MailingRecipient, { from }: StoredTemplate): string {
  return `${messageId.replaceAll('-', '')}.${recipientNo.toString(RADIX)}@${domainOf(from.address)}`;
}

/** Puts what was used last at the end, and forgets what is over the limit at the front. */
function keepLatest(compiled: Map<string, Compiled | Faulty>, keys: readonly MailKey[]): void {
  for (const { messageId } of keys) {
    const used = compiled.get(messageId);
    if (!used) continue;
    compiled.delete(messageId);
    compiled.set(messageId, used);
  }
  for (const oldest of compiled.keys()) {
    if (compiled.size <= KEPT_SKELETONS) return;
    compiled.delete(oldest);
  }
}

/** States of mailings, read at most twice a second each. */
function createStates({ clock, db }: MailingSourceParts): (key: MailKey) => Promise<string | undefined> {
  const known = new Map<string, { readonly readAtMs: number; readonly state: Promise<string | undefined> }>();
  return ({ accountId, messageId }) => {
    const nowMs = clock.now();
    const entry = known.get(messageId);
    if (entry && nowMs - entry.readAtMs < STATE_MAX_AGE_MS) return entry.state;
    const state = statesOf(db, [accountId], [messageId]).then(([row]) => row?.state);
    known.delete(messageId);
    known.set(messageId, { readAtMs: nowMs, state });
    // Whoever composes next asks again.
    state.catch(() => known.delete(messageId));
    const oldest = known.keys().next().value;
    if (known.size > MAX_STATES && oldest !== undefined) known.delete(oldest);
    return state;
  };
}
