import { Type, type Static } from 'typebox';

/** Default maximum number of IDs in one field. */
export const MAX_IDS = 100;

/** An ID in a request body: a number, or a string of digits. */
export const idSchema = Type.Union([Type.Integer(), Type.String()]);

/** IDs in a request body: a list, or a single ID as sent by forms. Null means absent. */
export const idsSchema = Type.Union([Type.Array(idSchema), Type.Integer(), Type.String(), Type.Null()]);

const ID = /^[1-9]\d{0,15}$/;

/** Parses an ID. Returns undefined if it is invalid. Pure. */
export function idOf(given: string | number): number | undefined {
  const text = String(given).trim();
  const id = ID.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

/**
 * Parses IDs and removes duplicates. Returns undefined if the field is absent. Calls `fail` for an invalid ID, or if
 * there are more than `most` IDs. Ignores empty strings, because a form sends `lists[]=` for an empty list.
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
      fail(field, 'must be a list of IDs, which are positive integers.');
      return [];
    }
    ids.add(id);
  }
  return [...ids];
}

/**
 * Returns the error for IDs that the account does not have, without a subject (`contains IDs ...`). Lists at most ten
 * IDs. Returns undefined if the account has all of them.
 */
export function unknownIds(ids: readonly number[], known: ReadonlySet<number>): string | undefined {
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return undefined;
  return `contains IDs that do not exist in this account: ${unknown.slice(0, MAX_SHOWN).join(', ')}.`;
}

const MAX_SHOWN = 10;
