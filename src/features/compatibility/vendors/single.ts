import { sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf, type EmailAddress } from '../../../mail/address.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import {
  requireAccepted,
  keepFiles,
  requireSendAllowed,
  SANDBOX_SENDER,
  storeFiles,
  toSentFile,
  toSubmission,
  type Acceptance,
  type IdempotencyKey,
  type Submission,
} from '../../transactional/messages/index.ts';
import { recordVendorEvents } from './append.ts';
import { storeMessage } from './batch.ts';
import type { VendorAccepted, VendorParts } from './parts.ts';
import { insertRecipients } from './queries.ts';
import { requireAlignedSender } from './senders.ts';
import { excludedFrom } from './suppressed.ts';
import type { NewVendorEvent, SuppressedBy, VendorSingle } from './types.ts';

const nextId = createUuidGenerator();

/**
 * Accepts a single message that all recipients share. Accepts it like any transactional message, and stores its vendor
 * record in the same transaction. Suppressed recipients are skipped and reported as events. Throws the error for the
 * first violated rule. If the request has a key, a repeated request returns the response to the first request.
 */
export async function acceptSingle(
  parts: VendorParts,
  principal: Principal,
  single: VendorSingle,
  idempotency?: IdempotencyKey,
): Promise<VendorAccepted> {
  const [accepted] = await acceptTogether(parts, principal, [single], idempotency ?? repeatable(single));
  if (!accepted) throw new Error('A send returned no result');
  return accepted;
}

/** Accepts all of the given messages or none of them, and returns the results in the same order. */
export async function acceptTogether(
  parts: VendorParts,
  principal: Principal,
  singles: readonly VendorSingle[],
  idempotency?: IdempotencyKey,
): Promise<readonly VendorAccepted[]> {
  const { accountId } = principal;
  requireSendingAllowed(principal.account);
  const all = [...new Set(singles.flatMap(({ send }) => send.recipients))];
  const [first] = singles;
  if (!first) return [];
  // All messages of a request have the same audiences, so use those of the first message.
  const suppressed = await excludedFrom(parts, parts.db, accountId, first, all);
  const works: Work[] = [];
  for (const single of singles) works.push(await workOf(parts, principal, single, suppressed));
  const files = works.flatMap(({ single, submission }) => (submission ? (single.files ?? []) : []));
  await storeFiles(parts.db, accountId, files);
  const { answer } = await parts.acceptor.acceptBatch(accountId, {
    submissions: works.flatMap(({ submission }) => submission ?? []),
    idempotency,
    compose: (acceptances) => JSON.stringify(idsOf(parts, principal, works, acceptances)),
    also: async (tx, ids) => noteAll(tx, accountId, parseIds(ids), works),
  });
  return parseIds(answer).map((id, index) => ({ id, suppressed: works[index]?.left ?? [] }));
}

/** Validates and prepares a message. If no recipients remain, the submission is undefined. */
async function workOf(
  parts: VendorParts,
  principal: Principal,
  single: VendorSingle,
  suppressed: ReadonlyMap<string, SuppressedBy>,
): Promise<Work> {
  const { isTest, send, tls, track } = single;
  const signingDomain = await signingDomainOf(parts, principal, single);
  const recipients = send.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
  const left = send.recipients.flatMap((address) =>
    suppressed.has(address.toLowerCase()) ? [single.written.get(address) ?? address] : [],
  );
  if (recipients.length === 0 && single.isRefusedWhole) throw inactive(left);
  const work = { single, recipients, left, suppressed };
  if (isTest || recipients.length === 0) return { ...work, submission: undefined };
  const files = single.files?.map(toSentFile);
  const signed = {
    ...send,
    recipients,
    track,
    ...(signingDomain && { signingDomain }),
    ...(tls && { tls }),
    ...(files && { files }),
  };
  return { ...work, submission: await toSubmission(parts, principal, signed, undefined) };
}

/**
 * Returns one ID per message: the ID assigned when the message was accepted, or a new ID if the message has no
 * submission. Throws the error of the first rejected message.
 */
function idsOf(
  { clock }: VendorParts,
  principal: Principal,
  works: readonly Work[],
  acceptances: readonly Acceptance[],
): string[] {
  let at = 0;
  return works.map(({ submission }) => {
    if (!submission) return nextId(clock.now());
    const acceptance = acceptances[at];
    at += 1;
    if (!acceptance) throw new Error('A send returned no result');
    return uuidOf(requireAccepted(acceptance, principal, submission.countedMails).id);
  });
}

