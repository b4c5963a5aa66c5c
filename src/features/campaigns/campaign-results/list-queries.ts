import { statement, type Statement } from '../../../base/db.ts';

/** Counts the campaign emails to a contact. Uses the index deliverable_by_contact. */
export const countDeliverablesOf = statement<[accountId: number, contactId: number], { readonly deliverables: number }>(
  'campaign_results_count_of_contact',
  'select count(*) as deliverables from deliverable where account_id = $1 and contact_id = $2',
);

/** Returns a page of the campaign emails to a contact. Scans the index deliverable_by_contact backward. */
export const deliverablesPage = statement<
  [accountId: number, contactId: number, limit: number, offset: number],
  {
    readonly campaign_id: number;
    readonly campaign_title: string;
    readonly sent_at: Date;
    readonly opened_at: Date | null;
    readonly clicked_at: Date | null;
    readonly bounced_at: Date | null;
    readonly unsubscribed_at: Date | null;
    readonly spam_at: Date | null;
  }
>(
  'campaign_results_page_of_contact',
  `select d.campaign_id, coalesce(c.title, '') as campaign_title, d.sent_at, d.opened_at, d.clicked_at, d.bounced_at,
     d.unsubscribed_at, d.spam_at
   from (
     select * from deliverable where account_id = $1 and contact_id = $2 order by campaign_id desc limit $3 offset $4
   ) d
   left join campaign c on c.account_id = $1 and c.id = d.campaign_id
   order by d.campaign_id desc`,
);

/** Types of engagement by which the contacts in the results of a campaign can be listed. */
export const ENGAGEMENTS = ['openers', 'clickers', 'non_openers', 'bounced', 'unsubscribed'] as const;
export type Engagement = (typeof ENGAGEMENTS)[number];

export interface EngagedRow {
  readonly id: number;
  readonly contact_id: number;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly sent_at: Date;
  readonly opened_at: Date | null;
  readonly clicked_at: Date | null;
  readonly bounced_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly bounce_reason: string | null;
}

const WHAT: Readonly<Record<Engagement, string>> = {
  openers: 'opened_at is not null',
  clickers: 'clicked_at is not null',
  non_openers: 'opened_at is null',
  bounced: 'bounced_at is not null',
  unsubscribed: 'unsubscribed_at is not null',
};

/**
 * Parameters of a page. `over` is the number of contacts to skip, and `limit` is the maximum number of contacts to
 * return.
 */
type Walk = [accountId: number, campaignId: number, over: number, limit: number];
type Ids = Statement<Walk, { readonly contact_id: number }>;

/** Returns a statement that reads the contact IDs of a page, in either direction. Uses only the primary key. */
function walking(kind: Engagement, isBackwards: boolean): Ids {
  return statement<Walk, { readonly contact_id: number }>(
    `campaign_results_${kind}_${isBackwards ? 'backwards' : 'forwards'}`,
    `select contact_id from deliverable
     where account_id = $1 and campaign_id = $2 and ${WHAT[kind]}
     order by contact_id ${isBackwards ? 'asc' : 'desc'} offset $3::bigint limit $4::bigint`,
  );
}

const each = (isBackwards: boolean) =>
  Object.fromEntries(ENGAGEMENTS.map((kind) => [kind, walking(kind, isBackwards)])) as Readonly<
    Record<Engagement, Ids>
  >;

/** Statements that read a page in descending order of contact IDs. Use only the primary key. */
export const engagedForwards = each(false);
/** Statements that read a page in ascending order of contact IDs. Use only the primary key. */
export const engagedBackwards = each(true);

/** Returns all statements of `engagedForwards` and `engagedBackwards` for the test that prepares them. */
export function allEngagementStatements(): Statement<Walk, unknown>[] {
  return ENGAGEMENTS.flatMap((kind) => [engagedForwards[kind], engagedBackwards[kind]]);
}

/** Sets of contacts that can be exported: all recipients, or the recipients with one type of engagement. */
export const EXPORTED = ['recipients', ...ENGAGEMENTS] as const;
export type Exported = (typeof EXPORTED)[number];

/** Statements that return the contacts after a contact ID, in the order of their IDs. Use only the primary key. */
export const exportedIds = Object.fromEntries(
  EXPORTED.map((kind) => [
    kind,
    statement<[accountId: number, campaignId: number, after: number, limit: number], { readonly contact_id: number }>(
      `campaign_results_export_${kind}`,
      `select contact_id from deliverable
       where account_id = $1 and campaign_id = $2 and contact_id > $3 and ${kind === 'recipients' ? 'true' : WHAT[kind]}
       order by contact_id limit $4`,
    ),
  ]),
) as Readonly<
  Record<
    Exported,
    Statement<[accountId: number, campaignId: number, after: number, limit: number], { readonly contact_id: number }>
  >
>;

/**
 * Returns the contacts in the results of a campaign. The address and the names of erased contacts are null. Uses the
 * primary keys.
 */
export const engagedRows = statement<
  [accountId: number, campaignId: number, contactIds: readonly number[]],
  EngagedRow
>(
  'campaign_results_engaged_rows',
  `select d.id, d.contact_id, c.email, c.first_name, c.last_name, d.sent_at, d.opened_at, d.clicked_at, d.bounced_at,
     d.unsubscribed_at, b.reason as bounce_reason
   from unnest($3::bigint[]) with ordinality as g (contact_id, place)
   join deliverable d on d.account_id = $1 and d.campaign_id = $2 and d.contact_id = g.contact_id
   left join contact c on c.account_id = $1 and c.id = d.contact_id
   left join campaign_bounce b on b.account_id = $1 and b.campaign_id = $2 and b.contact_id = d.contact_id
   order by g.place`,
);

/**
 * Returns the opens and clicks of a campaign by hour or day, without periods that had neither. Uses the primary key.
 */
export const overTime = statement<
  [accountId: number, campaignId: number, unit: 'hour' | 'day', limit: number],
  { readonly at: Date; readonly opens: number; readonly clicks: number }
>(
  'campaign_results_over_time',
  `select date_trunc($3, hour, 'UTC') as at, sum(opens)::bigint as opens, sum(clicks)::bigint as clicks
   from campaign_hour where account_id = $1 and campaign_id = $2
   group by 1 having sum(opens) <> 0 or sum(clicks) <> 0 order by 1 limit $4`,
);
