import type { Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { ComposedMail, Mail } from '../../../mail/compose.ts';
import type { TlsRequirement } from '../../../mail/tls-requirement.ts';
import { MAIL_CLASSES, type MailClass } from '../../../mail/mail-class.ts';

export { MAIL_CLASSES, type MailClass };

/** Cause of a rejection. Only `recipient` means that the address is invalid. */
export type BounceClass = 'recipient' | 'mailbox-full' | 'sender' | 'policy' | 'message' | 'transient';

/**
 * Whether the DNS result that a domain does not accept email is trusted: `believed` if so, or `doubted` if the resolver
 * may be faulty.
 */
export type DnsVerdict = 'believed' | 'doubted';

/** A limit that a reply imposes on all messages to the site, not only on the rejected message. */
export type SiteSignal =
  /** Use fewer connections for a while. */
  | { readonly kind: 'slow' }
  /** Send nothing for `forMs` milliseconds. */
  | { readonly kind: 'pause'; readonly forMs: number; readonly reason: string }
  /** Use one connection and send one message a minute for `forMs`. */
  | { readonly kind: 'trickle'; readonly forMs: number; readonly reason: string };

/** Channel for NOTIFY hints that messages may be due. */
export const DELIVERY_CHANNEL = 'postrider_delivery';

export interface MailKey {
  readonly accountId: number;
  readonly messageId: string;
}

/** The key and the mail class of a message. */
export interface QueuedMailKey extends MailKey {
  readonly mailClass: MailClass;
}

/** A message with the data that delivery needs. */
export interface OutgoingMail {
  readonly mail: Mail;
  /** Whether the message has a single recipient. */
  readonly isForOne?: boolean;
  /** Returns the message for one recipient, the same on every attempt. Absent if all recipients get `mail`. */
  readonly forRecipient?: (recipientNo: number) => Mail;
  /**
   * Returns the composed message for one recipient, the same on every attempt. Takes precedence over `forRecipient`.
   */
  readonly composedFor?: (recipientNo: number) => ComposedMail | Promise<ComposedMail>;
  /** Domain whose DKIM keys sign the message: the From domain, as DMARC alignment requires. */
  readonly signingDomain: string;
  readonly envelopeFrom: EmailAddress;
  /** TLS requirement of the message. Absent if only the recipient's domain sets the requirement. */
  readonly tls?: TlsRequirement | undefined;
}

/** One recipient in the queue, leased to this process until the outcome is recorded or the lease expires. */
export interface Claim extends QueuedMailKey {
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  /** The recipient's chunk. Absent if the recipient has its own row. */
  readonly chunk?: ChunkRef;
  /** Number of finished attempts, not including the current one. */
  readonly attempts: number;
  readonly epoch: number;
  /**
   * Number of claims since the last recorded attempt, including the current claim. Claims that ended with a release are
   * not counted. Always 1 for recipients in chunks.
   */
  readonly taken: number;
  /** Set if processes died repeatedly while processing the message. The message is then not retried. */
  isExpired?: boolean;
  /**
   * Whether the address was suppressed when the message was accepted. The recipient is then reported as suppressed and
   * never gets the message.
   */
  readonly isSuppressed: boolean;
  /**
   * Whether the recipient no longer wanted the message when the chunk was leased. Such a recipient is treated like a
   * suppressed address.
   */
  readonly isUnwanted?: boolean;
  /** Whether an earlier attempt sent the whole message but received no reply. */
  readonly wasSent: boolean;
  /** Whether the `delayed` event has been reported. */
  readonly wasDelayed: boolean;
  /** The error if the row of a recipient in a chunk cannot be read. In this case, not even the address is available. */
  readonly lost?: Error | undefined;
}

/** The result of an attempt: final, or `deferred` if the message is retried. */
export type OutcomeKind = 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';

/** The result of one attempt before it is recorded. */
export interface Outcome {
  readonly kind: OutcomeKind;
  /** Enhanced status code (RFC 3463). `reason` is the server's reply, or our own text if no server replied. */
  readonly status: string | null;
  readonly reason: string | null;
  /** Cause of the rejection or deferral, if any. */
  readonly bounceClass?: BounceClass;
  /** Limit that the reply imposes on the whole site, if any. */
  readonly signal?: SiteSignal;
  /** Time at which the final dot was written, in milliseconds since the Unix epoch. Undefined if it was not written. */
  readonly handedOverAtMs: number | undefined;
  /**
   * Whether a process died before it received the reply. The message is then retried immediately, unless this happens
   * repeatedly.
   */
  readonly isInDoubt?: boolean;
  /** Minimum delay of a deferral, in milliseconds. Takes precedence over the retry schedule. */
  readonly retryAfterMs?: number;
  /**
   * `believed` if the address is considered invalid because DNS reports that the domain does not exist or does not
   * accept email. `doubted` if DNS reports no mail servers, but the resolver may be faulty.
   */
  readonly dnsAlone?: DnsVerdict;
  /** Set if the message could not be prepared. */
  readonly unprepared?: Unprepared;
}

/** The problem that prevented a message from being prepared, as reported to the operator. */
export interface Unprepared {
  /** Description of the data that cannot be read. */
  readonly what: string;
  readonly cause: string;
}

/** Recorded details of an attempt, such as its server and its SMTP conversation. */
export interface AttemptDetails {
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly conversation: string;
  /** The operator of the servers. Absent if no route was found. */
  readonly provider?: string | undefined;
}

/** A recorded outcome as passed to listeners. */
export interface RecordedOutcome {
  /** A UUID. Listeners derive IDs from it, so that a repeated call yields the same IDs. */
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
  /** Whether an earlier attempt was deferred. Absent for outcomes from reports. */
  readonly wasDelayed?: boolean;
  /** Time of the next attempt after a deferral. */
  readonly retryAt?: Date | undefined;
  /** The mailbox provider of the servers, if a route was found. */
  readonly provider?: string | undefined;
  /** Limit that the reply imposed on all messages to the same site. */
  readonly signal?: SiteSignal | undefined;
  /** Copied from the outcome. See `Outcome.dnsAlone`. */
  readonly dnsAlone?: DnsVerdict | undefined;
  /** Set if the message could not be prepared. */
  readonly unprepared?: Unprepared | undefined;
  /** The server that replied. */
  readonly host?: string | null;
  /**
   * Set for a bounce that was reported after the server had accepted the message: the end of the successful attempt.
   */
  readonly deliveredAt?: Date | undefined;
  /**
   * The route of the attempt: `inbox`, `relay`, or `direct`. `report` for an outcome from a report. `test`,
   * `suppressed`, or `none` if the message was not sent over a route.
   */
  readonly route: string;
}

/**
 * Receives an account's outcomes in the transaction that records them. The listener's writes are committed or rolled
 * back with the outcomes.
 */
export type OutcomeListener = (tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]) => Promise<void>;

