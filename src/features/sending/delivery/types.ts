import type { Tx } from '../../../base/db.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { ComposedMail, Mail } from '../../../mail/compose.ts';
import { MAIL_CLASSES, type MailClass } from '../../../mail/mail-class.ts';

export { MAIL_CLASSES, type MailClass };

/** What a refusal was about; only `recipient` says that the address is bad. */
export type BounceClass = 'recipient' | 'mailbox-full' | 'sender' | 'policy' | 'message' | 'transient';

/** What DNS says of a domain, where nothing else does: believed, or taken for a fault of the name server. */
export type DnsVerdict = 'believed' | 'doubted';

/** What a reply asks of all mail to its site, not only of the one that it answers. */
export type SiteSignal =
  /** Fewer connections for a while. */
  | { readonly kind: 'slow' }
  /** Nothing for so long. */
  | { readonly kind: 'pause'; readonly forMs: number; readonly reason: string }
  /** One connection and one mail a minute for so long. */
  | { readonly kind: 'trickle'; readonly forMs: number; readonly reason: string };

/** The channel of hints (NOTIFY) that mail is due. */
export const DELIVERY_CHANNEL = 'postrider_delivery';

/** Names a message. */
export interface MailKey {
  readonly accountId: number;
  readonly messageId: string;
}

/** Names a message and why it is sent. */
export interface QueuedMailKey extends MailKey {
  readonly mailClass: MailClass;
}

/** A message as delivery needs it. */
export interface OutgoingMail {
  readonly mail: Mail;
  /** Whether it has one recipient, so that nobody asks for it again. */
  readonly isForOne?: boolean;
  /** What a recipient gets instead, the same on every attempt; absent when all get `mail`. */
  readonly forRecipient?: (recipientNo: number) => Mail;
  /** A recipient's mail that is composed already, the same on every attempt; goes before `forRecipient`. */
  readonly composedFor?: (recipientNo: number) => ComposedMail | Promise<ComposedMail>;
  /** Domain whose keys sign (the From domain, so that DMARC aligns). */
  readonly signingDomain: string;
  readonly envelopeFrom: EmailAddress;
}

/** One recipient's place in the queue, leased to this process until it is finished or the lease runs out. */
export interface Claim extends QueuedMailKey {
  readonly recipientNo: number;
  readonly recipient: EmailAddress;
  /** Given by the queue of chunks that it comes from; absent for a row of its own. */
  readonly chunk?: ChunkRef;
  /** Attempts finished before this one. */
  readonly attempts: number;
  readonly epoch: number;
  /**
   * How often it was claimed since its last recorded attempt without having been given back, this time among them; always
   * 1 for recipients of chunks.
   */
  readonly taken: number;
  /** Set when processes died again and again at work on it: it is given up. */
  isGivenUp?: boolean;
  /** Whether the address was suppressed when the message was accepted: reported, never delivered. */
  readonly isSuppressed: boolean;
  /** Whether it was found, when its chunk was leased, that the recipient does not want the mail any more: as suppressed. */
  readonly isUnwanted?: boolean;
  /** Whether an earlier attempt had already handed the mail over (and got no answer). */
  readonly wasSent: boolean;
  /** Whether `delayed` has been reported. */
  readonly wasDelayed: boolean;
  /** Of a recipient of a chunk whose row cannot be read, not even its address: what kept it from that. */
  readonly lost?: Error | undefined;
}

/** What an attempt came to: given up for good, or to be tried again. */
export type OutcomeKind = 'delivered' | 'complained' | 'bounced' | 'failed' | 'suppressed' | 'deferred';

/** The result of one attempt before it is recorded. */
export interface Outcome {
  readonly kind: OutcomeKind;
  /** Enhanced status code (RFC 3463) and the server's words, or our own when no server spoke. */
  readonly status: string | null;
  readonly reason: string | null;
  /** Set for all but delivered mail. */
  readonly bounceClass?: BounceClass;
  /** Set when the reply concerns the whole site. */
  readonly signal?: SiteSignal;
  /** When the mail was handed over in full, in milliseconds; undefined when it never was. */
  readonly handedOverAtMs: number | undefined;
  /** Whether a process died before it heard the answer: it is tried again at once, unless that happens again and again. */
  readonly isInDoubt?: boolean;
  /** A deferral that waits so long at least, whatever the schedule says. */
  readonly retryAfterMs?: number;
  /** Set when DNS alone says that the address is bad, or when it seems to be wrong in that. */
  readonly dnsAlone?: DnsVerdict;
  /** Set when there was no mail to be offered. */
  readonly unprepared?: Unprepared;
}

/** What kept a mail from being prepared, for the operator. */
export interface Unprepared {
  /** What cannot be read, in words that are the same for all mails with that fault. */
  readonly what: string;
  /** The words of the error. */
  readonly cause: string;
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
  /** Whose servers they are; absent where no way was found. */
  readonly provider?: string | undefined;
}

