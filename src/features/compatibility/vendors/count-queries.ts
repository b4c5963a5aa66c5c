import { statement } from '../../../base/db.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type EventRow } from './queries.ts';
import { FAILURE, type FailureKind } from './record-queries.ts';

/** Parameters of counts: account, vendor, domain, time span, tag, and stream. */
export type Counted = [
  accountId: number,
  vendor: string,
  domain: string | null,
  begin: Date,
  end: Date,
  tag: string | null,
  stream: string | null,
];

const OF_MESSAGE = `($6::text is null or m.tags @> array[$6::text]) and ($7::text is null or m.stream = $7)`;

const OF_EVENT = `e.account_id = $1 and e.vendor = $2 and ($3::text is null or e.domain = $3)
     and e.recorded_at >= $4 and e.recorded_at <= $5 and ${OF_MESSAGE}`;

/** Returns an SQL expression that formats the UTC day of a time, such as 2026-01-31. */
const dayOf = (time: string): string => `to_char(${time} at time zone 'utc', 'YYYY-MM-DD')`;

/** Number of emails accepted on one day, and the number of these emails that are tracked. */
export interface SentOfDay {
  readonly day: string;
  readonly mails: number;
  readonly opens_tracked: number;
  readonly clicks_tracked: number;
  readonly tracked: number;
}

/** Counts one email per recipient, without skipped recipients. Uses primary keys and the index vendor_event_visits. */
export const countSent = statement<Counted, SentOfDay>(
  'vendors_count_sent',
  `select ${dayOf('m.created_at')} as day, count(*)::integer as mails,
     count(*) filter (where m.opens_tracked)::integer as opens_tracked,
     count(*) filter (where m.clicks_tracked)::integer as clicks_tracked,
     count(*) filter (where m.opens_tracked or m.clicks_tracked)::integer as tracked
   from vendor_message m
   join vendor_recipient r on r.account_id = m.account_id and r.message_id = m.id
   where m.account_id = $1 and m.vendor = $2 and ($3::text is null or m.domain = $3)
     and m.created_at >= $4 and m.created_at <= $5 and ${OF_MESSAGE} and not m.is_test
     and not exists (select from vendor_event e where e.account_id = $1 and e.event = 'suppressed'
       and e.message_id = r.message_id and e.recipient_no = r.recipient_no)
   group by 1 order by 1`,
);

export interface FailuresOfDay {
  readonly day: string;
  readonly failure: FailureKind;
  readonly failures: number;
}

/** Counts failures by day and kind. Uses the index vendor_event_failed. */
export const countDailyFailures = statement<Counted, FailuresOfDay>(
  'vendors_count_daily_failures',
  `select ${dayOf('e.recorded_at')} as day, ${FAILURE} as failure, count(*)::integer as failures
   from ${EVENT_TABLES} where ${OF_EVENT} and e.event in ('bounced', 'failed', 'complained', 'delayed')
   group by 1, 2 order by 1, 2`,
);

/**
 * Number of opens or clicks on one day. `first_visits` counts only the first open by each recipient, or the first click
 * by each recipient on each link.
 */
export interface VisitsOfDay {
  readonly day: string;
  readonly event: 'opened' | 'clicked';
  readonly visits: number;
  readonly first_visits: number;
}

/** Counts opens and clicks by day. Uses the index vendor_event_visits. */
export const countVisitsByDay = statement<Counted, VisitsOfDay>(
  'vendors_count_visits_by_day',
  `select ${dayOf('v.recorded_at')} as day, v.event, count(*)::integer as visits,
     count(*) filter (where v.turn = 1)::integer as first_visits
   from (
     select e.recorded_at, e.event,
       row_number() over (partition by e.message_id, e.recipient_no, e.event, e.details ->> 'url' order by e.id) as turn
     from vendor_event e join vendor_message m on m.account_id = e.account_id and m.id = e.message_id
     where ${OF_EVENT} and e.event in ('opened', 'clicked')
   ) v
   group by 1, 2 order by 1, 2`,
);

type Visited = [...Counted, event: string, recipient: string | null, messageId: string | null];

const VISITED = `${OF_EVENT} and e.event in ('opened', 'clicked') and e.event = $8
     and ($9::text is null or lower(e.recipient) = lower($9)) and ($10::uuid is null or e.message_id = $10)`;

/** Selects opens or clicks, latest first. Uses the index vendor_event_visits. */
export const visitsOf = statement<[...Visited, limit: number, offset: number], EventRow>(
  'vendors_visits_of',
  `select ${EVENT_COLUMNS} from ${EVENT_TABLES} where ${VISITED}
   order by e.recorded_at desc, e.id desc limit $11 offset $12`,
);

/** Counts opens or clicks up to a limit. */
export const countVisited = statement<[...Visited, limit: number], { readonly visits: number }>(
  'vendors_count_visited',
  `select count(*)::integer as visits from (select from ${EVENT_TABLES} where ${VISITED} limit $11) counted`,
);
