/** Colors for tags, in the order in which tags without a requested color get them. */
export const TAG_COLORS = [
  '#FF644D',
  '#C2410C',
  '#A16207',
  '#4D7C0F',
  '#15803D',
  '#0F766E',
  '#0369A1',
  '#1D4ED8',
  '#6D28D9',
  '#A21CAF',
  '#BE185D',
  '#475569',
] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/**
 * Returns the given color as spelled in the palette, ignoring case. Returns undefined for colors that are not in the
 * palette. Pure.
 */
export function tagColorOf(given: string): TagColor | undefined {
  const wanted = given.trim().toUpperCase();
  return TAG_COLORS.find((color) => color === wanted);
}
