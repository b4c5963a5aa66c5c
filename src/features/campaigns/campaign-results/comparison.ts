import type { Db } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { averageBefore, byDomain, byLanguage, type BreakdownRow } from './comparison-queries.ts';
import type { averageSchema, breakdownSchema } from './comparison-docs.ts';
import { percentOf } from './stats.ts';

/** Number of earlier campaigns in the average. */
const CAMPAIGNS = 10;
/** Maximum number of domains or languages in a breakdown. The others are combined into one group. */
const MAX_ROWS = 8;

/**
 * Returns the average rates of the account's last ten campaigns before the given campaign, or null if no campaign was
 * sent before it.
 */
export async function averageOf(
  db: Db,
  accountId: number,
  campaignId: number,
): Promise<AnswerOf<typeof averageSchema>> {
  const [row] = await averageBefore(db, accountId, campaignId, CAMPAIGNS);
  return row && row.campaigns > 0 ? { average: row } : { average: null };
}

/** Groups of recipients that the report compares. */
export const BREAKDOWNS = ['domain', 'language'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/**
 * Returns the results of a campaign, grouped by the domain or the language of the contacts, largest group first. Groups
 * after the first `MAX_ROWS` are combined in `others`.
 */
export async function breakdownOf(
  db: Db,
  accountId: number,
  campaignId: number,
  by: Breakdown,
): Promise<AnswerOf<typeof breakdownSchema>> {
  const rows =
    by === 'domain' ? await byDomain(db, accountId, campaignId) : await byLanguage(db, accountId, campaignId);
  const [shown, others] = [rows.slice(0, MAX_ROWS), rows.slice(MAX_ROWS)];
  return { data: shown.map(presented), others: others.length === 0 ? null : presented(sumOf(others)) };
}

function presented({ bounced, clicked, name, opened, sent }: BreakdownRow) {
  return {
    name,
    sent_count: sent,
    open_rate: percentOf(opened, sent),
    click_rate: percentOf(clicked, sent),
    bounce_rate: percentOf(bounced, sent),
  };
}

function sumOf(rows: readonly BreakdownRow[]): BreakdownRow {
  const total = (key: 'bounced' | 'clicked' | 'opened' | 'sent') => rows.reduce((sum, row) => sum + row[key], 0);
  return {
    name: null,
    sent: total('sent'),
    opened: total('opened'),
    clicked: total('clicked'),
    bounced: total('bounced'),
  };
}
