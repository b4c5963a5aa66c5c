import type { Db } from '../../../base/db.ts';
import type { DmarcRow } from '../../../mail/dmarc-report.ts';
import type { TlsPolicy } from '../../../mail/tls-report.ts';
import { insertDmarcRows, insertReport, insertTlsFailures, insertTlsPolicies, partsOfLastDay } from './queries.ts';
import type { DomainReport } from './types.ts';

/**
 * Maximum number of report rows stored per account and domain in a day. Each report also counts as a row itself. The
 * number is limited because anyone can send reports.
 */
export const MAX_PARTS_A_DAY = 100_000;

/**
 * Stores a report, unless a report with the same organization, ID, and domain is already stored. Resolves with an error
 * message if the report would exceed the daily limit of the domain, and with undefined otherwise.
 */
export async function storeReport(
  db: Db,
  accountId: number,
  report: DomainReport,
  receivedAt: Date,
): Promise<string | undefined> {
  const parts = partsOf(report);
  const [kept] = await partsOfLastDay(db, accountId, report.domain, receivedAt);
  if ((kept?.parts ?? 0) + parts + 1 > MAX_PARTS_A_DAY) {
    return `More than ${MAX_PARTS_A_DAY} report rows about ${report.domain} arrived within a day.`;
  }
  const { begin, domain, end, kind, org, reportId } = report;
  const [row] = await insertReport(db, accountId, domain, kind, org, reportId, begin, end, receivedAt, parts);
  if (!row) return undefined;
  if (report.kind === 'dmarc') await storeRows(db, accountId, row.id, report.rows);
  else await storePolicies(db, accountId, row.id, report.policies);
  return undefined;
}

function partsOf(report: DomainReport): number {
  if (report.kind === 'dmarc') return report.rows.length;
  return report.policies.reduce((sum, { failures }) => sum + 1 + failures.length, 0);
}

async function storeRows(db: Db, accountId: number, id: number, rows: readonly DmarcRow[]): Promise<void> {
  await insertDmarcRows(
    db,
    accountId,
    id,
    rows.map((row) => row.sourceIp),
    rows.map((row) => row.messages),
    rows.map((row) => row.disposition),
    rows.map((row) => row.dkimAligned),
    rows.map((row) => row.spfAligned),
    rows.map((row) => row.headerFrom),
  );
}

async function storePolicies(db: Db, accountId: number, id: number, policies: readonly TlsPolicy[]): Promise<void> {
  await insertTlsPolicies(
    db,
    accountId,
    id,
    policies.map((policy) => policy.policyType),
    policies.map((policy) => policy.successful),
    policies.map((policy) => policy.failed),
  );
  const failures = policies.flatMap((policy, index) =>
    policy.failures.map((failure) => ({ failure, policyNo: index + 1 })),
  );
  await insertTlsFailures(
    db,
    accountId,
    id,
    failures.map(({ policyNo }) => policyNo),
    failures.map(({ failure }) => failure.resultType),
    failures.map(({ failure }) => failure.sessions),
    failures.map(({ failure }) => failure.sendingIp ?? null),
    failures.map(({ failure }) => failure.receivingHost),
    failures.map(({ failure }) => failure.detail),
  );
}
