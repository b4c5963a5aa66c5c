import { statement } from '../../../base/db.ts';

/** Selects the accounts that have the domain, each with its verification status. Uses the index domain_by_name. */
export const holdersOf = statement<[domain: string], { readonly account_id: number; readonly is_proved: boolean }>(
  'mail_reports_holders',
  `select account_id, verified_at is not null as is_proved from domain
   where name = $1 and deleted_at is null order by account_id limit 100`,
);

/**
 * Selects the number of rows stored in the last day for reports about a domain: one per report, plus the rows that the
 * report contains. Uses the index mail_report_received.
 */
export const partsOfLastDay = statement<[accountId: number, domain: string, now: Date], { readonly parts: number }>(
  'mail_reports_parts_of_last_day',
  `select coalesce(sum(parts + 1), 0)::bigint as parts from mail_report
   where account_id = $1 and domain = $2 and received_at > $3::timestamptz - interval '1 day'`,
);

/** Inserts a report. Returns no row if the report already exists (unique key of mail_report). */
export const insertReport = statement<
  [
    accountId: number,
    domain: string,
    kind: 'dmarc' | 'tls',
    org: string,
    reportId: string,
    begin: Date,
    end: Date,
    receivedAt: Date,
    parts: number,
  ],
  { readonly id: number }
>(
  'mail_reports_insert',
  `insert into mail_report (account_id, domain, kind, org, report_id, begins_at, ends_at, received_at, parts)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (account_id, domain, kind, org, report_id) do nothing
   returning id`,
);

export const insertDmarcRows = statement<
  [
    accountId: number,
    report: number,
    sourceIps: readonly string[],
    messages: readonly number[],
    dispositions: readonly string[],
    dkimAligned: readonly boolean[],
    spfAligned: readonly boolean[],
    headerFroms: readonly string[],
  ],
  unknown
>(
  'mail_reports_insert_dmarc_rows',
  `insert into dmarc_report_row (account_id, report, row_no, source_ip, messages, disposition, dkim_aligned, spf_aligned,
     header_from)
   select $1, $2, r.row_no, r.source_ip, r.messages, r.disposition, r.dkim_aligned, r.spf_aligned, r.header_from
   from unnest($3::inet[], $4::bigint[], $5::text[], $6::boolean[], $7::boolean[], $8::text[]) with ordinality
     as r (source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, row_no)`,
);

export const insertTlsPolicies = statement<
  [
    accountId: number,
    report: number,
    policyTypes: readonly string[],
    successful: readonly number[],
    failed: readonly number[],
  ],
  unknown
>(
  'mail_reports_insert_tls_policies',
  `insert into tls_report_policy (account_id, report, policy_no, policy_type, successful, failed)
   select $1, $2, p.policy_no, p.policy_type, p.successful, p.failed
   from unnest($3::text[], $4::bigint[], $5::bigint[]) with ordinality
     as p (policy_type, successful, failed, policy_no)`,
);

export const insertTlsFailures = statement<
  [
    accountId: number,
    report: number,
    policyNos: readonly number[],
    resultTypes: readonly string[],
    sessions: readonly number[],
    sendingIps: readonly (string | null)[],
    receivingHosts: readonly string[],
    details: readonly string[],
  ],
  unknown
>(
  'mail_reports_insert_tls_failures',
  `insert into tls_report_failure (account_id, report, failure_no, policy_no, result_type, sessions, sending_ip,
     receiving_host, detail)
   select $1, $2, f.failure_no, f.policy_no, f.result_type, f.sessions, f.sending_ip, f.receiving_host, f.detail
   from unnest($3::integer[], $4::text[], $5::bigint[], $6::inet[], $7::text[], $8::text[]) with ordinality
     as f (policy_no, result_type, sessions, sending_ip, receiving_host, detail, failure_no)`,
);

/** Counts a report about a domain that does not belong to any account. */
export const countForeign = statement<[domain: string, kind: 'dmarc' | 'tls', org: string, at: Date], unknown>(
  'mail_reports_count_foreign',
  `insert into foreign_report (domain, kind, org, last_at) values ($1, $2, $3, $4)
   on conflict (domain, kind, org)
   do update set reports = foreign_report.reports + 1, last_at = greatest(foreign_report.last_at, excluded.last_at)`,
);

/** Selects the latest reports about domains that do not belong to any account. Uses the index foreign_report_age. */
export const foreignReports = statement<
  [limit: number],
  {
    readonly domain: string;
    readonly kind: 'dmarc' | 'tls';
    readonly org: string;
    readonly reports: number;
    readonly last_at: Date;
  }
>(
  'mail_reports_foreign',
  'select domain, kind, org, reports, last_at from foreign_report order by last_at desc limit $1',
);

/**
 * Deletes at most `limit` reports that were received more than `days` days ago, with all dependent rows. Uses the index
 * mail_report_age.
 */
export const purgeOldReports = statement<[days: number, limit: number], { readonly id: number }>(
  'mail_reports_purge',
  `delete from mail_report where (account_id, id) in (
     select account_id, id from mail_report where received_at < now() - make_interval(days => $1)
     order by received_at limit $2
   ) returning id`,
);

/** Deletes rows older than `days` days, and all but the newest `kept` rows. Uses the index foreign_report_age. */
export const purgeForeign = statement<[days: number, kept: number], { readonly domain: string }>(
  'mail_reports_purge_foreign',
  `delete from foreign_report where last_at < now() - make_interval(days => $1)
     or (domain, kind, org) in (select domain, kind, org from foreign_report order by last_at desc offset $2)
   returning domain`,
);