/** A listener with a permanent name, under which missed outcomes are stored. */
export interface NamedListener {
  readonly name: string;
  /** Former names of the listener. It also receives outcomes that were stored under these names. */
  readonly formerly?: readonly string[];
  /** The mail classes whose outcomes the listener receives. */
  readonly hears: readonly MailClass[];
  readonly hear: OutcomeListener;
}

/** A chunk of recipients that is leased as a whole. Opaque except to its queue. */
export interface ChunkRef {
  readonly chunkNo: number;
}

/** An outcome as it is written to the database: the new status and, if the message is retried, the delay. */
export interface FinishedRow {
  readonly claim: Claim;
  readonly kind: OutcomeKind;
  /** Value of the `delivery.status` column. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  /**
   * Whether the result is unknown because the process died. If so, the counters of claims and crashes are not reset.
   */
  readonly isInDoubt: boolean;
  readonly enhanced: string | null;
  readonly reason: string | null;
  readonly details: AttemptDetails;
}

/** The providers at which messages are held, by recipient batch ID. */
export type HeldProviders = ReadonlyMap<string, ReadonlySet<string>>;

/** A recipient that is held at a provider. */
export interface HeldRecipient {
  readonly claim: Claim;
  readonly provider: string;
}

/** A queue of recipients in chunks, such as the recipients of a campaign. */
export interface ChunkQueue {
  /**
   * Leases a due chunk, and returns those of its recipients that have no outcome. Returns an empty array if it finds
   * none.
   */
  claim(): Promise<readonly Claim[]>;
  /**
   * Returns whether the lease of the claim's chunk will certainly last a few more seconds. If not, the caller must drop
   * the claim.
   */
  isSafe(claim: Claim): boolean;
  /**
   * Writes outcomes of one account. A deferred recipient becomes a row in `delivery`. Returns the indexes of the
   * outcomes whose chunk was still leased to this process.
   */
  finish(tx: Tx, accountId: number, rows: readonly FinishedRow[]): Promise<number[]>;
  /** Marks recipients whose outcome is stored elsewhere as finished, so that their chunk can be finished. */
  leave(tx: Tx, claims: readonly Claim[]): Promise<void>;
  /**
   * Moves recipients to rows of `delivery` that are due after the delay, without recording an attempt. Rows of a paused
   * mailing wait until it is resumed.
   */
  release(claims: readonly Claim[], delayMs: number, isStopped?: boolean): Promise<void>;
  /** Releases rows of `delivery` without recording an attempt. The rows wait until their mailing is resumed. */
  hold(claims: readonly Claim[]): Promise<void>;
  /** Returns the mailbox providers at which messages are held, for each recipient batch that is being delivered. */
  heldProviders(): Promise<HeldProviders>;
  /** Releases recipients without recording an attempt. They wait until their account resumes the provider. */
  holdAt(held: readonly HeldRecipient[]): Promise<void>;
  /**
   * Ends the leases of all chunks at shutdown. The next process that claims them continues with the recipients that
   * have no outcome.
   */
  releaseAll(): Promise<void>;
}

/** Writes outcomes that could not be written immediately, for recipients in chunks. */
export type ChunkStateWriter = OutcomeListener;

/** The fixed outcome of a test address. No server is contacted. */
export interface SimulatedOutcome {
  readonly kind: Exclude<OutcomeKind, 'deferred'>;
  readonly status: string;
  readonly reason: string;
  /** Delay of the outcome in milliseconds, in addition to a server's usual response time. */
  readonly afterMs: number;
}
