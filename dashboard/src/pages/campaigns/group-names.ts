import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import type { Campaign } from './campaign-words.ts';

const MOST = '1000';
/** Maximum number of groups that are shown by name. If there are more groups, only their number is shown. */
const NAMED = 3;

/** Names of lists, tags, and segments by ID. Empty until the names have loaded. */
export interface GroupNames {
  readonly lists: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<number, string>;
  readonly segments: ReadonlyMap<number, string>;
}

/** Loads the names of the groups that can be an audience: up to 1,000 lists, 1,000 tags, and 1,000 segments. */
export function useGroupNames(): GroupNames {
  const query = { per_page: MOST };
  const lists = useRead('GET /lists', { query }).data?.data;
  const tags = useRead('GET /contact-tags', { query }).data?.data;
  const segments = useRead('GET /contact-segments', { query }).data?.data;
  return { lists: namesOf(lists), tags: namesOf(tags), segments: namesOf(segments) };
}

function namesOf(rows: readonly { readonly id: number; readonly name: string }[] = []): ReadonlyMap<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const GROUPS: Readonly<Record<NonNullable<Campaign['resend_audience']>, string>> = {
  non_openers: 'Did not open',
  openers: 'Opened',
  clickers: 'Clicked in',
};

/** Returns the names of the groups that a campaign is sent to. Pure. */
export function audienceOf(
  campaign: Pick<Campaign, 'lists' | 'resend_audience' | 'resend_of' | 'segments' | 'to_contact_tags'>,
  names: GroupNames,
): readonly string[] {
  if (campaign.resend_of !== null && campaign.resend_audience !== null)
    return [`${GROUPS[campaign.resend_audience]} campaign ${campaign.resend_of}`];
  return [
    ...named(campaign.lists, names.lists, 'List'),
    ...named(campaign.to_contact_tags, names.tags, 'Tag'),
    ...named(campaign.segments, names.segments, 'Segment'),
  ];
}

/** Returns the names of the groups that a campaign excludes. Pure. */
export function excludedOf(campaign: Campaign, names: GroupNames): readonly string[] {
  return [
    ...named(campaign.excluded_lists, names.lists, 'List'),
    ...named(campaign.excluded_contact_tags, names.tags, 'Tag'),
    ...named(campaign.excluded_segments, names.segments, 'Segment'),
  ];
}

function named(ids: readonly number[], names: ReadonlyMap<number, string>, noun: string): string[] {
  return ids.map((id) => names.get(id) ?? `${noun} ${id}`);
}

/** Returns the names for a table row. If there are many names, returns their number instead. Pure. */
export function inShort(names: readonly string[]): string {
  if (names.length === 0) return 'No audience yet';
  return names.length > NAMED ? plural(names.length, 'group') : names.join(', ');
}
