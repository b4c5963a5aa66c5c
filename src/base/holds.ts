/**
 * Returns an SQL expression that is true where `column` contains the text in the parameter `$2`. Ignores case and the
 * difference between composed and decomposed accents. Matches `%`, `_` and `\` literally.
 */
export function holds(column: string): string {
  return `normalize(${column}) ilike '%' || regexp_replace(normalize($2), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}
