import type { Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { ComposedMail, Mail } from '../../../mail/compose.ts';
import { MAIL_CLASSES, type MailClass } from '../../../mail/mail-class.ts';

export { MAIL_CLASSES, type MailClass };

/** What a refusal is about; only `recipient` means that the address is invalid. */
export type BounceClass = 'recipient' | 'mailbox-full' | 'sender' | 'policy' | 'message' | 'transient';

/** How a result that is based on DNS alone is judged: believed, or attributed to a faulty name server. */
export type DnsVerdict = 'believed' | 'doubted';

/** What a reply requests for all messages to its site, not only for the message that it answers. */
export type SiteSignal =
  /** Use fewer connections for a while. */
  | { readonly kind: 'slow' }
  /** Send nothing for `forMs`. */
  | { readonly kind: 'pause'; readonly forMs: number; readonly reason: string }
  /** Use one connection and send one message a minute for `forMs`. */
  | { readonly kind: 'trickle'; readonly forMs: number; readonly reason: string };

/** NOTIFY channel for hints that messages may be due. */
export const DELIVERY_CHANNEL = 'postrider_delivery';

export interface MailKey {
  readonly accountId: number;
  readonly messageId: string;
}

/** The key and the class of a message. */
export interface QueuedMailKey extends MailKey {
  readonly mailClass: MailClass;
}

/** A message in the form that delivery needs. */
export interface OutgoingMail {
  readonly mail: Mail;
  /** Whether the message has one recipient, so that nothing needs to be kept for others. */
  readonly isForOne?: boolean;
  /** Returns the message of one recipient, the same on every attempt; absent if all recipients get `mail`. */
  readonly forRecipient?: (recipientNo: number) => Mail;
  /**
   * Returns the message of one recipient already composed, the same on every attempt; takes precedence over
   * `forRecipient`.
   */
  readonly composedFor?: (recipientNo: number) => ComposedMail | Promise<ComposedMail>;
  /** Domain whose keys sign the message (the From domain, so that DMARC aligns). */
  readonly signingDomain: string;
  readonly envelopeFrom: EmailAddress;
}

/** One recipient's entry in the queue, leased to this process until it is finished or the lease expires. */
export interface Claim extends QueuedMailKey {
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  /** Set by the chunk queue that the recipient comes from; absent for a separate row. */
  readonly chunk?: ChunkRef;
  /** Number of attempts finished before this one. */
  readonly attempts: number;
  readonly epoch: number;
  /**
   * Number of claims since the last recorded attempt that did not end with a release, including this one; always 1 for
   * recipients of chunks.
   */
  readonly taken: number;
  /** Set if processes died repeatedly while they worked on the message; it is then no longer tried. */
  isExpired?: boolean;
  /** Whether the address was suppressed when the message was accepted; reported, never delivered. */
  readonly isSuppressed: boolean;
  /**
   * Whether, when its chunk was leased, the recipient no longer wanted the message; handled like a suppressed address.
   */
  readonly isUnwanted?: boolean;
  /** Whether an earlier attempt sent the whole message but got no reply. */
  readonly wasSent: boolean;
  /** Whether `delayed` has been reported. */
  readonly wasDelayed: boolean;
  /** Set for a recipient of a chunk whose row cannot be read, not even the address: the error. */
  readonly lost?: Error | undefined;
}

/** The result of an attempt: final, or `deferred` to be retried. */
export type OutcomeKind = 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';

/** The result of one attempt before it is recorded. */
export interface Outcome {
  readonly kind: OutcomeKind;
  /** Enhanced status code (RFC 3463) and the server's reply, or our own text if no server replied. */
  readonly status: string | null;
  readonly reason: string | null;
  /** Set for all outcomes except `delivered`. */
  readonly bounceClass?: BounceClass;
  /** Set if the reply concerns the whole site. */
  readonly signal?: SiteSignal;
  /** Time when the whole message had been sent, in milliseconds; undefined if it never was. */
  readonly handedOverAtMs: number | undefined;
  /**
   * Whether a process died before it received the reply. The message is retried immediately, unless this happens
   * repeatedly.
   */
  readonly isInDoubt?: boolean;
  /** Shortest delay of a deferral, regardless of the retry schedule. */
  readonly retryAfterMs?: number;
  /** Set if the result is based on DNS alone: the address is invalid, or DNS seems to be wrong. */
  readonly dnsAlone?: DnsVerdict;
  /** Set if there was no message to send. */
  readonly unprepared?: Unprepared;
}

/** Why a message could not be prepared, for the operator. */
export interface Unprepared {
  /** What cannot be read; the same text for all messages with the same problem. */
  readonly what: string;
  /** The error message. */
  readonly cause: string;
}

/** Where an attempt was made, for the record. */
export interface AttemptDetails {
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly conversation: string;
  /** The provider that operates the servers; absent if no route was found. */
  readonly provider?: string | undefined;
}

/** An outcome as it was recorded, for listeners. */
export interface RecordedOutcome {
  /** A UUID. Listeners derive IDs from it, so that they get the same IDs if they are called again. */
  readonly id: string;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  readonly mailClass: MailClass;
  readonly kind: OutcomeKind;
  readonly status: string | null;
  readonly reason: string | null;
  readonly bounceClass: BounceClass | undefined;
  readonly handedOverAt: Date | undefined;
  readonly finishedAt: Date;
  readonly wasSent: boolean;
  /** True for the one deferral that is reported as `delayed`. */
  readonly becameDelayed: boolean;
  /** Whether an earlier attempt was deferred; absent for outcomes from reports. */
  readonly wasDelayed?: boolean;
  /** Time of the next attempt after a deferral. */
  readonly retryAt?: Date | undefined;
  /** The mailbox provider that the message was offered to, if the route determines it. */
  readonly provider?: string | undefined;
  /** What the reply requested for all messages to its site. */
  readonly signal?: SiteSignal | undefined;
  /** Set if no server was contacted, because DNS reports that there is none. */
  readonly dnsAlone?: DnsVerdict | undefined;
  /** Why the message could not be prepared, if that is the reason for the outcome. */
  readonly unprepared?: Unprepared | undefined;
  /** The server that replied, if any. */
  readonly host?: string | null;
  /** Set for a late bounce: the time when the earlier delivery was recorded. */
  readonly deliveredAt?: Date | undefined;
  /**
   * The route: `inbox`, `relay` or `direct`. The other values mean that no server was contacted: `test` (a test
   * address), `suppressed` (the suppression list), `none` (there was no message to send).
   */
  readonly route: string;
}

/**
 * Receives an account's outcomes inside the transaction that records them, so that its own writes commit or roll back
 * with them.
 */
export type OutcomeListener = (tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]) => Promise<void>;

