import { sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { sameAddressKey } from '../../../mail/address.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import { addRecipients, type MailingMaker, MAX_DATA_BYTES, startMailing } from '../../sending/mailings/index.ts';
import { requireAccepted, simulateOutcome } from '../../transactional/messages/index.ts';
import { recordVendorEvents } from './append.ts';
import { MAX_FILLED_BYTES, MAX_METADATA_BYTES } from './limits.ts';
import { insertNewMessages, metadataText, toNewMessage } from './new-message.ts';
import type { VendorAccepted, VendorParts } from './parts.ts';
import { chargeMails, findRepeated, insertRepeats } from './queries.ts';
import { requireAlignedSender } from './senders.ts';
import { slotValues, substituted } from './substitute.ts';
import { textOf, withUnsubscribeLinks } from './unsubscribe.ts';
import { findUnsubscribed } from '../unsubscribes/index.ts';
import { type BatchTemplate, templateOf } from './template.ts';
import type { BatchRecipient, EventDetails, NewVendorEvent, VendorBatch } from './types.ts';
import { crowdedField, type MailTemplate } from '../../../mail/skeleton.ts';
import { isLink, type TemplateText } from '../../../mail/template.ts';

/** Values, keyed by slot name. */
type Values = Readonly<Record<string, string>>;

/** A recipient of a batch, with the data to store. */
interface Prepared extends BatchRecipient {
  readonly hash: Buffer;
  readonly values: Readonly<Record<string, string>>;
  /** The recipient's metadata, if it differs from the metadata of the message. */
  readonly metadata: string | null;
  /** Reason why nothing is sent to the recipient. If set, `address` is undefined. */
  readonly unsent: EventDetails | undefined;
}

const nextId = createUuidGenerator();

/**
 * Accepts a batch as bulk email in one transaction: each recipient gets a separate email, with a lower priority than
 * transactional email. Suppressed recipients are accepted and reported as events. If the batch has a deduplication key
 * (`repeatKey`), recipients who already received a batch with this key are skipped, and a batch without new recipients
 * returns the ID of the first batch with this key. Throws an error for the first rule that is violated.
 */
export async function acceptBatch(
  parts: VendorParts,
  principal: Principal,
  batch: VendorBatch,
): Promise<VendorAccepted> {
  const { accountId } = principal;
  requireSendingAllowed(principal.account);
  await parts.requireOpen();
  const signingDomain = await requireAlignedSender(parts, principal, batch.domain, batch.from);
  const baseUrl = await parts.trackingBaseOf(accountId, batch.domain);
  const linked = withUnsubscribeLinks(batch, { accountId, baseUrl, links: parts.unsubscribeLinks });
  const shown = await textOf(parts, accountId, linked);
  const mail = templateOf({ ...linked, text: shown }, { accountId, signingDomain, baseUrl });
  const prepared = prepare(linked, mail);
  const addresses = prepared.flatMap(({ address }) => address ?? []);
  const unsubscribed = await findUnsubscribed(parts.db, accountId, batch.vendor, batch.audiences ?? [], addresses);
  const excluded = new Set([
    ...(await parts.suppressedByHash(accountId, addresses)),
    ...addresses.filter((address) => unsubscribed.has(address.toLowerCase())),
  ]);
  return parts.db.transaction((tx) => store(tx, parts, principal, { batch: linked, excluded, mail, prepared }));
}

interface Work {
  readonly batch: VendorBatch;
  readonly mail: BatchTemplate;
  readonly prepared: readonly Prepared[];
  /**
   * Recipients who are unsubscribed from the audience, or were suppressed before their data was erased. Nothing is sent
   * to these recipients or queued for them.
   */
  readonly excluded: ReadonlySet<string>;
}

async function store(
  tx: Tx,
  parts: { readonly clock: VendorParts['clock']; readonly makeMailing: MailingMaker; readonly sandboxDomain: string },
  principal: Principal,
  { batch, excluded, mail, prepared }: Work,
): Promise<VendorAccepted> {
  const { accountId } = principal;
  const id = nextId(parts.clock.now());
  const fresh = await freshOf(tx, accountId, batch, prepared, id);
  if (fresh.length === 0) return { id: await repeatedId(tx, accountId, batch, prepared) };
  const counted = batch.isTest
    ? 0
    : fresh.filter(({ address }) => address && !simulateOutcome(address, parts.sandboxDomain)).length;
  await charge(tx, principal, counted);
  const isSent = !batch.isTest;
  const mailingId = isSent ? await parts.makeMailing(tx, accountId, { ...mail.template, mailClass: 'campaign' }) : null;
  const recipients = fresh.map(({ metadata, written }) => ({ address: written, metadata }));
  const message = toNewMessage(batch, recipients, { id: mailingId, links: mail.links });
  await insertNewMessages(tx, accountId, [{ id, message }]);
  const mailed = fresh.flatMap(({ address, values }, ref) =>
    address === undefined || excluded.has(address) ? [] : [{ address, values, ref }],
  );
  if (mailingId !== null) {
    if (mailed.length > 0) await addRecipients(tx, accountId, mailingId, mailed);
    // Send in recipient batches, as campaigns do, because a separate lease and outcome for each row would cost more
    // than the email itself.
    await startMailing(tx, accountId, mailingId);
  }
  await recordVendorEvents(tx, accountId, acceptedEvents(id, batch, fresh, excluded));
  return { id };
}

/** Returns the recipients who have not received the batch yet. */
async function freshOf(
  tx: Tx,
  accountId: number,
  { domain, isTest, repeatKey }: VendorBatch,
  prepared: readonly Prepared[],
  id: string,
): Promise<readonly Prepared[]> {
  // A test request sends nothing, so its recipients are not recorded and can still receive the batch later.
  if (repeatKey === undefined || isTest) return prepared;
  const hashes = prepared.map(({ hash }) => hash);
  const noted = await insertRepeats(tx, accountId, domain, repeatKey, hashes, id);
  const isNoted = new Set(noted.map(({ address_hash: hash }) => hash.toString('hex')));
  return prepared.filter(({ hash }) => isNoted.has(hash.toString('hex')));
}

async function repeatedId(
  tx: Tx,
  accountId: number,
  { domain, repeatKey = '' }: VendorBatch,
  prepared: readonly Prepared[],
): Promise<string> {
  const hashes = prepared.map(({ hash }) => hash);
  const [row] = await findRepeated(tx, accountId, domain, repeatKey, hashes);
  if (!row) throw new Error('The original of a repeated batch was not found');
  return row.message_id;
}

async function charge(tx: Tx, principal: Principal, mails: number): Promise<void> {
  const [row] = await chargeMails(tx, principal.accountId, mails);
  if (!row?.refused) return;
  const [kind, seconds] = row.refused;
  requireAccepted({ kind, countedAnewInSeconds: Number(seconds) }, principal, mails);
}

function acceptedEvents(
  messageId: string,
  { domain, vendor }: VendorBatch,
  recipients: readonly Prepared[],
  excluded: ReadonlySet<string>,
): NewVendorEvent[] {
  return recipients.flatMap(({ address, unsent, written }, recipientNo): NewVendorEvent[] => {
    const of = { vendor, domain, messageId, recipientNo, recipient: written } as const;
    const accepted = { ...of, event: 'accepted', details: {} } as const;
    if (unsent !== undefined) return [accepted, { ...of, event: 'failed', details: unsent }];
    if (address === undefined || !excluded.has(address)) return [accepted];
    return [accepted, { ...of, event: 'suppressed', details: { suppressedBy: 'manual' } }];
  });
}

/** Returns the failure for an invalid address, with status 5.1.3 (RFC 3463: bad destination mailbox address syntax). */
function noAddress(fault = 'is not valid.'): EventDetails {
  return { status: '5.1.3', reason: `550 5.1.3 The address ${fault}` };
}

/**
 * Returns the data to store for each recipient, without duplicate addresses. Throws validation_error if the data is too
 * large.
 */
function prepare(
  { asWritten, metadata, pattern, recipients }: VendorBatch,
  { names, template }: BatchTemplate,
): Prepared[] {
  const unfit = fitting(template);
  const seen = new Set<string>();
  return recipients.flatMap((recipient): Prepared[] => {
    const key = recipient.address === undefined ? recipient.written : sameAddressKey(recipient.address);
    if (seen.has(key)) return [];
    seen.add(key);
    const values = slotValues(names, recipient.variables, asWritten);
    if (Buffer.byteLength(JSON.stringify(values)) > MAX_DATA_BYTES) {
      throw invalid({
        'recipient-variables': [
          `for ${recipient.written} must be at most ${MAX_DATA_BYTES} bytes. Only variables that the email uses are counted.`,
        ],
      });
    }
    const own = Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, substituted(value, pattern, recipient.variables)]),
    );
    const differs = Object.entries(own).some(([name, value]) => metadata[name] !== value);
    const text = differs ? metadataText(own) : null;
    if (text !== null && Buffer.byteLength(text) > MAX_METADATA_BYTES) {
      throw invalid({ metadata: [`for ${recipient.written} must be at most ${MAX_METADATA_BYTES} bytes.`] });
    }
    const unsent = recipient.address === undefined ? noAddress(recipient.fault) : unfit(values);
    const address = unsent === undefined ? recipient.address : undefined;
    return [{ ...recipient, address, hash: sha256(key), values, metadata: text, unsent }];
  });
}

