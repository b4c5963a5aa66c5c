import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { TRAP } from '../../outcomes/tracking/index.ts';
import { countsOf, totalOf } from './counts.ts';
import { mostClicked } from './queries.ts';
import type { statsSchema } from './route-docs.ts';

type Counts = ReturnType<typeof totalOf>;

/** Returns the results of a campaign in API format. Pure. */
export function presentCounts(counts: Counts): Omit<AnswerOf<typeof statsSchema>, 'link_stats' | 'variants'> {
  const rate = (number: number) => percentOf(number, counts.sent);
  return {
    sent_count: counts.sent,
    unique_open_count: counts.openers,
    unique_click_count: counts.clickers,
    unsubscribe_count: counts.unsubscribed,
    bounce_count: counts.bounced,
    spam_count: counts.complained,
    open_rate: rate(counts.openers),
    click_rate: rate(counts.clickers),
    unsubscribe_rate: rate(counts.unsubscribed),
    bounce_rate: rate(counts.bounced),
    spam_rate: rate(counts.complained),
    open_count: counts.opens,
    click_count: counts.clicks,
    raw_unique_open_count: counts.raw_openers,
    raw_unique_click_count: counts.raw_clickers,
    raw_open_count: counts.raw_opens,
    raw_click_count: counts.raw_clicks,
    raw_open_rate: rate(counts.raw_openers),
    raw_click_rate: rate(counts.raw_clickers),
  };
}

/** Returns a percentage with two decimals, or 0 if the whole is 0. Pure. */
export function percentOf(number: number, of: number): number {
  return of === 0 ? 0 : Math.round((number * 10_000) / of) / 100;
}

/**
 * Returns the statistics of a campaign from its counters. If `links` is given, includes up to that many links, most
 * clicked first.
 */
export async function statsOf(db: Db, accountId: number, campaignId: number, links: number | undefined) {
  const counts = await countsOf(db, accountId, campaignId);
  const linkStats = links === undefined ? undefined : await mostClicked(db, accountId, campaignId, TRAP, links);
  return {
    ...presentCounts(totalOf(counts)),
    variants: counts.map(({ variant, ...row }) => Object.assign({ variant }, presentCounts(row))),
    ...(linkStats && { link_stats: linkStats.map(({ clicks, raw_clicks, url }) => ({ url, clicks, raw_clicks })) }),
  };
}