async function noteAll(tx: Tx, accountId: number, ids: readonly string[], works: readonly Work[]): Promise<void> {
  const sent = works.map(({ submission }, index) => ({ id: ids[index] ?? '', files: submission?.send.files ?? [] }));
  await keepFiles(tx, accountId, sent);
  const events: NewVendorEvent[] = [];
  for (const [index, work] of works.entries()) events.push(...(await note(tx, accountId, ids[index] ?? '', work)));
  // This call must come last, because it holds a lock on the account's event log until the transaction ends.
  await recordVendorEvents(tx, accountId, events);
}

function parseIds(kept: string): readonly string[] {
  // Safe cast: only acceptTogether writes this value.
  return JSON.parse(kept) as string[];
}

/**
 * Returns the key and the fingerprint under which the response is stored. A repeated request is checked against the
 * current rules again.
 */
function repeatable({
  files,
  isTest,
  metadata,
  requestKey,
  send,
  track,
  vendor,
}: VendorSingle): IdempotencyKey | undefined {
  if (requestKey === undefined) return undefined;
  const meaning = JSON.stringify({ isTest, metadata, send, track, files: files?.map(toSentFile) });
  return { key: `${vendor}:${requestKey}`, fingerprint: sha256(meaning).toString('base64url') };
}

/** Creates the error for a message whose recipients are all suppressed. */
export function inactive(addresses: readonly string[]): Refusal {
  return new Refusal('recipient_suppressed', {
    message:
      'You tried to send to recipient(s) that have been marked as inactive. ' +
      `Found inactive addresses: ${addresses.join(', ')}. Inactive recipients are ones that have generated a hard ` +
      'bounce, a spam complaint, or a manual suppression.',
  });
}

/** Returns the domain that signs the message, or undefined if the From domain signs it. */
async function signingDomainOf(
  parts: VendorParts,
  principal: Principal,
  { domain, send }: VendorSingle,
): Promise<string | undefined> {
  if (send.from.address === `${SANDBOX_SENDER}@${parts.sandboxDomain}`) {
    await requireSendAllowed({ ...parts, suppressedByHash: () => Promise.resolve([]) }, principal, send);
    return undefined;
  }
  const signing = await requireAlignedSender(parts, principal, domain, send.from);
  return signing === domainOf(send.from.address) ? undefined : signing;
}

interface Work {
  readonly single: VendorSingle;
  /** Recipients to whom the message is sent. */
  readonly recipients: readonly EmailAddress[];
  readonly suppressed: ReadonlyMap<string, SuppressedBy>;
  /** Recipients who are skipped, as written in the request. */
  readonly left: readonly string[];
  readonly submission: Submission | undefined;
}

/**
 * Stores the message and its recipients: first the recipients to whom the message is sent, with their numbers, and then
 * the skipped recipients. Returns the events to record.
 */
async function note(
  tx: Tx,
  accountId: number,
  id: string,
  { recipients, single, suppressed }: Work,
): Promise<NewVendorEvent[]> {
  const { domain, send, vendor, written } = single;
  const others = send.recipients.filter((address) => suppressed.has(address.toLowerCase()));
  const all = [...recipients, ...others];
  const asWritten = all.map((address) => written.get(address) ?? address);
  await storeMessage(tx, accountId, {
    id,
    mailingId: null,
    batch: { ...single, from: send.from, subject: send.subject },
    links: [],
  });
  await insertRecipients(
    tx,
    accountId,
    id,
    all.map((_, index) => index),
    asWritten,
    all.map(() => null),
  );
  return all.flatMap((address, recipientNo): NewVendorEvent[] => {
    const of = { vendor, domain, messageId: id, recipientNo, recipient: asWritten[recipientNo] ?? address };
    const by = suppressed.get(address.toLowerCase());
    const accepted: NewVendorEvent = { ...of, event: 'accepted', details: {} };
    return by && !single.isTest
      ? [accepted, { ...of, event: 'suppressed', details: { suppressedBy: by } }]
      : [accepted];
  });
}

function uuidOf(id: string): string {
  return id.replace(/^tm_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
