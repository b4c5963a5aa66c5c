import { statement } from '../../../base/db.ts';

/** Average rates in percent, with two decimals. */
interface AverageRow {
  readonly campaigns: number;
  readonly open_rate: number;
  readonly click_rate: number;
  readonly unsubscribe_rate: number;
  readonly bounce_rate: number;
  readonly spam_rate: number;
}

const RATES = ['openers open', 'clickers click', 'unsubscribed unsubscribe', 'bounced bounce', 'complained spam'].map(
  (each) => {
    const [counter, rate] = each.split(' ');
    return `coalesce(round(avg(100.0 * ${counter} / sent), 2), 0)::float8 as ${rate}_rate`;
  },
);

/**
 * Averages the rates of the last `limit` campaigns that were started before the given campaign and were sent. Ignores
 * campaigns without sent messages. Reads the account's campaigns by the primary key.
 */
export const averageBefore = statement<[accountId: number, campaignId: number, limit: number], AverageRow>(
  'campaign_results_average',
  `select count(*) as campaigns, ${RATES.join(', ')}
   from (
     select c.id from campaign c
     join campaign this on this.account_id = $1 and this.id = $2
     where c.account_id = $1 and c.deleted_at is null and c.kind = 'campaign' and c.state = 'sent' and c.id <> $2
       and c.started_at < coalesce(this.started_at, now())
     order by c.started_at desc limit $3
   ) earlier
   join lateral (
     select sum(sent) as sent, sum(openers) as openers, sum(clickers) as clickers, sum(unsubscribed) as unsubscribed,
       sum(bounced) as bounced, sum(complained) as complained
     from campaign_count where account_id = $1 and campaign_id = earlier.id
   ) k on k.sent > 0`,
);

/** Result counters of a group of recipients. */
export interface BreakdownRow {
  /** Null for contacts without this property, for erased contacts, and for the sum of several groups. */
  readonly name: string | null;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly bounced: number;
}

function groupedBy(name: string, value: string) {
  return statement<[accountId: number, campaignId: number], BreakdownRow>(
    `campaign_results_by_${name}`,
    `select ${value} as name, count(*) as sent, count(d.opened_at) as opened, count(d.clicked_at) as clicked,
       count(d.bounced_at) as bounced
     from deliverable d left join contact c on c.account_id = $1 and c.id = d.contact_id
     where d.account_id = $1 and d.campaign_id = $2
     group by 1 order by 2 desc, 1`,
  );
}

/** Counts results by the domain of the contacts' addresses. Reads the campaign's recipients by the primary key. */
export const byDomain = groupedBy('domain', "split_part(c.email, '@', 2)");
/** Counts results by the language of the contacts. Reads the campaign's recipients by the primary key. */
export const byLanguage = groupedBy('language', 'c.language');
