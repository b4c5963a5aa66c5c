import { count, plural } from './words.ts';

/** How much there is of a list over all of its pages, in words; undefined where that is not known. */
export function totalOf(
  counted: { readonly count: number | null; readonly is_more: boolean } | undefined,
  one: string,
  many = `${one}s`,
): string | undefined {
  if (counted === undefined || counted.count === null) return undefined;
  return counted.is_more ? `more than ${count(counted.count)} ${many}` : plural(counted.count, one, many);
}
