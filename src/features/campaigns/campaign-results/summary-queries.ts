import { statement, type Statement } from '../../../base/db.ts';
import type { CampaignState, ResendAudience } from '../campaigns/index.ts';

/** A campaign with its counters but without its content. */
export interface SummaryRow {
  readonly id: number;
  readonly title: string;
  readonly subject: string;
  readonly state: CampaignState;
  readonly fault: string | null;
  readonly list_ids: readonly number[];
  readonly tag_ids: readonly number[];
  readonly segment_ids: readonly number[];
  readonly resend_of: number | null;
  readonly resend_audience: ResendAudience | null;
  readonly scheduled_at: Date | null;
  readonly started_at: Date | null;
  readonly sent_at: Date | null;
  readonly updated_at: Date;
  readonly sent: number;
  readonly openers: number;
  readonly clickers: number;
}

/** Sort orders of campaigns. Campaigns that were not sent to anyone have no rates and come last. */
const ORDERS = {
  '-id': 'id desc',
  date: 'at, id',
  '-date': 'at desc, id desc',
  title: 'lower(title), id',
  '-title': 'lower(title) desc, id desc',
  sent: 'sent, id',
  '-sent': 'sent desc, id desc',
  open_rate: 'openers / nullif(sent, 0), id',
  '-open_rate': 'openers / nullif(sent, 0) desc nulls last, id desc',
  click_rate: 'clickers / nullif(sent, 0), id',
  '-click_rate': 'clickers / nullif(sent, 0) desc nulls last, id desc',
} as const;
export type SummaryOrder = keyof typeof ORDERS;
export const SUMMARY_ORDERS = Object.keys(ORDERS) as readonly SummaryOrder[];

type Page = [
  accountId: number,
  pattern: string | null,
  states: readonly CampaignState[] | null,
  limit: number,
  offset: number,
];

const FOUND = `c.account_id = $1 and c.deleted_at is null and c.kind = 'campaign'
     and ($2::text is null or c.title ilike $2 or c.subject ilike $2)`;

/** Statements for a page of campaigns, by sort order. They read all campaigns of the account with the primary key. */
export const summariesBy = Object.fromEntries(
  SUMMARY_ORDERS.map((order) => [
    order,
    statement<Page, SummaryRow>(
      `campaign_results_summaries_${order.replace('-', 'latest_')}`,
      `select * from (
         select c.id, c.title, c.subject, c.state, c.fault, c.list_ids, c.tag_ids, c.segment_ids, c.resend_of,
           c.resend_audience, c.scheduled_at, c.started_at, c.sent_at, c.updated_at,
           coalesce(c.sent_at, c.started_at, c.scheduled_at, c.updated_at) as at,
           coalesce(k.sent, 0)::float8 as sent, coalesce(k.openers, 0)::float8 as openers,
           coalesce(k.clickers, 0)::float8 as clickers
         from campaign c
         left join lateral (
           select sum(sent) as sent, sum(openers) as openers, sum(clickers) as clickers from campaign_count
           where account_id = $1 and campaign_id = c.id
         ) k on true
         where ${FOUND} and ($3::text[] is null or c.state = any($3))
       ) found
       order by ${ORDERS[order]} limit $4 offset $5`,
    ),
  ]),
) as Readonly<Record<SummaryOrder, Statement<Page, SummaryRow>>>;

/** Returns the number of campaigns that match a search, by state. Uses the primary key. */
export const countByState = statement<
  [accountId: number, pattern: string | null],
  { readonly state: CampaignState; readonly campaigns: number }
>('campaign_results_by_state', `select c.state, count(*) as campaigns from campaign c where ${FOUND} group by c.state`);
