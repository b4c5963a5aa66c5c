import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { parseId, presentId } from '../../../base/ids.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { parserOf } from '../../../http/parser.ts';
import { retained, SOURCE_KINDS, type SourceKind } from './queries.ts';

const MAX_IDS = 100;
const NUMBER = /^[1-9]\d{0,15}$/;

/** Schema of the contact counts by source. */
export const retentionSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        joined: Type.Integer({ description: 'Number of contacts that the source added, including deleted contacts.' }),
        older: Type.Integer({
          description: 'Number of contacts that the source added at least 30 days ago.',
        }),
        retained: Type.Integer({
          description: 'Number of `older` contacts that could receive email 30 days after they joined.',
        }),
      }),
    ),
  },
  { $id: 'SourceRetention' },
);

/** Parses the kind and the IDs of the requested sources. */
export const retentionQuery = parserOf(
  Type.Object({
    kind: Type.String({ description: 'Kind of source.', documentedAs: { enum: [...SOURCE_KINDS] } }),
    ids: Type.String({
      description: `Up to ${MAX_IDS} IDs of sources of the given kind, separated by commas.`,
      documentedAs: { example: '4' },
    }),
  }),
  ({ ids: given, kind: wanted }, fail): { readonly kind: SourceKind; readonly ids: readonly string[] } => {
    const kind = SOURCE_KINDS.find((each) => each === wanted);
    if (kind === undefined) {
      fail('kind', `must be one of ${SOURCE_KINDS.join(', ')}.`);
      return { kind: 'form', ids: [] };
    }
    const ids = given.split(',').map((id) => storedOf(kind, id));
    if (ids.length > MAX_IDS || ids.includes(undefined)) {
      fail('ids', `must contain at most ${MAX_IDS} IDs of the given kind, separated by commas.`);
    }
    return { kind, ids: ids.filter((id) => id !== undefined) };
  },
);

/**
 * Returns the form in which the database stores a source's ID, or undefined if the string is not an ID of this kind of
 * source.
 */
function storedOf(kind: SourceKind, given: string): string | undefined {
  if (kind === 'import') return parseId('imp', given, Number.POSITIVE_INFINITY);
  return NUMBER.test(given) ? given : undefined;
}

/** Returns the contact counts of the given sources of the account. Omits sources that added no contacts. */
export async function retentionOf(
  db: Db,
  accountId: number,
  { ids, kind }: ReturnType<typeof retentionQuery.parse>,
): Promise<AnswerOf<typeof retentionSchema>> {
  const rows = await retained[kind](db, accountId, ids);
  return { data: rows.map((row) => (kind === 'import' ? Object.assign(row, { id: presentId('imp', row.id) }) : row)) };
}
