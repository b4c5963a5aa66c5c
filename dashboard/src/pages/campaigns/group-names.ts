import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import type { Campaign } from './campaign-words.ts';

const MOST = '1000';
/** More groups than these are counted instead of named. */
const NAMED = 3;

/** Names of lists, tags and segments by their numbers; empty until they are known. */
export interface GroupNames {
  readonly lists: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<number, string>;
  readonly segments: ReadonlyMap<number, string>;
}

/** The names of what campaigns of the account are sent to. */
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
  non_openers: 'Non-openers of',
  openers: 'Openers of',
  clickers: 'Clickers of',
};

/** Each group that a campaign is sent to, by its name. Pure. */
export function audienceOf(campaign: Campaign, names: GroupNames): readonly string[] {
  if (campaign.resend_of !== null && campaign.resend_audience !== null)
    return [`${GROUPS[campaign.resend_audience]} campaign ${campaign.resend_of}`];
  return [
    ...named(campaign.lists, names.lists, 'List'),
    ...named(campaign.to_contact_tags, names.tags, 'Tag'),
    ...named(campaign.segments, names.segments, 'Segment'),
  ];
}

/** Each group that a campaign leaves out, by its name. Pure. */
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

/** Names for a line of a table: those of a few, a number of many. Pure. */
export function inShort(names: readonly string[]): string {
  if (names.length === 0) return 'No audience yet';
  return names.length > NAMED ? plural(names.length, 'group') : names.join(', ');
}
