import type { DmarcReport } from '../../../mail/dmarc-report.ts';
import type { TlsPolicy, TlsReport } from '../../../mail/tls-report.ts';

/** An attached file that may be a report. */
export interface ReportFile {
  readonly content: Uint8Array;
}

/** An email to a report address. */
export interface ReportDelivery {
  readonly receivedAt: Date;
  readonly attachments: readonly ReportFile[];
}

/** The section of a TLS report that is about one domain. */
export interface TlsReportOfDomain extends Omit<TlsReport, 'policies'> {
  readonly domain: string;
  readonly policies: readonly TlsPolicy[];
}

/** A report about one domain. */
export type DomainReport = DmarcReport | TlsReportOfDomain;
