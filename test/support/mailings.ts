import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/db.ts';
import type { Claim, FinishedRow, RecordedOutcome } from '../../src/features/sending/delivery/index.ts';
import { createMailingMaker, type NewMailing } from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';

const STATUS = { suppressed: 1, failed: 2, bounced: 3, complained: 4, deferred: 5, delivered: 7 } as const;
const make = createMailingMaker({ clock: systemClock });

/** Creates a short mailing. `over` overrides its properties. */
export async function makeMailing(db: Database, accountId: number, over: Partial<NewMailing> = {}): Promise<string> {
  return db.transaction((tx) =>
    make(tx, accountId, {
      mailClass: 'campaign',
      from: { name: 'News', address: addressOf('hello@news.example') },
      replyTo: [],
      subject: ['News for ', { slot: 'name', as: 'text' }],
      html: undefined,
      text: ['Hello ', { slot: 'name', as: 'text' }],
      headers: [],
      linkPrefixes: [],
      ...over,
    }),
  );
}

/**
 * Returns recipients with consecutive numbers. Each has a template value and a reference for the owner of the mailing.
 */
export function readers(count: number, behind = 0) {
  return Array.from({ length: count }, (_none, index) => {
    const no = behind + index + 1;
    return { address: addressOf(`p${no}@example.com`), values: { name: `Person ${no}` }, ref: 1_000 + no };
  });
}

/** Returns the result of an attempt for a claimed recipient, in the form in which it is recorded. */
export function finishedRow(claim: Claim, kind: FinishedRow['kind'], reason: string | null = null): FinishedRow {
  const nowMs = systemClock.now();
  return {
    claim,
    kind,
    status: STATUS[kind],
    delayMs: kind === 'deferred' ? 60_000 : undefined,
    becameDelayed: false,
    isInDoubt: false,
    enhanced: kind === 'delivered' ? '2.0.0' : '4.0.0',
    reason,
    details: {
      startedAtMs: nowMs,
      finishedAtMs: nowMs,
      route: 'direct',
      host: 'mx.example',
      address: null,
      tls: null,
      conversation: '',
    },
  };
}

/** Returns an outcome in the form in which listeners receive it. */
export function outcomeOf(batchId: string, recipientNo: number, kind: RecordedOutcome['kind']): RecordedOutcome {
  return {
    id: '019a0000-0000-7000-8000-00000000abcd',
    messageId: batchId,
    recipientNo,
    recipient: addressOf(`p${recipientNo}@example.com`),
    mailClass: 'campaign',
    kind,
    status: '2.0.0',
    reason: null,
    bounceClass: undefined,
    handedOverAt: undefined,
    finishedAt: new Date(),
    wasSent: false,
    becameDelayed: false,
    route: 'direct',
  };
}

export function addressOf(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}
