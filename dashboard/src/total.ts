import { count, plural } from './words.ts';

/**
 * Returns the total number of entries on all pages of a list in words, such as `more than 1,000 contacts`. Returns
 * undefined if the total is unknown.
 */
export function totalOf(
  counted: { readonly count: number; readonly is_more: boolean } | undefined,
  one: string,
  many = `${one}s`,
): string | undefined {
  if (counted === undefined || (counted.is_more && counted.count === 0)) return undefined;
  return counted.is_more ? `more than ${count(counted.count)} ${many}` : plural(counted.count, one, many);
}
