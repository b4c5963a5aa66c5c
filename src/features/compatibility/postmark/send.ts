import { createHash } from 'node:crypto';
import { invalid } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import {
  acceptBatch,
  acceptSingle,
  inactive,
  excludedFrom,
  type VendorAccepted,
  type VendorParts,
} from '../vendors/index.ts';
import { readMessage } from './request.ts';

/** Response to an accepted message. */
export interface Sent {
  readonly To: string;
  readonly Cc?: string;
  readonly Bcc?: string;
  readonly SubmittedAt: string;
  readonly MessageID: string;
  readonly ErrorCode: 0;
  readonly Message: string;
}

/** Accepts a message. Throws the error for the first violated rule. */
export async function sendOne(parts: VendorParts, principal: Principal, given: unknown, key?: string): Promise<Sent> {
  const { bcc, cc, mail, to } = readMessage(given);
  const { id, suppressed = [] } =
    mail.kind === 'single'
      ? await acceptSingle(parts, principal, mail.single, key === undefined ? undefined : keyed(key, given))
      : await acceptBroadcast(parts, principal, mail, key);
  return {
    To: to,
    ...(cc !== undefined && { Cc: cc }),
    ...(bcc !== undefined && { Bcc: bcc }),
    SubmittedAt: new Date(parts.clock.now()).toISOString(),
    MessageID: id,
    ErrorCode: 0,
    // Keep this exact message, because clients extract the addresses from it.
    Message:
      suppressed.length === 0
        ? 'OK'
        : `Message OK, but will not deliver to these inactive addresses: ${suppressed.join(', ')}`,
  };
}

async function acceptBroadcast(
  parts: VendorParts,
  principal: Principal,
  { batch }: Extract<ReturnType<typeof readMessage>['mail'], { kind: 'batch' }>,
  key: string | undefined,
): Promise<VendorAccepted> {
  if (key !== undefined) throw invalid({ 'Idempotency-Key': ['is supported only in the outbound stream.'] });
  const addresses = batch.recipients.flatMap(({ address }) => address ?? []);
  const excluded = await excludedFrom(parts, principal.accountId, batch, addresses);
  if (excluded.size > 0) throw inactive(batch.recipients.map(({ written }) => written));
  return acceptBatch(parts, principal, batch);
}

function keyed(key: string, given: unknown) {
  const fingerprint = createHash('sha256')
    .update(`postmark\n${JSON.stringify(given)}`)
    .digest('base64url');
  return { key, fingerprint };
}
