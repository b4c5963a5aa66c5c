import type { Db } from '../../../base/db.ts';
import { CONDITIONS, type ContactFilter } from './filter.ts';
import { listNames, segmentNames, tagNames } from './queries.ts';

/** Of more lists or tags only so many are named. */
const MAX_NAMED = 10;
/** What a filter without a condition means. */
const EVERYBODY = 'all contacts';

type Kind = 'list' | 'tag' | 'segment';
/** The name of what has an id, in quotes; without a name its number. */
type NameOf = (kind: Kind, id: number) => string;

/**
 * What a filter means, for people: `status is engaged, in list "News" or "Offers", created on or after 2026-01-01T00:00:00.000Z`.
 * Names of the account's lists, tags and segments are looked up.
 */
export async function describeFilter(db: Db, accountId: number, filter: ContactFilter): Promise<string> {
  const { inListIds = [], notInListIds = [], notTagIds = [], segmentId, tagIds = [] } = filter;
  const names: Record<Kind, ReadonlyMap<number, string>> = {
    list: await namesOf(listNames, db, accountId, [...inListIds, ...notInListIds]),
    tag: await namesOf(tagNames, db, accountId, [...tagIds, ...notTagIds]),
    segment: await namesOf(segmentNames, db, accountId, segmentId === undefined ? [] : [segmentId]),
  };
  return sentenceOf(filter, (kind, id) => {
    const name = names[kind].get(id);
    return name === undefined ? String(id) : `"${name}"`;
  });
}

async function namesOf(
  find: typeof listNames,
  db: Db,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await find(db, accountId, ids)).map(({ id, name }) => [id, name]));
}

/** The sentence of a filter. Pure. */
export function sentenceOf(filter: ContactFilter, nameOf: NameOf): string {
  const phrases = CONDITIONS.flatMap(({ key }) => {
    // A key whose value is given goes with the phrase of that key.
    const phrase = PHRASES[key] as (value: unknown, nameOf: NameOf) => string;
    return filter[key] === undefined ? [] : [phrase(filter[key], nameOf)];
  });
  return phrases.length === 0 ? EVERYBODY : phrases.join(', ');
}

type Phrases = {
  readonly [K in keyof ContactFilter]-?: (value: NonNullable<ContactFilter[K]>, nameOf: NameOf) => string;
};

const PHRASES: Phrases = {
  query: (text) => `address or name contains "${text}"`,
  email: (email) => `address is ${email}`,
  isUnsubscribed: (isUnsubscribed) => (isUnsubscribed ? 'unsubscribed' : 'not unsubscribed'),
  status: (status) => `status is ${status}`,
  lastOpenedAfter: (time) => `last opened on or after ${time.toISOString()}`,
  lastOpenedBefore: (time) => `last opened before ${time.toISOString()}`,
  lastClickedAfter: (time) => `last clicked on or after ${time.toISOString()}`,
  lastClickedBefore: (time) => `last clicked before ${time.toISOString()}`,
  lastSentAfter: (time) => `last emailed on or after ${time.toISOString()}`,
  lastSentBefore: (time) => `last emailed before ${time.toISOString()}`,
  createdAfter: (time) => `created on or after ${time.toISOString()}`,
  createdBefore: (time) => `created before ${time.toISOString()}`,
  neverOpened: () => 'never opened',
  neverClicked: () => 'never clicked',
  neverSent: () => 'never emailed',
  inListIds: (ids, nameOf) => `in list ${either(ids, (id) => nameOf('list', id))}`,
  notInListIds: (ids, nameOf) => `not in list ${either(ids, (id) => nameOf('list', id))}`,
  tagIds: (ids, nameOf) => `with tag ${either(ids, (id) => nameOf('tag', id))}`,
  notTagIds: (ids, nameOf) => `without tag ${either(ids, (id) => nameOf('tag', id))}`,
  segmentId: (id, nameOf) => `in segment ${nameOf('segment', id)}`,
  openedCampaignId: (id) => `opened campaign ${id}`,
  notOpenedCampaignId: (id) => `received campaign ${id} and did not open it`,
  clickedCampaignId: (id) => `clicked a link in campaign ${id}`,
};

function either(ids: readonly number[], nameOf: (id: number) => string): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => nameOf(id));
  const left = ids.length - named.length;
  return [...named, ...(left > 0 ? [`${left} more`] : [])].join(' or ');
}
