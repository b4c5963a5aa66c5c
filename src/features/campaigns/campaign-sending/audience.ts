import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { resolveFilter, type FilterParts, type ResolvedFilter } from '../../audience/contact-filters/index.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { ownedSegments } from '../../audience/segments/index.ts';
import type { AudienceColumns, CampaignRow, ResendAudience } from '../campaigns/index.ts';
import { Impossible } from './impossible.ts';

/** Lists, tags and segments that are there. */
export interface Groups {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly segments: readonly ResolvedFilter[];
}

/** Who gets a campaign: of all who can be mailed, whoever is in one of some groups and in none of others. */
export interface Audience {
  readonly included: Groups;
  readonly excluded: Groups;
  /** Of a campaign that is sent once more: part of those whom the first was sent to, instead of groups. */
  readonly resend: { readonly of: number; readonly audience: ResendAudience } | undefined;
  /** Only those who opened lately, or are new. */
  readonly isEngagedOnly: boolean;
}

/** What of a campaign says who gets it. */
export type AudienceOf = AudienceColumns & Pick<CampaignRow, 'resend_of' | 'resend_audience' | 'engaged_only'>;

/**
 * Who gets a campaign, by the groups that are there now. What was deleted of those that it is sent to is empty, as people
 * expect who delete a list. Throws Impossible when nothing is left of them, and when something was deleted that it excludes:
 * nobody can say any more who was not to get it.
 */
export async function resolveAudience(
  db: Db,
  accountId: number,
  campaign: AudienceOf,
  filterParts: FilterParts,
): Promise<Audience> {
  await requireExclusions(db, accountId, campaign);
  const { resend_audience: audience, resend_of: of } = campaign;
  const isResend = of !== null;
  const included = isResend ? NO_IDS : await livingOf(db, accountId, idsOf(campaign, 'included'));
  if (!isResend && included.lists.length + included.tags.length + included.segments.length === 0) {
    throw new Impossible(
      hasGroups(campaign)
        ? 'All lists, tags and segments of the audience have been deleted. Choose others.'
        : 'The campaign has no audience. Add at least one list, tag or segment.',
    );
  }
  return {
    included: await resolved(db, accountId, included, filterParts),
    excluded: await resolved(db, accountId, idsOf(campaign, 'excluded'), filterParts),
    resend: isResend ? { of, audience: audience ?? 'non_openers' } : undefined,
    isEngagedOnly: campaign.engaged_only,
  };
}

/** Throws Impossible when a list, tag or segment was deleted that the campaign excludes. */
export async function requireExclusions(db: Db, accountId: number, campaign: AudienceColumns): Promise<void> {
  const ids = idsOf(campaign, 'excluded');
  const living = await livingOf(db, accountId, ids);
  const gone = (['lists', 'tags', 'segments'] as const).flatMap((kind) =>
    ids[kind].filter((id) => !living[kind].includes(id)).map((id) => `${kind.slice(0, -1)} ${id}`),
  );
  if (gone.length === 0) return;
  throw new Impossible(
    `The campaign excludes objects that have been deleted: ${gone.join(', ')}. ` +
      'Choose the excluded lists, tags and segments again.',
  );
}

type Ids = Readonly<Record<keyof Groups, readonly number[]>>;

const NO_IDS: Ids = { lists: [], tags: [], segments: [] };

function idsOf(campaign: AudienceColumns, which: 'included' | 'excluded'): Ids {
  const [lists, tags, segments] =
    which === 'included'
      ? [campaign.list_ids, campaign.tag_ids, campaign.segment_ids]
      : [campaign.excluded_list_ids, campaign.excluded_tag_ids, campaign.excluded_segment_ids];
  // The driver gives the numbers of an array as texts.
  return { lists: lists.map(Number), tags: tags.map(Number), segments: segments.map(Number) };
}

function hasGroups(campaign: AudienceColumns): boolean {
  return campaign.list_ids.length + campaign.tag_ids.length + campaign.segment_ids.length > 0;
}

async function livingOf(db: Db, accountId: number, { lists, segments, tags }: Ids): Promise<Ids> {
  const [ownLists, ownTags] = [await ownedLists(db, accountId, lists), await ownedTags(db, accountId, tags)];
  const ownSegments = await ownedSegments(db, accountId, segments);
  return {
    lists: lists.filter((id) => ownLists.has(id)),
    tags: tags.filter((id) => ownTags.has(id)),
    segments: segments.filter((id) => ownSegments.has(id)),
  };
}

async function resolved(db: Db, accountId: number, ids: Ids, filterParts: FilterParts): Promise<Groups> {
  const segments: ResolvedFilter[] = [];
  for (const id of ids.segments) segments.push(await filterOf(db, accountId, id, filterParts));
  return { ...ids, segments };
}

async function filterOf(
  db: Db,
  accountId: number,
  segmentId: number,
  filterParts: FilterParts,
): Promise<ResolvedFilter> {
  try {
    return await resolveFilter(db, accountId, { segmentId }, filterParts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const said = Object.values(error.details.errors ?? {}).flat();
    throw new Impossible(`Segment ${segmentId} can no longer be used: ${said.join(' ')}`);
  }
}
