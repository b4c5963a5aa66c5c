import type { Tx } from '../../../base/db.ts';
import { parseDmarcReport } from '../../../mail/dmarc-report.ts';
import { isReportFault, type ReportFault } from '../../../mail/report-text.ts';
import { parseTlsReport, type TlsPolicy, type TlsReport } from '../../../mail/tls-report.ts';
import { holdersOf, countForeign } from './queries.ts';
import { storeReport } from './store.ts';
import type { DomainReport, ReportDelivery } from './types.ts';
import { unpackReport } from './unpack.ts';

/**
 * Maximum number of reports in one email. Reporters send one report per email, so a higher number indicates an error or
 * an attack.
 */
export const MAX_REPORTS_OF_MAIL = 4;

const DAY_MS = 24 * 60 * 60_000;
/**
 * Maximum number of days between the end of a report period and the arrival of the report. Reports usually arrive
 * within days. An older report does not reflect the current state and may be a replayed copy.
 */
export const OLDEST_DAYS = 30;
/**
 * Maximum number of days that the end of a report period may be in the future. Allows for clock skew, and for reports
 * about a day that has not ended.
 */
export const AHEAD_DAYS = 2;
/**
 * Maximum time range of a report, in days. RFC 7489 section 7.2 and RFC 8460 section 4.1 specify one day, but some
 * reporters cover a week.
 */
export const MAX_DAYS = 32;

/**
 * Stores the DMARC (RFC 7489 section 7.2) and TLS (RFC 8460) reports attached to an email, once for each account that
 * owns the domain (see `owners`). Resolves with 'done' if a report was stored or already existed, otherwise with the
 * reason. The sender is not authenticated.
 */
export async function storeReports(tx: Tx, { attachments, receivedAt }: ReportDelivery): Promise<string> {
  const reasons: string[] = [];
  let found = 0;
  let taken = 0;
  for (const { content } of attachments) {
    const read = readReport(content, receivedAt);
    if (read === undefined) continue;
    found += 1;
    if (found > MAX_REPORTS_OF_MAIL) {
      reasons.push(`The email contains more than ${MAX_REPORTS_OF_MAIL} reports.`);
      break;
    }
    if (isReportFault(read)) {
      reasons.push(read.fault);
      continue;
    }
    for (const report of read) {
      const reason = await takeReport(tx, report, receivedAt);
      if (reason === undefined) taken += 1;
      else reasons.push(reason);
    }
  }
  if (taken > 0) return 'done';
  return [...new Set(reasons)].slice(0, MAX_REPORTS_OF_MAIL).join(' ') || 'The email contains no report.';
}

function readReport(content: Uint8Array, receivedAt: Date): readonly DomainReport[] | ReportFault | undefined {
  const file = unpackReport(content);
  if (file === undefined || isReportFault(file)) return file;
  const report = file.format === 'xml' ? parseDmarcReport(file.text) : parseTlsReport(file.text);
  if (isReportFault(report)) return report;
  const fault = faultOfTime(report, receivedAt);
  if (fault) return fault;
  return report.kind === 'dmarc' ? [report] : byDomain(report);
}

function faultOfTime(
  { begin, end }: { readonly begin: Date; readonly end: Date },
  receivedAt: Date,
): ReportFault | undefined {
  const [beginMs, endMs, receivedMs] = [begin.getTime(), end.getTime(), receivedAt.getTime()];
  if (endMs - beginMs > MAX_DAYS * DAY_MS) return { fault: `The report covers more than ${MAX_DAYS} days.` };
  if (endMs > receivedMs + AHEAD_DAYS * DAY_MS) return { fault: 'The report period is in the future.' };
  if (endMs < receivedMs - OLDEST_DAYS * DAY_MS) return { fault: 'The report period is too old.' };
  return undefined;
}

function byDomain(report: TlsReport): readonly DomainReport[] {
  const policies = new Map<string, TlsPolicy[]>();
  for (const policy of report.policies) policies.set(policy.domain, [...(policies.get(policy.domain) ?? []), policy]);
  const { begin, end, kind, org, reportId } = report;
  return [...policies].map(([domain, ofDomain]) => ({ kind, org, reportId, begin, end, domain, policies: ofDomain }));
}

async function takeReport(tx: Tx, report: DomainReport, receivedAt: Date): Promise<string | undefined> {
  const accountIds = owners(await holdersOf(tx, report.domain));
  if (accountIds.length === 0) {
    await countForeign(tx, report.domain, report.kind, report.org, receivedAt);
    return `No account has verified the domain ${report.domain}.`;
  }
  let reason: string | undefined;
  let isTaken = false;
  for (const accountId of accountIds) {
    reason = await storeReport(tx, accountId, report, receivedAt);
    isTaken ||= reason === undefined;
  }
  return isTaken ? undefined : reason;
}

/**
 * Returns the accounts for which a report is stored: all accounts that verified the domain. If no account verified the
 * domain, but exactly one account added it, returns that account. If several accounts added it, the owner is unknown,
 * and no account is returned.
 */
function owners(holders: readonly { readonly account_id: number; readonly is_proved: boolean }[]): readonly number[] {
  const proved = holders.filter(({ is_proved }) => is_proved);
  const counted = proved.length > 0 || holders.length > 1 ? proved : holders;
  return [...new Set(counted.map(({ account_id }) => account_id))];
}
