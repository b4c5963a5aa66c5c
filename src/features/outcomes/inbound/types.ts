import type { Tx } from '../../../base/db.ts';
import type { Recipient } from '../../../mail/return-path.ts';

/** An attachment of a received message, with the transfer encoding decoded. */
export interface ReportAttachment {
  readonly filename: string | null;
  /** Media type in lower case. */
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/**
 * A received report as passed to its handler. It was parsed within the size and nesting limits, but is otherwise
 * unverified.
 */
export interface ReportMail {
  /** ID of the stored message (UUIDv7). It stays the same if the message is processed again. */
  readonly id: string;
  readonly receivedAt: Date;
  /** Local part of the report address: `tls-reports` or `dmarc-reports`. */
  readonly rcptLocalPart: string;
  /** Our host to which the report was sent, in lower case. */
  readonly rcptDomain: string;
  /** Envelope sender, which is not verified. Empty for the null sender. */
  readonly mailFrom: string;
  /** First value of each header field, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly attachments: readonly ReportAttachment[];
}

/**
 * Handles a TLS (RFC 8460) or DMARC (RFC 9990) report in the transaction that marks the message as processed. Resolves
 * with 'done', or with the reason why nothing was stored; the message is then kept as unreadable. A rejection rolls
 * back the transaction and is retried, up to five attempts in total.
 */
export type ReportHandler = (tx: Tx, mail: ReportMail) => Promise<string>;

/** Handlers for the two report addresses. Email to an address without a handler is kept as unclassified. */
export type ReportHandlers = Readonly<Partial<Record<ReportLocalPart, ReportHandler>>>;

/** Local parts of the addresses in our TLS-RPT and DMARC records. */
export type ReportLocalPart = 'tls-reports' | 'dmarc-reports';

/** A recipient who unsubscribed by email or by an opt-out report. */
export interface Unsubscription {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly address: string;
  /** Time at which the unsubscribe email or the report arrived. */
  readonly at: Date;
}

/** Called in the transaction that marks the message as processed. May be called twice for the same request. */
export type UnsubscribeListener = (tx: Tx, accountId: number, unsubscription: Unsubscription) => Promise<void>;

/** A recipient of bulk email, identified by the IDs in the link tokens of the email. */
export interface Subscriber {
  readonly accountId: number;
  /** ID of the campaign, automation email or confirmation. */
  readonly source: number;
  /** ID of the contact. */
  readonly recipient: number;
}

/** Unsubscribes a recipient of bulk email who sent the request by email. May be called twice for the same recipient. */
export type Leave = (tx: Tx, subscriber: Subscriber, at: Date) => Promise<void>;

export type { Recipient };
