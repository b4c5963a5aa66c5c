import { sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf, type EmailAddress } from '../../../mail/address.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import {
  requireAccepted,
  requireSendAllowed,
  SANDBOX_SENDER,
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
import { suppressedAmong } from './suppressed.ts';
import type { NewVendorEvent, SuppressedBy, VendorSingle } from './types.ts';

const nextId = createUuidGenerator();

/**
 * Takes in one message that its recipients see as one, as any transactional message, with what is noted of it in the same
 * transaction. Recipients on the suppression list are left out and told of as events. Throws the refusal of the first rule
 * that is broken. With a key a request that comes again has the answer of the first.
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

/** The same of several, of which all stand or none; in their order. */
export async function acceptTogether(
  parts: VendorParts,
  principal: Principal,
  singles: readonly VendorSingle[],
  idempotency?: IdempotencyKey,
): Promise<readonly VendorAccepted[]> {
  const { accountId } = principal;
  requireSendingAllowed(principal.account);
  const all = [...new Set(singles.flatMap(({ send }) => send.recipients))];
  const suppressed = await suppressedAmong(parts, parts.db, accountId, all);
  const works: Work[] = [];
  for (const single of singles) works.push(await workOf(parts, principal, single, suppressed));
  const { answer } = await parts.acceptor.acceptBatch(accountId, {
    submissions: works.flatMap(({ submission }) => submission ?? []),
    idempotency,
    compose: (acceptances) => JSON.stringify(idsOf(parts, principal, works, acceptances)),
    also: async (tx, ids) => noteAll(tx, accountId, parseIds(ids), works),
  });
  return parseIds(answer).map((id, index) => ({ id, suppressed: works[index]?.left ?? [] }));
}

/** Judges a message and makes it ready; one that nobody is written to has nothing to be submitted. */
async function workOf(
  parts: VendorParts,
  principal: Principal,
  single: VendorSingle,
  suppressed: ReadonlyMap<string, SuppressedBy>,
): Promise<Work> {
  const { isTest, send, track } = single;
  const signingDomain = await signingDomainOf(parts, principal, single);
  const recipients = send.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
  const left = send.recipients.flatMap((address) =>
    suppressed.has(address.toLowerCase()) ? [single.written.get(address) ?? address] : [],
  );
  if (recipients.length === 0 && single.isRefusedWhole) throw inactive(left);
  const work = { single, recipients, left, suppressed };
  if (isTest || recipients.length === 0) return { ...work, submission: undefined };
  const signed = { ...send, recipients, track, ...(signingDomain && { signingDomain }) };
  return { ...work, submission: await toSubmission(parts, principal, signed, undefined) };
}

/** The ids of messages, those that were settled where they were submitted. Throws the refusal of the first that was refused. */
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
  const events: NewVendorEvent[] = [];
  for (const [index, work] of works.entries()) events.push(...(await note(tx, accountId, ids[index] ?? '', work)));
  // Locks the order of the account's events: last.
  await recordVendorEvents(tx, accountId, events);
}

function parseIds(kept: string): readonly string[] {
  // Written by acceptTogether alone.
  return JSON.parse(kept) as string[];
}

/** Under which key the answer is kept, and for which request: whoever repeats it meets the rules of the day anew. */
function repeatable({ isTest, metadata, requestKey, send, track, vendor }: VendorSingle): IdempotencyKey | undefined {
  if (requestKey === undefined) return undefined;
  const meaning = JSON.stringify({ isTest, metadata, send, track });
  return { key: `${vendor}:${requestKey}`, fingerprint: sha256(meaning).toString('base64url') };
}

/** The refusal of a message that nobody is left to get. */
export function inactive(addresses: readonly string[]): Refusal {
  return new Refusal('recipient_suppressed', {
    message:
      'You tried to send to recipient(s) that have been marked as inactive. ' +
      `Found inactive addresses: ${addresses.join(', ')}. Inactive recipients are ones that have generated a hard ` +
      'bounce, a spam complaint, or a manual suppression.',
  });
}

/** The domain that signs where it is not From's own. */
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
  /** Who is written to. */
  readonly recipients: readonly EmailAddress[];
  readonly suppressed: ReadonlyMap<string, SuppressedBy>;
  /** Those who are not, as the request wrote them. */
  readonly left: readonly string[];
  readonly submission: Submission | undefined;
}

/**
 * Notes the message and its recipients: those who are written to by their numbers in it, the others behind them. Resolves with what is
 * to be told of it.
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

/** The UUID behind a public id of ours. */
function uuidOf(id: string): string {
  return id.replace(/^tm_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
