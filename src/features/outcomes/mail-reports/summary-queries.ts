import { statement } from '../../../base/db.ts';

/**
 * Returns the from and where clauses for the reports whose time range begins on one of the given UTC days. The query
 * uses the index mail_report_time.
 */
const REPORTS = (kind: 'dmarc' | 'tls'): string => `mail_report r
   where r.account_id = $1 and r.domain = $2 and r.kind = '${kind}'
     and r.begins_at >= $3::date::timestamp at time zone 'utc'
     and r.begins_at < ($4::date + 1)::timestamp at time zone 'utc'`;

type Days = [accountId: number, domain: string, fromDay: string, toDay: string];

export const dmarcTotals = statement<
  Days,
  { readonly reports: number; readonly messages: number; readonly aligned: number; readonly sources: number }
>(
  'mail_reports_dmarc_totals',
  `with reports as (select r.id from ${REPORTS('dmarc')})
   select (select count(*) from reports) as reports, coalesce(sum(d.messages), 0)::bigint as messages,
     coalesce(sum(d.messages) filter (where d.dkim_aligned or d.spf_aligned), 0)::bigint as aligned,
     count(distinct d.source_ip) as sources
   from reports join dmarc_report_row d on d.account_id = $1 and d.report = reports.id`,
);

/** Selects the sources with the most messages. Uses the primary key of dmarc_report_row. */
export const dmarcSources = statement<
  [...Days, limit: number],
  {
    readonly source_ip: string;
    readonly messages: number;
    readonly aligned: number;
    readonly dkim_aligned: number;
    readonly spf_aligned: number;
    readonly not_delivered: number;
  }
>(
  'mail_reports_dmarc_sources',
  `with reports as (select r.id from ${REPORTS('dmarc')})
   select host(d.source_ip) as source_ip, sum(d.messages)::bigint as messages,
     coalesce(sum(d.messages) filter (where d.dkim_aligned or d.spf_aligned), 0)::bigint as aligned,
     coalesce(sum(d.messages) filter (where d.dkim_aligned), 0)::bigint as dkim_aligned,
     coalesce(sum(d.messages) filter (where d.spf_aligned), 0)::bigint as spf_aligned,
     coalesce(sum(d.messages) filter (where d.disposition <> 'none'), 0)::bigint as not_delivered
   from reports join dmarc_report_row d on d.account_id = $1 and d.report = reports.id
   group by d.source_ip order by sum(d.messages) desc, d.source_ip limit $5`,
);

/** Selects the reporters with the most failed sessions. Uses the primary key of tls_report_policy. */
export const tlsReporters = statement<
  [...Days, limit: number],
  { readonly org: string; readonly reports: number; readonly successful: number; readonly failed: number }
>(
  'mail_reports_tls_reporters',
  `with reports as (select r.id, r.org from ${REPORTS('tls')})
   select reports.org, count(distinct reports.id) as reports, sum(p.successful)::bigint as successful,
     sum(p.failed)::bigint as failed
   from reports join tls_report_policy p on p.account_id = $1 and p.report = reports.id
   group by reports.org order by sum(p.failed) desc, sum(p.successful) desc, reports.org limit $5`,
);

export const tlsTotals = statement<
  Days,
  { readonly reports: number; readonly successful: number; readonly failed: number }
>(
  'mail_reports_tls_totals',
  `with reports as (select r.id from ${REPORTS('tls')})
   select (select count(*) from reports) as reports, coalesce(sum(p.successful), 0)::bigint as successful,
     coalesce(sum(p.failed), 0)::bigint as failed
   from reports join tls_report_policy p on p.account_id = $1 and p.report = reports.id`,
);

/** Selects the failure types with the most sessions. Uses the primary key of tls_report_failure. */
export const tlsResults = statement<
  [...Days, limit: number],
  { readonly result_type: string; readonly sessions: number; readonly receiving_host: string }
>(
  'mail_reports_tls_results',
  `with reports as (select r.id from ${REPORTS('tls')})
   select f.result_type, sum(f.sessions)::bigint as sessions,
     (array_agg(f.receiving_host order by f.sessions desc))[1] as receiving_host
   from reports join tls_report_failure f on f.account_id = $1 and f.report = reports.id
   group by f.result_type order by sum(f.sessions) desc, f.result_type limit $5`,
);