/**
 * Returns a function that checks whether an email with a recipient's values is within its size limits. The function
 * returns the error to report, or undefined if the email is within the limits. A short email can contain a variable
 * many times, so the size after substitution is limited as well.
 */
function fitting({ headers, html, subject, text }: MailTemplate): (values: Values) => EventDetails | undefined {
  const crowded = crowdedField(headers);
  const whole = measured([subject, html ?? [], text ?? [], ...headers.map(({ value }) => value)]);
  return (values) => {
    const bytes = whole(values);
    if (bytes > MAX_FILLED_BYTES) {
      const sentence = `With the recipient's values, the email has ${bytes} bytes. The maximum is ${MAX_FILLED_BYTES}`;
      return { status: '5.3.4', reason: `552 5.3.4 ${sentence}.` };
    }
    const name = crowded(values);
    if (name === undefined) return undefined;
    return { status: '5.6.0', reason: `554 5.6.0 The recipient's value is too long for a line of the header ${name}.` };
  };
}

/** Returns a function that computes the total size of `texts`, in bytes, with a recipient's values inserted. */
function measured(texts: readonly TemplateText[]): (values: Values) => number {
  let fixed = 0;
  const times = new Map<string, number>();
  for (const part of texts.flat()) {
    if (typeof part === 'string') fixed += Buffer.byteLength(part);
    else if (!isLink(part)) times.set(part.slot, (times.get(part.slot) ?? 0) + 1);
  }
  return (values) => {
    let bytes = fixed;
    for (const [name, count] of times) bytes += count * Buffer.byteLength(values[name] ?? '');
    return bytes;
  };
}
