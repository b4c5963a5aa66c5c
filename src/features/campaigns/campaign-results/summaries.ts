import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { offsetOf, pageParameters, pageQueryOf, type PageQuery } from '../../../http/account/page.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { withLivingGroups, type CampaignParts, type CampaignState } from '../campaigns/index.ts';
import type { summariesSchema } from './route-docs.ts';
import { percentOf } from './stats.ts';
import { countByState, summariesBy, SUMMARY_ORDERS, type SummaryOrder, type SummaryRow } from './summary-queries.ts';

/** Groups of campaign states, in the order of the campaign lifecycle. */
const GROUPS = {
  draft: ['draft'],
  scheduled: ['scheduled'],
  in_progress: ['preparing', 'sending', 'paused'],
  sent: ['sent'],
  cancelled: ['cancelled'],
} as const satisfies Readonly<Record<string, readonly CampaignState[]>>;
type Group = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

/** Maximum length of the search text, in characters. */
const MAX_QUERY_CHARACTERS = 200;
const DEFAULT_PER_PAGE = 25;

interface SummaryQuery {
  readonly request: PageQuery;
  readonly text: string | undefined;
  readonly group: Group | undefined;
  readonly order: SummaryOrder;
}

/** Parses a request for campaigns without their content. */
export const summariesQuery = parserOf(
  Type.Object({
    ...pageParameters(DEFAULT_PER_PAGE),
    query: Type.Optional(Type.String({ description: 'Part of the title or the subject, case-insensitive.' })),
    status: Type.Optional(Type.String({ description: `One of ${GROUP_NAMES.join(', ')}.` })),
    sort: Type.Optional(Type.String({ description: `One of ${SUMMARY_ORDERS.join(', ')}. Default: -id.` })),
  }),
  (given, fail): SummaryQuery => {
    const text = given.query?.trim() ?? '';
    if (Array.from(text).length > MAX_QUERY_CHARACTERS) {
      fail('query', `must have at most ${MAX_QUERY_CHARACTERS} characters.`);
    }
    const group = GROUP_NAMES.find((each) => each === given.status);
    if (given.status && !group) fail('status', `must be one of ${GROUP_NAMES.join(', ')}.`);
    const order = SUMMARY_ORDERS.find((each) => each === (given.sort || '-id'));
    if (!order) fail('sort', `must be one of ${SUMMARY_ORDERS.join(', ')}.`);
    return {
      request: pageQueryOf(given, fail, DEFAULT_PER_PAGE),
      text: text === '' ? undefined : text,
      group,
      order: order ?? '-id',
    };
  },
);

/** Returns a page of campaigns without their content, and the number of campaigns in each state. */
export async function summariesOf(
  { badgesOf, db }: Pick<CampaignParts, 'badgesOf' | 'db'>,
  accountId: number,
  { group, order, request, text }: SummaryQuery,
): Promise<AnswerOf<typeof summariesSchema>> {
  const pattern = text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const states = group === undefined ? null : GROUPS[group];
  const rows = await summariesBy[order](db, accountId, pattern, states, request.perPage, offsetOf(request));
  const counts = new Map(
    (await countByState(db, accountId, pattern)).map(({ campaigns, state }) => [state, campaigns]),
  );
  const inGroup = (each: Group): number => GROUPS[each].reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  const statuses = Object.fromEntries(GROUP_NAMES.map((each) => [each, inGroup(each)])) as Record<Group, number>;
  const all = GROUP_NAMES.reduce((sum, each) => sum + statuses[each], 0);
  const total = group === undefined ? all : statuses[group];
  return {
    current_page: request.page,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    total,
    statuses: { all, ...statuses },
    data: await presented({ badgesOf, db }, accountId, rows),
  };
}

async function presented(
  { badgesOf, db }: { readonly badgesOf: CampaignParts['badgesOf']; readonly db: Db },
  accountId: number,
  rows: readonly SummaryRow[],
): Promise<AnswerOf<typeof summariesSchema>['data']> {
  const begun = rows.flatMap(({ id, state }) => (state === 'draft' ? [] : [id]));
  const badges = begun.length > 0 ? await badgesOf(db, accountId, begun) : new Map<number, readonly string[]>();
  const living = await withLivingGroups(
    db,
    accountId,
    rows.map((row) => ({ ...row, excluded_list_ids: [], excluded_tag_ids: [], excluded_segment_ids: [] })),
  );
  return living.map((row) => ({
    id: row.id,
    title: row.title,
    subject: row.subject,
    status: row.state,
    badges: [...(badges.get(row.id) ?? [])],
    fault: row.fault,
    lists: [...row.list_ids],
    to_contact_tags: [...row.tag_ids],
    segments: [...row.segment_ids],
    resend_of: row.resend_of,
    resend_audience: row.resend_audience,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
    sent_count: row.sent,
    open_rate: percentOf(row.openers, row.sent),
    click_rate: percentOf(row.clickers, row.sent),
  }));
}
