import { Refusal } from '../../base/refusal.ts';

const ID = /^[1-9]\d{0,15}$/;

/** The number of an object, from a path. Throws not_found for whatever is no number of one: 0, 007, 1e3, 10^16. */
export function objectIdOf(given: string | undefined): number {
  const id = ID.test(given ?? '') ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new Refusal('not_found');
  return id;
}

/**
 * The object, or a refusal, as the account API tells: forbidden when another account has one of that number, not_found
 * when nobody has. `existsElsewhere` is only asked when there is none.
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
