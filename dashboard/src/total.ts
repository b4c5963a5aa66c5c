import { count, plural } from './words.ts';

/** How much there is of a list over all of its pages, in words; undefined where that is not known, or nothing was found yet. */
export function totalOf(
  counted: { readonly count: number; readonly is_more: boolean } | undefined,
  one: string,
  many = `${one}s`,
): string | undefined {
  if (counted === undefined || (counted.is_more && counted.count === 0)) return undefined;
  return counted.is_more ? `more than ${count(counted.count)} ${many}` : plural(counted.count, one, many);
}
