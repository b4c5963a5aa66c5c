import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import { resolveFilter, type FilterParts, type ResolvedFilter } from '../../audience/contact-filters/index.ts';
import { ownedTags } from '../../audience/contact-tags/index.ts';
import { ownedLists } from '../../audience/lists/index.ts';
import { ownedSegments } from '../../audience/segments/index.ts';
import { readTopic } from '../../audience/topics/index.ts';
import type { AudienceColumns, CampaignRow, ResendAudience } from '../campaigns/index.ts';
import { orRefusal, isHalt, stopWith, type Stop } from './step.ts';

/** Groups of contacts: lists, tags and segments that have not been deleted. */
export interface Groups {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
  readonly segments: readonly ResolvedFilter[];
}

/**
 * Audience of a campaign: contacts who can receive email, are in an included group, and are not in an excluded group.
 */
export interface Audience {
  readonly included: Groups;
  readonly excluded: Groups;
  /**
   * Set for a clone. The audience is then taken from the recipients of the original campaign instead of from the
   * included groups.
   */
  readonly resend: { readonly of: number; readonly audience: ResendAudience } | undefined;
  /** Whether the audience is limited to contacts who opened an email recently or are new. */
  readonly isEngagedOnly: boolean;
  /** The topic that the contacts must be subscribed to. */
  readonly topic?: { readonly id: number; readonly isOptIn: boolean } | undefined;
}

/** The fields of a campaign that define its audience. */
export type AudienceOf = AudienceColumns &
  Pick<CampaignRow, 'resend_of' | 'resend_audience' | 'engaged_only' | 'topic_id'>;

/**
 * Returns the audience of a campaign from the groups that exist now. A deleted group of the audience counts as empty.
 * Returns a reason to stop if no group is left, or if an excluded group or the topic was deleted, because the contacts
 * to exclude are then unknown.
 */
export async function resolveAudience(
  db: Db,
  accountId: number,
  campaign: AudienceOf,
  filterParts: FilterParts,
): Promise<Audience | Stop> {
  const refused = await checkExclusions(db, accountId, campaign);
  if (refused) return refused;
  const topic = await topicOf(db, accountId, campaign);
  if (topic && isHalt(topic)) return topic;
  const { resend_audience: audience, resend_of: of } = campaign;
  const isResend = of !== null;
  const included = isResend ? NO_IDS : await existingOf(db, accountId, idsOf(campaign, 'included'));
  if (!isResend && included.lists.length + included.tags.length + included.segments.length === 0) {
    return stopWith(
      hasGroups(campaign)
        ? 'All lists, tags, and segments of the audience have been deleted. Choose other lists, tags, or segments.'
        : 'The campaign has no audience. Add at least one list, tag, or segment.',
    );
  }
  const groups = await resolved(db, accountId, included, filterParts);
  if (isHalt(groups)) return groups;
  const excluded = await resolved(db, accountId, idsOf(campaign, 'excluded'), filterParts);
  if (isHalt(excluded)) return excluded;
  return {
    included: groups,
    excluded,
    resend: isResend ? { of, audience: audience ?? 'non_openers' } : undefined,
    isEngagedOnly: campaign.engaged_only,
    topic,
  };
}

async function topicOf(db: Db, accountId: number, { topic_id: id }: AudienceOf): Promise<Audience['topic'] | Stop> {
  if (id === null) return undefined;
  const topic = await orRefusal(async () => readTopic(db, accountId, id));
  if (!(topic instanceof Refusal)) return { id, isOptIn: topic.is_opt_in };
  return stopWith('The topic of the campaign has been deleted. Choose another topic, or create the campaign again.');
}

/** Returns a reason to stop if a list, tag or segment that the campaign excludes was deleted. */
export async function checkExclusions(db: Db, accountId: number, campaign: AudienceColumns): Promise<Stop | undefined> {
  const ids = idsOf(campaign, 'excluded');
  const existing = await existingOf(db, accountId, ids);
  const gone = (['lists', 'tags', 'segments'] as const).flatMap((kind) =>
    ids[kind].filter((id) => !existing[kind].includes(id)).map((id) => `${kind.slice(0, -1)} ${id}`),
  );
  if (gone.length === 0) return undefined;
  return stopWith(
    `The campaign excludes lists, tags, or segments that have been deleted: ${gone.join(', ')}. ` +
      'Choose the excluded lists, tags, and segments again.',
  );
}

type Ids = Readonly<Record<keyof Groups, readonly number[]>>;

const NO_IDS: Ids = { lists: [], tags: [], segments: [] };

function idsOf(campaign: AudienceColumns, which: 'included' | 'excluded'): Ids {
  const [lists, tags, segments] =
    which === 'included'
      ? [campaign.list_ids, campaign.tag_ids, campaign.segment_ids]
      : [campaign.excluded_list_ids, campaign.excluded_tag_ids, campaign.excluded_segment_ids];
  // The database driver returns numbers in an array as strings.
  return { lists: lists.map(Number), tags: tags.map(Number), segments: segments.map(Number) };
}

function hasGroups(campaign: AudienceColumns): boolean {
  return campaign.list_ids.length + campaign.tag_ids.length + campaign.segment_ids.length > 0;
}

async function existingOf(db: Db, accountId: number, { lists, segments, tags }: Ids): Promise<Ids> {
  const [ownLists, ownTags] = [await ownedLists(db, accountId, lists), await ownedTags(db, accountId, tags)];
  const ownSegments = await ownedSegments(db, accountId, segments);
  return {
    lists: lists.filter((id) => ownLists.has(id)),
    tags: tags.filter((id) => ownTags.has(id)),
    segments: segments.filter((id) => ownSegments.has(id)),
  };
}

async function resolved(db: Db, accountId: number, ids: Ids, filterParts: FilterParts): Promise<Groups | Stop> {
  const segments: ResolvedFilter[] = [];
  for (const segmentId of ids.segments) {
    const filter = await orRefusal(async () => resolveFilter(db, accountId, { segment_id: segmentId }, filterParts));
    if (filter instanceof Refusal) {
      const errors = Object.values(filter.details.errors ?? {}).flat();
      return stopWith(`Segment ${segmentId} can no longer be used: ${errors.join(' ')}`);
    }
    segments.push(filter);
  }
  return { ...ids, segments };
}
