import type { Tx } from '../../../base/db.ts';
import type { NamedListener, RecordedOutcome } from '../../sending/delivery/index.ts';
import { noteSuppressionDomains, suppressionReasons } from '../../sending/suppressions/for-delivery.ts';
import { recordVendorEvents } from './append.ts';
import { findMailed, findRecipients, type KnownRecipient } from './queries.ts';
import type { EventDetails, NewVendorEvent, SuppressedBy, VendorEventName } from './types.ts';

/**
 * Listener that records the outcomes of messages from other vendors' APIs. For other messages, the listener costs one
 * primary key lookup per group of outcomes. It must run after all other listeners, because it holds a lock on the
 * account's event log until the transaction ends.
 */
export const vendorListener: NamedListener = {
  name: 'vendor events',
  hears: ['transactional', 'campaign'],
  hear: recordOutcomes,
};

async function recordOutcomes(tx: Tx, accountId: number, all: readonly RecordedOutcome[]): Promise<void> {
  const reported = all.flatMap((outcome) => {
    const event = eventOf(outcome);
    return event ? [{ outcome, event }] : [];
  });
  if (reported.length === 0) return;
  const known = await knownOf(
    tx,
    accountId,
    reported.map(({ outcome }) => outcome),
  );
  if (known.size === 0) return;
  await noteSuppressionDomains(tx, accountId, causesOf(known));
  const suppressed = reported.filter(({ event, outcome }) => event === 'suppressed' && known.has(outcome));
  const reasons = await suppressionReasons(
    tx,
    accountId,
    suppressed.map(({ outcome }) => outcome.recipient),
  );
  const events = reported.flatMap(({ event, outcome }): NewVendorEvent[] => {
    const recipient = known.get(outcome);
    if (!recipient) return [];
    const by = event === 'suppressed' ? (reasons.get(outcome.recipient.toLowerCase()) ?? 'bounced') : undefined;
    return [eventFor(recipient, event, detailsOf(outcome, by))];
  });
  await recordVendorEvents(tx, accountId, events);
}

/** Returns the bounces and complaints. A listener that ran earlier may have suppressed their addresses. */
function causesOf(known: ReadonlyMap<RecordedOutcome, KnownRecipient>) {
  return [...known].flatMap(([{ kind, messageId, recipient }, { domain }]) =>
    kind === 'bounced' || kind === 'complained' ? [{ address: recipient, messageId, domain }] : [],
  );
}

export function eventFor(known: KnownRecipient, event: VendorEventName, details: EventDetails): NewVendorEvent {
  const { address, domain, message_id: messageId, recipient_no: recipientNo, vendor } = known;
  return { vendor, domain, messageId, recipientNo, recipient: address, event, details };
}

function eventOf({ becameDelayed, kind }: RecordedOutcome): VendorEventName | undefined {
  if (kind !== 'deferred') return kind;
  return becameDelayed ? 'delayed' : undefined;
}

function detailsOf(outcome: RecordedOutcome, suppressedBy: SuppressedBy | undefined): EventDetails {
  const { host, reason, status } = outcome;
  return { status, reason, host: host ?? null, ...(suppressedBy && { suppressedBy }) };
}

/**
 * Returns only the outcomes of vendor messages. Transactional messages are found by their IDs, and mailings by their
 * recipient batches.
 */
async function knownOf(
  tx: Tx,
  accountId: number,
  outcomes: readonly RecordedOutcome[],
): Promise<ReadonlyMap<RecordedOutcome, KnownRecipient>> {
  const found = new Map<RecordedOutcome, KnownRecipient>();
  for (const [find, group] of [
    [findRecipients, outcomes.filter(({ mailClass }) => mailClass === 'transactional')],
    [findMailed, outcomes.filter(({ mailClass }) => mailClass !== 'transactional')],
  ] as const) {
    if (group.length === 0) continue;
    const rows = await find(
      tx,
      accountId,
      group.map(({ messageId }) => messageId),
      group.map(({ recipientNo }) => recipientNo),
    );
    for (const row of rows) {
      const outcome = group[row.position - 1];
      if (outcome) found.set(outcome, row);
    }
  }
  return found;
}
