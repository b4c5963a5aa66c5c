import type { HeaderField } from '../../../mail/header.ts';
import type { EmailAddress, Mailbox } from '../../../mail/address.ts';
import type { Send } from '../../transactional/messages/index.ts';

/** Vendors whose API is spoken, and how they are called. */
export const VENDORS = ['mailgun', 'postmark', 'sendgrid', 'ses'] as const;
export type Vendor = (typeof VENDORS)[number];
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  ses: 'Amazon SES',
};

/** What a client wants to have back with each event. */
export type Metadata = Readonly<Record<string, string>>;

/** What is tracked in a mail; it does not depend on switches of tags. */
export interface Track {
  readonly opens: boolean;
  readonly clicks: boolean;
}

/** What every request says, whomever it is to. */
export interface VendorFacts {
  readonly vendor: Vendor;
  /** The domain that the request named, a verified one of the account; it signs where From's own cannot. */
  readonly domain: string;
  /** The vendor's word for the kind of mail, where it has kinds. */
  readonly stream?: string;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly track: Track;
  /** Accepted and noted, and sent to nobody. */
  readonly isTest: boolean;
  /** Of the bodies. */
  readonly bytes: number;
}

/** A message that all of its recipients see as one. */
export interface VendorSingle extends VendorFacts {
  readonly send: Send;
  /** The addresses as the request wrote them, by those that were parsed. */
  readonly written: ReadonlyMap<EmailAddress, string>;
  /** What the client repeats with a request that comes again: within a day it is answered as the first. */
  readonly requestKey?: string | undefined;
  /** Refused where nobody is left to be written to; else it is accepted then, and told of as events. */
  readonly isRefusedWhole?: boolean;
}

/** One recipient of a batch. */
export interface BatchRecipient {
  /** Undefined for what is no address: told of as an event, and sent nothing. */
  readonly address: EmailAddress | undefined;
  /** What is wrong with it then. */
  readonly fault?: string;
  /** As the request wrote it. */
  readonly written: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A mail to recipients who do not see each other, with places that are filled for each. */
export interface VendorBatch extends VendorFacts {
  readonly from: Mailbox;
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: readonly HeaderField[];
  readonly recipients: readonly BatchRecipient[];
  /** What stands for a variable in texts; its first group is the name, which may be empty. */
  readonly pattern: RegExp;
  /** How a variable of that name is written: it stays so for who has no value. */
  readonly asWritten: (name: string) => string;
  /** What the client repeats with a batch that comes again: who has had it is not written to twice. */
  readonly repeatKey: string | undefined;
}

/** What became of a mail, in our own words. */
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

/** Why an address is not written to. */
export type SuppressedBy = 'bounced' | 'complained' | 'manual';

/** What is told of an event beyond its name; what is absent is not known. */
export interface EventDetails {
  /** Enhanced status code (RFC 3463). */
  readonly status?: string | null;
  /** The server's words. */
  readonly reason?: string | null;
  /** The server that answered. */
  readonly host?: string | null;
  readonly suppressedBy?: SuppressedBy;
  /** Where a click led. */
  readonly url?: string;
  readonly userAgent?: string;
}

/** An event on its way into the log. */
export interface NewVendorEvent {
  readonly vendor: string;
  readonly domain: string;
  readonly messageId: string;
  readonly recipientNo: number;
  readonly recipient: string;
  readonly event: VendorEventName;
  readonly details: EventDetails;
}
