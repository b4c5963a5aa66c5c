import type { Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { ComposedMail, Mail } from '../../../mail/compose.ts';
import { MAIL_CLASSES, type MailClass } from '../../../mail/mail-class.ts';

export { MAIL_CLASSES, type MailClass };

/** What a refusal is about. Only `recipient` means that the address is invalid. */
export type BounceClass = 'recipient' | 'mailbox-full' | 'sender' | 'policy' | 'message' | 'transient';

/** How a result that is based on DNS alone is judged: as correct, or as the error of a faulty name server. */
export type DnsVerdict = 'believed' | 'doubted';

/** What a reply requests for all messages to its site, not only for the message that was refused. */
export type SiteSignal =
  /** Use fewer connections for a while. */
  | { readonly kind: 'slow' }
  /** Send nothing for `forMs`. */
  | { readonly kind: 'pause'; readonly forMs: number; readonly reason: string }
  /** Use one connection and send one message a minute for `forMs`. */
  | { readonly kind: 'trickle'; readonly forMs: number; readonly reason: string };

/** Channel for NOTIFY hints that messages may be due. */
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
  /** Whether the message has a single recipient, so that nothing needs to be kept for other recipients. */
  readonly isForOne?: boolean;
  /** Returns the message for one recipient, the same on every attempt. Absent if all recipients get `mail`. */
  readonly forRecipient?: (recipientNo: number) => Mail;
  /**
   * Returns the message for one recipient in composed form, the same on every attempt. Takes precedence over
   * `forRecipient`.
   */
  readonly composedFor?: (recipientNo: number) => ComposedMail | Promise<ComposedMail>;
  /** Domain whose keys sign the message. This is the From domain, so that DMARC aligns. */
  readonly signingDomain: string;
  readonly envelopeFrom: EmailAddress;
}

/** One recipient's entry in the queue, leased to this process until the entry is finished or the lease expires. */
export interface Claim extends QueuedMailKey {
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  /** Set by the chunk queue from which the recipient comes. Absent for a separate row. */
  readonly chunk?: ChunkRef;
  /** Number of attempts finished before the current attempt. */
  readonly attempts: number;
  readonly epoch: number;
  /**
   * Number of claims since the last recorded attempt that did not end with a release, including the current claim.
   * Always 1 for recipients of chunks.
   */
  readonly taken: number;
  /** Set if processes died repeatedly while they worked on the message. The message is then no longer tried. */
  isExpired?: boolean;
  /**
   * Whether the address was suppressed when the message was accepted. Such a recipient is reported, but the message is
   * never delivered to the address.
   */
  readonly isSuppressed: boolean;
  /**
   * Whether the recipient no longer wanted the message when its chunk was leased. Handled like a suppressed address.
   */
  readonly isUnwanted?: boolean;
  /** Whether an earlier attempt sent the whole message but got no reply. */
  readonly wasSent: boolean;
  /** Whether the event `delayed` has been reported. */
  readonly wasDelayed: boolean;
  /** The error, for a recipient of a chunk whose row cannot be read, not even its address. */
  readonly lost?: Error | undefined;
}

/** The result of an attempt: final, or `deferred` if the message is to be retried. */
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
  /** Time when the whole message had been sent, in milliseconds. Undefined if it never was. */
  readonly handedOverAtMs: number | undefined;
  /**
   * Whether a process died before receiving the reply. The message is retried immediately, unless this happens
   * repeatedly.
   */
  readonly isInDoubt?: boolean;
  /** Minimum delay of a deferral, regardless of the retry schedule. */
  readonly retryAfterMs?: number;
  /** Set if the result is based on DNS alone: either the address is invalid, or DNS seems to be wrong. */
  readonly dnsAlone?: DnsVerdict;
  /** Set if there was no message to send. */
  readonly unprepared?: Unprepared;
}

/** Why a message could not be prepared. Intended for the operator. */
export interface Unprepared {
  /** Describes what cannot be read, with the same text for all messages that have the same problem. */
  readonly what: string;
  /** The error message. */
  readonly cause: string;
}

/** Where an attempt was made, as it is recorded. */
export interface AttemptDetails {
  readonly startedAtMs: number;
  readonly finishedAtMs: number;
  readonly route: string;
  readonly host: string | null;
  readonly address: string | null;
  readonly tls: string | null;
  readonly conversation: string;
  /** The provider that operates the servers. Absent if no route was found. */
  readonly provider?: string | undefined;
}

