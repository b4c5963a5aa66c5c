import { Refusal } from '../../base/refusal.ts';

const ID = /^[1-9]\d{0,15}$/;

/**
 * Parses the ID of an object in a path. Throws not_found for strings that are not valid IDs, such as 0, 007, 1e3 or
 * 10^16.
 */
export function objectIdOf(given: string | undefined): number {
  const id = ID.test(given ?? '') ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new Refusal('not_found');
  return id;
}

/**
 * Returns the object, or throws as defined by the account API: forbidden if another account has an object with the ID,
 * not_found if no account has such an object. Calls `existsElsewhere` only if `found` is undefined.
 */
export async function ownObject<T>(
  found: T | undefined,
  existsElsewhere: () => Promise<readonly unknown[]>,
): Promise<T> {
  if (found !== undefined) return found;
  if ((await existsElsewhere()).length > 0) {
    throw new Refusal('forbidden', { message: 'This resource belongs to another account.' });
  }
  throw new Refusal('not_found', { message: 'No resource has this ID.' });
}
