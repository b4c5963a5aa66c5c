import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { cursorsOnly, knownFieldsOnly } from '../../../http/known-fields.ts';
import { parserOf } from '../../../http/parser.ts';
import { presentCounters } from './counters.ts';
import { DEFAULT_DAYS, startOfPeriod, startOfToday } from './days.ts';
import { tagByName, tagsAfter, tagsBefore, upsertTag, type TagRow } from './queries.ts';
import type { tagSchema } from './route-docs.ts';
import { faultOfTag } from './tag-name.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

const tagPage = parserOf(
  Type.Object({
    per_page: Type.Optional(Type.String({ description: `Tags per page, 1 to ${MAX_PAGE}. Default: ${DEFAULT_PAGE}.` })),
    after: Type.Optional(Type.String({ description: 'Name of a tag. Returns the tags that follow this tag.' })),
    before: Type.Optional(Type.String({ description: 'Name of a tag. Returns the tags that precede this tag.' })),
  }),
  ({ per_page: given, after, before }, fail) => {
    const perPage = given ? Number(/^\d{1,3}$/.exec(given)?.[0]) : DEFAULT_PAGE;
    if (!(perPage >= 1 && perPage <= MAX_PAGE)) fail('per_page', `must be an integer from 1 to ${MAX_PAGE}.`);
    for (const [field, tag] of Object.entries({ after, before })) {
      const fault = tag ? faultOfTag(tag) : undefined;
      if (fault) fail(field, fault);
    }
    if (after && before) fail('before', 'must not be combined with `after`.');
    return { perPage, after: after ?? '', before: before || undefined };
  },
);

export const tagPageRequest = cursorsOnly(tagPage);

const SWITCH = Type.Optional(Type.Boolean());

/** Parses the tracking settings of a tag. Absent settings stay unchanged. */
export const switchesRequest = knownFieldsOnly(parserOf(Type.Object({ track_opens: SWITCH, track_clicks: SWITCH })));

interface TagParts {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Returns a page of the tags that the account has used or configured, by name, with totals of the last 30 days.
 * `has_more` refers to the requested direction.
 */
export async function pageOfTags(
  { db, clock }: TagParts,
  accountId: number,
  { after, before, perPage }: { readonly perPage: number; readonly after: string; readonly before: string | undefined },
) {
  const rows = await (before === undefined
    ? tagsAfter(db, accountId, totalsSince(clock), after, perPage + 1)
    : tagsBefore(db, accountId, totalsSince(clock), before, perPage + 1));
  const hasMore = rows.length > perPage;
  const page = before === undefined ? rows.slice(0, perPage) : rows.slice(hasMore ? 1 : 0);
  return { data: page.map(presentTag), per_page: perPage, has_more: hasMore };
}

/** Returns a tag. Throws not_found if the account has never used or configured it. */
export async function readTag({ db, clock }: TagParts, accountId: number, tag: string) {
  const [row] = faultOfTag(tag) ? [] : await tagByName(db, accountId, totalsSince(clock), tag);
  if (!row) throw new Refusal('not_found');
  return presentTag(row);
}

/**
 * Sets whether opens and clicks are tracked for a tag, even before any message uses it. Throws validation_error for an
 * invalid name.
 */
export async function changeTag(
  parts: TagParts,
  accountId: number,
  tag: string,
  switches: { readonly track_opens?: boolean; readonly track_clicks?: boolean },
) {
  const fault = faultOfTag(tag);
  if (fault) throw invalid({ tag: [fault] });
  await upsertTag(parts.db, accountId, tag, switches.track_opens ?? null, switches.track_clicks ?? null);
  return readTag(parts, accountId, tag);
}

function totalsSince(clock: Clock): Date {
  return new Date(startOfPeriod(startOfToday(clock), DEFAULT_DAYS));
}

function presentTag(row: TagRow): AnswerOf<typeof tagSchema> {
  return {
    tag: row.tag,
    track_opens: row.track_opens,
    track_clicks: row.track_clicks,
    last_30_days: presentCounters(row),
  };
}
