import type { Tx } from '../../base/db.ts';
import type { EmailAddress } from '../../mail/address.ts';
import type { Mail } from '../../mail/compose.ts';

/** Names a message. */
export interface MailKey {
  readonly accountId: number;
  readonly messageId: string;
}

/** A message as delivery needs it. */
export interface OutgoingMail {
  readonly mail: Mail;
  /** What a recipient gets instead, the same on every attempt; absent when all get `mail`. */
  readonly forRecipient?: (recipientNo: number) => Mail;
  /** Domain whose keys sign (the From domain, so that DMARC aligns). */
  readonly signingDomain: string;
  readonly envelopeFrom: EmailAddress;
}

/** One recipient's place in the queue, leased to this process until it is finished or the lease runs out. */
export interface Claim extends MailKey {
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  /** Attempts finished before this one. */
  readonly attempts: number;
  readonly epoch: number;
  /** Whether the address was suppressed when the message was accepted: reported, never delivered. */
  readonly isSuppressed: boolean;
  /** Whether an earlier attempt had already handed the mail over (and got no answer). */
  readonly wasSent: boolean;
  /** Whether `delayed` has been reported. */
  readonly wasDelayed: boolean;
}

/** What an attempt came to: given up for good, or to be tried again. */
export type OutcomeKind = 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';

/** The result of one attempt before it is recorded. */
export interface Outcome {
  readonly kind: OutcomeKind;
  /** Enhanced status code (RFC 3463) and the server's words, or our own when no server spoke. */
  readonly status: string | null;
  readonly reason: string | null;
  /** When the mail was handed over in full, in milliseconds; undefined when it never was. */
  readonly handedOverAtMs: number | undefined;
}

/** Where an attempt went, for the record. */
export interface AttemptDetails {
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly conversation: string;
}

/** An outcome as it was recorded, for listeners. */
export interface RecordedOutcome {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  readonly kind: OutcomeKind;
  readonly status: string | null;
  readonly reason: string | null;
  readonly handedOverAt: Date | undefined;
  readonly finishedAt: Date;
  readonly wasSent: boolean;
  /** True on the one deferral that is to be reported as `delayed`. */
  readonly becameDelayed: boolean;
  /** How it went: `inbox`, `relay`, `direct`; `test` and `suppressed` say that nobody was asked (test address, suppression list). */
  readonly route: string;
}

/** Told of an account's outcomes inside the transaction that records them: what it writes stands or falls with them. */
export type OutcomeListener = (tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]) => Promise<void>;

/** A fixed outcome of an address that is not delivered to (test addresses). */
export interface SimulatedOutcome {
  readonly kind: Exclude<OutcomeKind, 'deferred'>;
  readonly status: string;
  readonly reason: string;
  /** How long after the mail was handed over the outcome comes, beside the time that a server takes. */
  readonly afterMs: number;
}
