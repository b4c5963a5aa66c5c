import { sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf, type EmailAddress } from '../../../mail/address.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import {
  requireAccepted,
  requireSendAllowed,
  SANDBOX_SENDER,
  toSubmission,
  type IdempotencyKey,
} from '../messages/index.ts';
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
 * that is broken.
 */
export async function acceptSingle(
  parts: VendorParts,
  principal: Principal,
  single: VendorSingle,
): Promise<VendorAccepted> {
  const { accountId } = principal;
  const { send } = single;
  requireSendingAllowed(principal.account);
  const signingDomain = await signingDomainOf(parts, principal, single);
  const suppressed = await suppressedAmong(parts, parts.db, accountId, send.recipients);
  const recipients = send.recipients.filter((address) => !suppressed.has(address.toLowerCase()));
  const work = { single, recipients, suppressed };
  const isMailed = !single.isTest && recipients.length > 0;
  const signed = { ...send, recipients, track: single.track, ...(signingDomain && { signingDomain }) };
  const submission = isMailed ? await toSubmission(parts, principal, signed, undefined) : undefined;
  const { answer } = await parts.acceptor.acceptBatch(accountId, {
    submissions: submission ? [submission] : [],
    idempotency: repeatable(single),
    compose: ([acceptance]) => {
      if (!submission) return nextId(parts.clock.now());
      if (!acceptance) throw new Error('A send got no result');
      return uuidOf(requireAccepted(acceptance, principal, submission.countedMails).id);
    },
    also: (tx, id) => note(tx, accountId, id, work),
  });
  return { id: answer };
}

/** Under which key the answer is kept, and for which request: whoever repeats it meets the rules of the day anew. */
function repeatable({ isTest, metadata, requestKey, send, track, vendor }: VendorSingle): IdempotencyKey | undefined {
  if (requestKey === undefined) return undefined;
  const meaning = JSON.stringify({ isTest, metadata, send, track });
  return { key: `${vendor}:${requestKey}`, fingerprint: sha256(meaning).toString('base64url') };
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
}

/** Notes the message and its recipients: those who are written to by their numbers in it, the others behind them. */
async function note(tx: Tx, accountId: number, id: string, { recipients, single, suppressed }: Work): Promise<void> {
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
  const events = all.flatMap((address, recipientNo): NewVendorEvent[] => {
    const of = { vendor, domain, messageId: id, recipientNo, recipient: asWritten[recipientNo] ?? address };
    const by = suppressed.get(address.toLowerCase());
    const accepted: NewVendorEvent = { ...of, event: 'accepted', details: {} };
    return by && !single.isTest
      ? [accepted, { ...of, event: 'suppressed', details: { suppressedBy: by } }]
      : [accepted];
  });
  await recordVendorEvents(tx, accountId, events);
}

/** The UUID behind a public id of ours. */
function uuidOf(id: string): string {
  return id.replace(/^tm_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
