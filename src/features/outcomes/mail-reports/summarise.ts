import type { Db } from '../../../base/db.ts';
import { foreignReports } from './queries.ts';
import { dmarcSources, dmarcTotals, tlsReporters, tlsResults, tlsTotals } from './summary-queries.ts';

/** Most sources, reporters and kinds of failure of a summary, those of the most mail or sessions. */
export const MAX_SUMMARY_LINES = 50;

/** Days in UTC as YYYY-MM-DD, both included; a report counts for the day on which its time begins. */
export interface ReportDays {
  readonly fromDay: string;
  readonly toDay: string;
}

/** What came from one address under the domain's name. */
export interface DmarcSource {
  readonly sourceIp: string;
  readonly messages: number;
  /** Mails that DMARC passes: DKIM or SPF passed for an aligned domain. */
  readonly aligned: number;
  readonly dkimAligned: number;
  readonly spfAligned: number;
  /** Mails that the receivers put into quarantine or refused. */
  readonly notDelivered: number;
}

/** What receivers reported of a domain. */
export interface ReportSummary {
  readonly dmarc: {
    readonly reports: number;
    readonly messages: number;
    readonly aligned: number;
    /** Of the messages, from 0 to 1; undefined without messages. */
    readonly alignedShare: number | undefined;
    /** How many addresses there are in all. */
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
      /** The host with the most of them; '' when no report says. */
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

/** Adds up what was reported of an account's domain: DMARC by source, TLS by result and by reporter. */
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

/** Reports that came for domains of no account, by domain, kind and reporter, the latest first. */
export async function listForeignReports(db: Db): Promise<Awaited<ReturnType<typeof foreignReports>>> {
  return foreignReports(db, MAX_SUMMARY_LINES);
}