/** A recorded outcome, in the form that listeners receive. */
export interface RecordedOutcome {
  /** A UUID. Listeners derive IDs from this UUID, so that they get the same IDs if they are called again. */
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
  /** True for the only deferral that is reported as `delayed`. */
  readonly becameDelayed: boolean;
  /** Whether an earlier attempt was deferred. Absent for outcomes from reports. */
  readonly wasDelayed?: boolean;
  /** Time of the next attempt after a deferral. */
  readonly retryAt?: Date | undefined;
  /** The mailbox provider to which the message was offered, if the route determines the provider. */
  readonly provider?: string | undefined;
  /** What the reply requested for all messages to the same site. */
  readonly signal?: SiteSignal | undefined;
  /** Set if no server was contacted, because DNS reports that the domain has none. */
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
 * Receives an account's outcomes inside the transaction that records them, so that the listener's own writes commit or
 * roll back together with the outcomes.
 */
export type OutcomeListener = (tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]) => Promise<void>;

/**
 * A listener with a permanent name, under which missed outcomes are stored. A failing listener does not affect other
 * listeners.
 */
export interface NamedListener {
  readonly name: string;
  /** Earlier names of the listener. Outcomes stored under these names are passed to the listener. */
  readonly formerly?: readonly string[];
  /**
   * The mail classes whose outcomes the listener receives. Outcomes of other classes are never passed in the same call.
   */
  readonly hears: readonly MailClass[];
  readonly hear: OutcomeListener;
}

/** A chunk of recipients that is leased as a whole. Only its queue interprets this value. */
export interface ChunkRef {
  readonly chunkNo: number;
}

/** An outcome as it is written: the resulting status and, if the message is retried, the delay. */
export interface FinishedRow {
  readonly claim: Claim;
  readonly kind: OutcomeKind;
  /** Value of the column `delivery.status`. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  /** Whether the result is unknown because the process died. The claim then counts as a claim without an attempt. */
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

/** A queue of recipients in chunks instead of single rows, for example the recipients of a campaign. */
export interface ChunkQueue {
  /**
   * Leases a chunk that is due and returns the chunk's recipients that have no outcome. Returns an empty array if no
   * chunk is due.
   */
  claim(): Promise<readonly Claim[]>;
  /**
   * Returns whether the lease of the claim's chunk is certain to last a few seconds longer. If not, the caller must
   * drop the claim.
   */
  isSafe(claim: Claim): boolean;
  /**
   * Writes outcomes of one account. Returns the indexes of the outcomes that were still ours. A deferred recipient
   * becomes a row.
   */
  finish(tx: Tx, accountId: number, rows: readonly FinishedRow[]): Promise<number[]>;
  /** Marks recipients whose outcome is stored elsewhere as done, so that their chunk can end. */
  leave(tx: Tx, claims: readonly Claim[]): Promise<void>;
  /**
   * Turns recipients into rows of `delivery` that are due after the delay, without an attempt, because their site is
   * slow, owned by another process or stopped, or because their mailing is paused. Rows of a paused mailing wait for
   * the end of the pause. If this fails for an account, the account's recipients are leased again within half a minute.
   */
  release(claims: readonly Claim[], delayMs: number, isStopped?: boolean): Promise<void>;
  /**
   * Releases, without an attempt, rows of `delivery` whose message was held. The rows wait for the end of the pause.
   */
  hold(claims: readonly Claim[]): Promise<void>;
  /**
   * Returns the mailbox providers at which messages of recipient batches in delivery are held. Called while this
   * process has recipients of campaigns.
   */
  heldProviders(): Promise<HeldProviders>;
  /**
   * Releases, without an attempt, recipients that are held at their provider. They wait until their account resumes the
   * provider.
   */
  holdAt(held: readonly HeldAt[]): Promise<void>;
  /**
   * Ends the leases of all held chunks at shutdown. The next process that claims them continues after the recorded
   * outcomes.
   */
  releaseAll(): Promise<void>;
}

/** Writes outcomes of recipients in chunks that could not be written immediately. Keeps outcomes that already exist. */
export type ChunkStateWriter = OutcomeListener;

/** The fixed outcome of a test address. No server is ever contacted for such an address. */
export interface SimulatedOutcome {
  readonly kind: Exclude<OutcomeKind, 'deferred'>;
  readonly status: string;
  readonly reason: string;
  /** Delay of the outcome after the message was sent, in addition to the time that a server takes. */
  readonly afterMs: number;
}
