import type { Db } from '../../../base/db.ts';
import type { NameOf } from './conditions.ts';
import { conditionsOf, idsOf, type ContactFilter } from './filter.ts';
import type { ObjectId, Resource } from './kinds.ts';
import { fieldLabels, formTitles, importNames, listNames, segmentNames, tagNames } from './queries.ts';

/** Description of a filter without conditions. */
const EVERYBODY = 'all contacts';

type FindNames = (
  db: Db,
  accountId: number,
  ids: never,
) => Promise<readonly { readonly id: ObjectId; readonly name: string }[]>;

/** Queries that look up names. Campaigns are described by ID instead. */
const NAMES: Partial<Record<Resource, FindNames>> = {
  list: listNames,
  tag: tagNames,
  segment: segmentNames,
  field: fieldLabels,
  form: formTitles,
  import: importNames,
};

/**
 * Describes a filter in words, for example `status is engaged, in list "News" or "Offers", created on or after
 * 2026-01-01T00:00:00.000Z`. Looks up the names of the objects that the filter refers to, except for campaigns, which
 * are described by ID.
 */
export async function describeFilter(db: Db, accountId: number, filter: ContactFilter): Promise<string> {
  const names = new Map<string, string>();
  for (const [of, find] of Object.entries(NAMES)) {
    // The cast is safe because all keys of `NAMES` are resources.
    const ids = idsOf(filter, of as Resource);
    // The cast is safe because each resource has IDs of the type that its query expects.
    const found = ids.length === 0 ? [] : await find(db, accountId, ids as never);
    for (const { id, name } of found) names.set(`${of} ${id}`, `"${name}"`);
  }
  return sentenceOf(filter, (of, id) => names.get(`${of} ${id}`) ?? String(id));
}

/** Returns the description of a filter. Pure. */
function sentenceOf(filter: ContactFilter, nameOf: NameOf): string {
  const phrases = phrasesOf(filter, nameOf);
  return phrases.length === 0 ? EVERYBODY : phrases.join(', ');
}

function phrasesOf(filter: ContactFilter, nameOf: NameOf): string[] {
  const { all = [], any, not } = filter;
  const both = (member: ContactFilter): string => {
    const phrases = phrasesOf(member, nameOf);
    return phrases.length === 1 ? phrases.join('') : `(${phrases.join(' and ')})`;
  };
  return [
    ...conditionsOf(filter).map(({ condition, value }) => condition.phrase(value, nameOf)),
    ...all.flatMap((member) => phrasesOf(member, nameOf)),
    ...(any ? [any.length === 1 ? any.map(both).join('') : `(${any.map(both).join(' or ')})`] : []),
    ...(not ? [`not ${both(not)}`] : []),
  ];
}
