import { Type, type Static } from 'typebox';

/** Ids that may be named in one field. */
export const MAX_IDS = 100;

/** An id in a body: clients write numbers, and texts of digits. */
export const idSchema = Type.Union([Type.Integer(), Type.String()]);

/** Ids in a body: a list, or one alone, as forms write it. Null is not given. */
export const idsSchema = Type.Union([Type.Array(idSchema), Type.Integer(), Type.String(), Type.Null()]);

const ID = /^[1-9]\d{0,15}$/;

/** The id; undefined for whatever is none. Pure. */
export function idOf(given: string | number): number | undefined {
  const text = String(given).trim();
  const id = ID.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

/**
 * Ids, each once, undefined when they are not given; `fail` is called for what is none, and when there are more than `most`.
 * Empty texts are left out: a form says with `lists[]=` that there is none.
 */
export function idsOf(
  given: Static<typeof idsSchema> | undefined,
  field: string,
  fail: (field: string, sentence: string) => void,
  most = MAX_IDS,
): readonly number[] | undefined {
  if (given === undefined || given === null) return undefined;
  const items = (Array.isArray(given) ? given : [given]).filter((item) => String(item).trim() !== '');
  if (items.length > most) {
    fail(field, `must have at most ${most} IDs, not ${items.length}.`);
    return [];
  }
  const ids = new Set<number>();
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined) {
      fail(field, 'must be a list of IDs, which are whole numbers from 1.');
      return [];
    }
    ids.add(id);
  }
  return [...ids];
}

/** The end of a sentence about ids that are of nothing that the account has, at most ten of them; undefined without any. */
export function unknownIds(ids: readonly number[], known: ReadonlySet<number>): string | undefined {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return undefined;
  return `contains IDs that do not exist in this account: ${unknown.slice(0, MAX_SHOWN).join(', ')}.`;
}

const MAX_SHOWN = 10;
