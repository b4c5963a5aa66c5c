import type { StorableFile } from '../../transactional/messages/index.ts';
import type { HeaderField } from '../../../mail/header.ts';
import type { EmailAddress, Mailbox } from '../../../mail/address.ts';
import type { TlsRequirement } from '../../../mail/tls-requirement.ts';
import type { Send } from '../../transactional/messages/index.ts';

/** Names of the vendors whose APIs are supported, as used in settings and records. */
export const VENDORS = ['mailgun', 'postmark', 'sendgrid', 'ses'] as const;
export type Vendor = (typeof VENDORS)[number];
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  ses: 'Amazon SES',
};

/** Custom data from the client that is included in each event. */
export type Metadata = Readonly<Record<string, string>>;

/** Whether opens and clicks of an email are tracked. Tag settings do not apply. */
export interface Track {
  readonly opens: boolean;
  readonly clicks: boolean;
}

/** Properties that all requests have, regardless of the kind of recipients. */
export interface VendorFacts {
  readonly vendor: Vendor;
  /**
   * The verified account domain that is named in the request. This domain signs the email if the From domain cannot.
   */
  readonly domain: string;
  /** The vendor's term for the kind of email, if the vendor has one. */
  readonly stream?: string;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly track: Track;
  /** The TLS level that the email requires, regardless of the receiving server. */
  readonly tls?: TlsRequirement | undefined;
  /** Whether the request is accepted and recorded without sending anything. */
  readonly isTest: boolean;
  /**
   * Audiences that the email belongs to, as in `unsubscribes/`. Recipients who are unsubscribed from any of them do not
   * receive the email.
   */
  readonly audiences?: readonly string[];
  /** Total size of the bodies, in bytes. */
  readonly bytes: number;
}

/** A single message to one or more recipients. */
export interface VendorSingle extends VendorFacts {
  readonly send: Send;
  /** Attachments, inline images, and alternatives such as calendar invitations. */
  readonly files?: readonly StorableFile[];
  /** The addresses as written in the request, keyed by parsed address. */
  readonly written: ReadonlyMap<EmailAddress, string>;
  /**
   * Key that the client sends again with a retried request. Within one day, a retried request returns the first
   * response.
   */
  readonly requestKey?: string | undefined;
  /**
   * Whether the request is rejected if all recipients are suppressed. If false, the request is accepted and the
   * suppressions are reported as events.
   */
  readonly isRefusedWhole?: boolean;
}

export interface BatchRecipient {
  /**
   * The parsed address. Undefined if the address is invalid. Invalid addresses are reported as events, and no email is
   * sent to them.
   */
  readonly address: EmailAddress | undefined;
  /** Reason why the address is invalid. Absent for valid addresses. */
  readonly fault?: string;
  /** The address as written in the request. */
  readonly written: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The placeholder for unsubscribe links in an email, and the audience that the links unsubscribe from. */
export interface UnsubscribePlaceholder {
  /**
   * Name of the audience that a recipient leaves through the link. Empty if the link adds the recipient to the
   * account's suppression list instead.
   */
  readonly audience: string;
  /**
   * Placeholder for the recipient's unsubscribe link in the subject, bodies, and headers. `pattern` also matches this
   * placeholder, with the value of the constant UNSUBSCRIBE as its first group.
   */
  readonly place: string;
}

/** An email to recipients who do not see each other, with placeholders that are replaced for each recipient. */
export interface VendorBatch extends VendorFacts {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: readonly HeaderField[];
  readonly recipients: readonly BatchRecipient[];
  /** Matches a variable. The first group of the match is the name, which may be empty. */
  readonly pattern: RegExp;
  /** Returns a variable as it is written in the text. Recipients without a value for the variable get this string. */
  readonly asWritten: (name: string) => string;
  /** The unsubscribe link. If present, `List-Unsubscribe` headers are added to emails that do not have them yet. */
  readonly unsubscribe?: UnsubscribePlaceholder | undefined;
  /** Key that the client sends again with a retried batch. Recipients who already received the batch are skipped. */
  readonly repeatKey: string | undefined;
}

/** Postrider's names for the events of an email. */
export const EVENTS = [
  'accepted',
  'delivered',
  'delayed',
  'bounced',
  'failed',
  'suppressed',
  'complained',
  'opened',
  'clicked',
] as const;
export type VendorEventName = (typeof EVENTS)[number];

/** Reason why an address is suppressed: a bounce, a complaint, or a manual entry. */
export type SuppressedBy = 'bounced' | 'complained' | 'manual';

/** Details of an event. Missing properties are unknown. */
export interface EventDetails {
  /** Enhanced status code (RFC 3463). */
  readonly status?: string | null;
  /** Reply from the server. */
  readonly reason?: string | null;
  /** The server that replied. */
  readonly host?: string | null;
  readonly suppressedBy?: SuppressedBy;
  /** Target of a click. */
  readonly url?: string;
  readonly userAgent?: string;
}

/** An event to append to the log. */
export interface NewVendorEvent {
  readonly vendor: string;
  readonly domain: string;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: VendorEventName;
  readonly details: EventDetails;
}
