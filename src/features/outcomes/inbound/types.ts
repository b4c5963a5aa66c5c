import type { Tx } from '../../../base/db.ts';
import type { Recipient } from '../../../mail/return-path.ts';

/** A part of a received mail that is no text of its own, its transfer encoding undone. */
export interface ReportAttachment {
  readonly filename: string | null;
  /** In lower case. */
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/** A received report as its handler gets it: parsed, within the limits of size and nesting, otherwise unchecked. */
export interface ReportMail {
  /** Id of the stored mail (UUIDv7): the same when a mail is processed again. */
  readonly id: string;
  readonly receivedAt: Date;
  /** `tls-reports` or `dmarc-reports`. */
  readonly rcptLocalPart: string;
  /** Host of ours that it was sent to, in lower case. */
  readonly rcptDomain: string;
  /** '' for the null sender; nobody vouches for it. */
  readonly mailFrom: string;
  /** First value of each field by its name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly attachments: readonly ReportAttachment[];
}

/**
 * Takes a TLS-RPT (RFC 8460) or DMARC (RFC 9990) report inside the transaction that notes it as processed. Resolves with
 * 'done', or with the reason why there was nothing to take, in words; that mail is kept as unreadable. A rejection rolls
 * back and is tried again, five times in all.
 */
export type ReportHandler = (tx: Tx, mail: ReportMail) => Promise<string>;

/** Handlers of the two local parts of reports; mail to one without a handler is kept and not looked at. */
export type ReportHandlers = Readonly<Partial<Record<ReportLocalPart, ReportHandler>>>;

/** Local parts of the addresses that TLS-RPT and DMARC records ask others to write to. */
export type ReportLocalPart = 'tls-reports' | 'dmarc-reports';

/** A recipient who unsubscribed by mail, or by a complaint that says so. */
export interface Unsubscription {
  readonly messageId: string;
  readonly recipientNo: number;
  readonly address: string;
  /** When their mail came. */
  readonly at: Date;
}

/** Told of an unsubscription in the transaction that notes its mail as processed; may be told twice of the same. */
export type UnsubscribeListener = (tx: Tx, accountId: number, unsubscription: Unsubscription) => Promise<void>;

/** A recipient of mail to many, as its owner and the tokens of its links know it. */
export interface Subscriber {
  readonly accountId: number;
  /** The campaign, the automation's mail or the confirmation. */
  readonly source: number;
  /** The contact. */
  readonly recipient: number;
}

/** Unsubscribes a recipient of mail to many who wrote so; may be asked twice for the same. */
export type Leave = (tx: Tx, subscriber: Subscriber, at: Date) => Promise<void>;

export type { Recipient };