/** A listener with a permanent name, under which missed outcomes are stored. A failing listener affects no others. */
export interface NamedListener {
  readonly name: string;
  /** Earlier names of the listener; outcomes stored under them are passed to it. */
  readonly formerly?: readonly string[];
  /** The mail classes whose outcomes it receives; outcomes of other classes are never passed with them. */
  readonly hears: readonly MailClass[];
  readonly hear: OutcomeListener;
}

/** A chunk of recipients that is leased as a whole; only its queue interprets it. */
export interface ChunkRef {
  readonly chunkNo: number;
}

/** An outcome as it is written: the resulting status and, if it is retried, the delay. */
export interface FinishedRow {
  readonly claim: Claim;
  readonly kind: OutcomeKind;
  /** Value of the column `delivery.status`. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  /** Whether the result is unknown because the process died; the claim then counts as one without an attempt. */
  readonly isInDoubt: boolean;
  readonly enhanced: string | null;
  readonly reason: string | null;
  readonly details: AttemptDetails;
}

/** The providers at which messages are held, by the ID of the recipient batch. */
export type HeldProviders = ReadonlyMap<string, ReadonlySet<string>>;

/** A recipient that is held at a provider. */
export interface HeldAt {
  readonly claim: Claim;
  readonly provider: string;
}

/** A queue of recipients in chunks instead of single rows, for example those of a campaign. */
export interface ChunkQueue {
  /** Leases a chunk that is due and returns those of its recipients that have no outcome; empty if none is due. */
  claim(): Promise<readonly Claim[]>;
  /**
   * Returns whether the lease of the claim's chunk is certain to last some seconds longer. If not, the caller must drop
   * the claim.
   */
  isSafe(claim: Claim): boolean;
  /**
   * Writes outcomes of one account. Returns the indexes of those that were still ours. A deferred one becomes a row.
   */
  finish(tx: Tx, accountId: number, rows: readonly FinishedRow[]): Promise<number[]>;
  /** Marks recipients as done whose outcome is stored elsewhere, so that their chunk can end. */
  leave(tx: Tx, claims: readonly Claim[]): Promise<void>;
  /**
   * Turns recipients into rows of `delivery` that are due after the delay, without an attempt, because their site is
   * slow, owned by another process or stopped, or because their mailing is paused; then they wait for the end of the
   * pause. If this fails for an account, its recipients are leased again within half a minute.
   */
  release(claims: readonly Claim[], delayMs: number, isStopped?: boolean): Promise<void>;
  /** Releases rows of `delivery` whose message was held, without an attempt. They wait for the end of the pause. */
  hold(claims: readonly Claim[]): Promise<void>;
  /**
   * Returns the mailbox providers at which messages of recipient batches in delivery are held. Called while this
   * process has recipients of campaigns.
   */
  heldProviders(): Promise<HeldProviders>;
  /**
   * Releases recipients that are held at their provider, without an attempt. They wait until their account resumes the
   * provider.
   */
  holdAt(held: readonly HeldAt[]): Promise<void>;
  /**
   * Ends the leases of all held chunks at shutdown. The next process that claims them continues after the recorded
   * outcomes.
   */
  releaseAll(): Promise<void>;
}

/**
 * Writes outcomes of recipients in chunks that could not be written immediately; outcomes that already exist are kept.
 */
export type ChunkStateWriter = OutcomeListener;

/** The fixed outcome of a test address, which is never contacted. */
export interface SimulatedOutcome {
  readonly kind: Exclude<OutcomeKind, 'deferred'>;
  readonly status: string;
  readonly reason: string;
  /** Delay of the outcome after the message was sent, in addition to the time that a server takes. */
  readonly afterMs: number;
}
