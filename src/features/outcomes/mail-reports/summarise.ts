import type { Db } from '../../../base/db.ts';
import { foreignReports } from './queries.ts';
import { dmarcSources, dmarcTotals, tlsReporters, tlsResults, tlsTotals } from './summary-queries.ts';

/**
 * Maximum number of sources, reporters, and failure types in a summary, each. Sources with the most messages and
 * reporters and failure types with the most failed sessions come first.
 */
export const MAX_SUMMARY_LINES = 50;

/** Days in UTC as YYYY-MM-DD, inclusive. A report counts for the day on which its time range begins. */
export interface ReportDays {
  readonly fromDay: string;
  readonly toDay: string;
}

/** Messages from one IP address with the domain in their From header. */
export interface DmarcSource {
  readonly sourceIp: string;
  readonly messages: number;
  /** Messages that pass DMARC: DKIM or SPF passed for an aligned domain. */
  readonly aligned: number;
  readonly dkimAligned: number;
  readonly spfAligned: number;
  /** Messages that receivers quarantined or rejected. */
  readonly notDelivered: number;
}

/** Summary of the reports about a domain. */
export interface ReportSummary {
  readonly dmarc: {
    readonly reports: number;
    readonly messages: number;
    readonly aligned: number;
    /** Share of aligned messages, from 0 to 1. Undefined if there are no messages. */
    readonly alignedShare: number | undefined;
    /** Total number of source addresses. */
    readonly sourceCount: number;
    readonly sources: readonly DmarcSource[];
  };
  readonly tls: {
    readonly reports: number;
    readonly successful: number;
    readonly failed: number;
    readonly results: readonly {
      readonly resultType: string;
      readonly sessions: number;
      /** The host with the most sessions. Empty if no report specifies a host. */
      readonly receivingHost: string;
    }[];
    readonly reporters: readonly {
      readonly org: string;
      readonly reports: number;
      readonly successful: number;
      readonly failed: number;
    }[];
  };
}

/**
 * Summarizes the reports about an account's domain: DMARC results by source, and TLS results by type and by reporter.
 */
export async function summarise(
  db: Db,
  accountId: number,
  domain: string,
  { fromDay, toDay }: ReportDays,
): Promise<ReportSummary> {
  const days: Days = [accountId, domain, fromDay, toDay];
  return { dmarc: await summariseDmarc(db, days), tls: await summariseTls(db, days) };
}

type Days = [accountId: number, domain: string, fromDay: string, toDay: string];

async function summariseDmarc(db: Db, days: Days): Promise<ReportSummary['dmarc']> {
  const [totals] = await dmarcTotals(db, ...days);
  const { aligned, messages, reports, sources: sourceCount } = totals ?? NO_MAIL;
  const rows = await dmarcSources(db, ...days, MAX_SUMMARY_LINES);
  const sources = rows.map((row) => ({
    sourceIp: row.source_ip,
    messages: row.messages,
    aligned: row.aligned,
    dkimAligned: row.dkim_aligned,
    spfAligned: row.spf_aligned,
    notDelivered: row.not_delivered,
  }));
  const alignedShare = messages === 0 ? undefined : aligned / messages;
  return { reports, messages, aligned, alignedShare, sourceCount, sources };
}

const NO_MAIL = { reports: 0, messages: 0, aligned: 0, sources: 0 };

async function summariseTls(db: Db, days: Days): Promise<ReportSummary['tls']> {
  const [totals] = await tlsTotals(db, ...days);
  const { failed, reports, successful } = totals ?? NO_SESSIONS;
  const rows = await tlsResults(db, ...days, MAX_SUMMARY_LINES);
  const results = rows.map((row) => ({
    resultType: row.result_type,
    sessions: row.sessions,
    receivingHost: row.receiving_host,
  }));
  return { reports, successful, failed, results, reporters: await tlsReporters(db, ...days, MAX_SUMMARY_LINES) };
}

const NO_SESSIONS = { reports: 0, successful: 0, failed: 0 };

/** Returns reports about domains that belong to no account, grouped by domain, kind and reporter, latest first. */
export async function listForeignReports(db: Db): Promise<Awaited<ReturnType<typeof foreignReports>>> {
  return foreignReports(db, MAX_SUMMARY_LINES);
}