/** An outcome as it was recorded, for listeners. */
export interface RecordedOutcome {
  /** A UUID: what listeners make of the outcome bears names that come from it, the same whenever they are told. */
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
  /** True on the one deferral that is to be reported as `delayed`. */
  readonly becameDelayed: boolean;
  /** Whether an attempt before this one put it off; absent of what a report tells. */
  readonly wasDelayed?: boolean;
  /** When a mail that was put off is tried again. */
  readonly retryAt?: Date | undefined;
  /** The mailbox provider that it was offered to, as far as the way tells. */
  readonly provider?: string | undefined;
  /** What the reply asked of all mail to its site. */
  readonly signal?: SiteSignal | undefined;
  /** Set when no server was asked, because DNS says that there is none. */
  readonly dnsAlone?: DnsVerdict | undefined;
  /** What kept the mail from being prepared, when that is why. */
  readonly unprepared?: Unprepared | undefined;
  /** The server that answered, when one did. */
  readonly host?: string | null;
  /** Of a late bounce: when the delivery that it takes back was recorded. */
  readonly deliveredAt?: Date | undefined;
  /**
   * How it went: `inbox`, `relay`, `direct`; the others say that nobody was asked: `test` (a test address), `suppressed` (the
   * suppression list), `none` (there was no mail to be offered).
   */
  readonly route: string;
}

/** Told of an account's outcomes inside the transaction that records them: what it writes stands or falls with them. */
export type OutcomeListener = (tx: Tx, accountId: number, outcomes: readonly RecordedOutcome[]) => Promise<void>;

/** A listener by a name that stays: what it missed is kept under it. One that fails costs nobody else anything. */
export interface NamedListener {
  readonly name: string;
  /** Names that it had: what is kept under them is told to it. */
  readonly formerly?: readonly string[];
  /** Whose outcomes it is told: those of mail of these classes, and never with any other. */
  readonly hears: readonly MailClass[];
  readonly hear: OutcomeListener;
}

/** A chunk of recipients that is leased as a whole; what it is, its queue knows. */
export interface ChunkRef {
  readonly chunkNo: number;
}

/** An outcome as it is written: the state that follows from it and, when it is to be tried again, after how long. */
export interface FinishedRow {
  readonly claim: Claim;
  readonly kind: OutcomeKind;
  /** Column delivery.status. */
  readonly status: number;
  readonly delayMs: number | undefined;
  readonly becameDelayed: boolean;
  /** Whether nobody knows what came of it, because the process died: then it was taken up once more for nothing. */
  readonly isInDoubt: boolean;
  readonly enhanced: string | null;
  readonly reason: string | null;
  readonly details: AttemptDetails;
}

/** By the id of a lot, the providers at which its mail is held back. */
export type HeldProviders = ReadonlyMap<string, ReadonlySet<string>>;

/** A recipient that is held back at a provider. */
export interface HeldAt {
  readonly claim: Claim;
  readonly provider: string;
}

/** Recipients that are queued in chunks instead of one by one, as those of a campaign are. */
export interface ChunkQueue {
  /** Leases a chunk that is due and gives those of its recipients that have no outcome; empty when none is due. */
  claim(): Promise<readonly Claim[]>;
  /** True while the lease of the claim's chunk is sure to hold for some seconds more; whoever hears false lets go of it. */
  isSafe(claim: Claim): boolean;
  /** Writes outcomes of one account; returns the indexes of those that were still ours. A deferred one becomes a row. */
  finish(tx: Tx, accountId: number, rows: readonly FinishedRow[]): Promise<number[]>;
  /** Leaves recipients aside whose outcome is kept elsewhere, so that their chunk can come to its end. */
  leave(tx: Tx, claims: readonly Claim[]): Promise<void>;
  /**
   * Turns recipients into rows of `delivery`, due after the delay, without an attempt: their site is slow, another's or
   * stopped, or their mailing is paused, whose end they wait for then. Those of an account for which that fails are leased anew
   * within half a minute.
   */
  giveBack(claims: readonly Claim[], delayMs: number, isStopped?: boolean): Promise<void>;
  /** Gives rows of `delivery` back without an attempt whose mail was held: they wait for the end of the pause. */
  hold(claims: readonly Claim[]): Promise<void>;
  /** Of lots in delivery, the mailbox providers at which their account holds mail back; asked while campaigns are at hand. */
  heldProviders(): Promise<HeldProviders>;
  /** Gives recipients back without an attempt that are held at their provider: they wait until their account lets it go on. */
  holdAt(held: readonly HeldAt[]): Promise<void>;
  /** Ends the leases of all chunks held, at shutdown: whoever claims them goes on where outcomes end. */
  giveBackAll(): Promise<void>;
}

/** Writes outcomes of recipients in chunks that could not be written when they were known; such that stand already hold. */
export type ChunkStateWriter = OutcomeListener;

/** A fixed outcome of an address that is not delivered to (test addresses). */
export interface SimulatedOutcome {
  readonly kind: Exclude<OutcomeKind, 'deferred'>;
  readonly status: string;
  readonly reason: string;
  /** How long after the mail was handed over the outcome comes, beside the time that a server takes. */
  readonly afterMs: number;
}
