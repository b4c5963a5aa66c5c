/**
 * Returns an SQL condition that is true if `column` contains the text in the `$2` parameter. Ignores case, and whether
 * accents are composed or decomposed. Matches `%`, `_`, and `\` literally.
 */
export function holds(column: string): string {
  return `normalize(${column}) ilike '%' || regexp_replace(normalize($2), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}
