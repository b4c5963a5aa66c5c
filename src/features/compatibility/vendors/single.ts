import { sha256 } from '../../../base/crypto.ts';
import type { Tx } from '../../../base/db.ts';
import { createUuidGenerator, uuidOfId } from '../../../base/ids.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { domainOf } from '../../../mail/address.ts';
import { requireSendingAllowed } from '../../tenants/accounts/index.ts';
import {
  answerOf,
  parseAnswer,
  requireAccepted,
  requireSendAllowed,
  SANDBOX_SENDER,
  storeFiles,
  toSentFile,
  toSubmission,
  type Acceptance,
  type IdempotencyKey,
  type Submission,
} from '../../transactional/messages/index.ts';
import type { VendorAccepted, VendorParts } from './parts.ts';
import { requireAlignedSender } from './senders.ts';
import { singleRowsOf, storeSingleRows, type SingleRows } from './single-rows.ts';
import { excludedFrom } from './suppressed.ts';
import type { SuppressedBy, VendorSingle } from './types.ts';

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
  idempotency: IdempotencyKey | undefined = repeatable(single),
): Promise<VendorAccepted> {
  const [work] = await prepare(parts, principal, [single]);
  if (!work) throw new Error('A send returned no result');
  const { left: suppressed, submission } = work;
  if (!submission) return { id: await storeUnsent(parts, principal, work, idempotency), suppressed };
  const [acceptance] = await parts.acceptor.accept(principal.accountId, [
    { ...submission, ...(idempotency && { idempotency }) },
  ]);
  return { id: idOf(principal, submission, acceptance), suppressed };
}

/** Accepts all of the given messages or none of them, and returns the results in the same order. */
export async function acceptTogether(
  parts: VendorParts,
  principal: Principal,
  singles: readonly VendorSingle[],
): Promise<readonly VendorAccepted[]> {
  const [only] = singles;
  if (only && singles.length === 1) return [await acceptSingle(parts, principal, only)];
  const works = await prepare(parts, principal, singles);
  const { answer } = await parts.acceptor.acceptBatch(principal.accountId, {
    submissions: works.flatMap(({ submission }) => submission ?? []),
    idempotency: undefined,
    compose: (acceptances) => JSON.stringify(idsOf(parts, principal, works, acceptances)),
    also: async (tx, ids) => storeUnsentOf(tx, principal.accountId, works, parseIds(ids)),
  });
  return parseIds(answer).map((id, index) => ({ id, suppressed: works[index]?.left ?? [] }));
}

/** Validates and prepares messages, and stores their files. */
async function prepare(
  parts: VendorParts,
  principal: Principal,
  singles: readonly VendorSingle[],
): Promise<readonly Work[]> {
  const { accountId } = principal;
  requireSendingAllowed(principal.account);
  const [first] = singles;
  if (!first) return [];
  const all = [...new Set(singles.flatMap(({ send }) => send.recipients))];
  // All messages of a request have the same audiences, so use those of the first message.
  const suppressed = await excludedFrom(parts, accountId, first, all);
  const works: Work[] = [];
  for (const single of singles) works.push(await workOf(parts, principal, single, suppressed));
  const files = works.flatMap(({ single, submission }) => (submission ? (single.files ?? []) : []));
  await storeFiles(parts.db, accountId, files);
  return works;
}

/** A validated message. */
interface Work {
  readonly single: VendorSingle;
  /** Recipients who are skipped, as written in the request. */
  readonly left: readonly string[];
  readonly rows: SingleRows;
  /** The message to accept, with `rows`. Undefined if nothing is sent, because of a test or without recipients. */
  readonly submission: Submission | undefined;
}

/** Validates and prepares a message. */
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
  const isSent = !isTest && recipients.length > 0;
  const files = isSent ? (single.files ?? []).map(toSentFile) : [];
  const rows = singleRowsOf(single, recipients, suppressed, files);
  if (!isSent) return { single, left, rows, submission: undefined };
  const signed = {
    ...send,
    recipients,
    track,
    ...(signingDomain && { signingDomain }),
    ...(tls && { tls }),
    ...(files.length > 0 && { files }),
  };
  const submission = await toSubmission(parts, principal, signed, undefined);
  return { single, left, rows, submission: { ...submission, extra: { store: storeSingleRows, rows } } };
}

/** Stores the record of a message that is not sent, and returns the ID of the message. */
async function storeUnsent(
  { acceptor, clock }: VendorParts,
  { accountId }: Principal,
  { rows }: Work,
  idempotency: IdempotencyKey | undefined,
): Promise<string> {
  const messageId = nextId(clock.now());
  const { answer } = await acceptor.acceptBatch(accountId, {
    submissions: [],
    idempotency,
    // The format is the same as for a message that is sent, because a repeated request may have other recipients left.
    compose: () => JSON.stringify(answerOf(messageId)),
    also: async (tx) => storeSingleRows(tx, accountId, [{ messageId, rows }]),
  });
  return uuidOfId(parseAnswer(answer).id);
}

/** Stores the records of the messages that are not sent. */
async function storeUnsentOf(tx: Tx, accountId: number, works: readonly Work[], ids: readonly string[]): Promise<void> {
  const unsent = works.flatMap(({ rows, submission }, index) =>
    submission ? [] : [{ messageId: ids[index] ?? '', rows }],
  );
  if (unsent.length > 0) await storeSingleRows(tx, accountId, unsent);
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
    at += 1;
    return idOf(principal, submission, acceptances[at - 1]);
  });
}

function idOf(principal: Principal, { countedMails }: Submission, acceptance: Acceptance | undefined): string {
  if (!acceptance) throw new Error('A send returned no result');
  return uuidOfId(requireAccepted(acceptance, principal, countedMails).id);
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
