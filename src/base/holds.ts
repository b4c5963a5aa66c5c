/**
 * SQL that is true where `column` contains the text of `$2`, whatever its case, and whether accents are composed or
 * decomposed; `%`, `_` and `\` mean themselves.
 */
export function holds(column: string): string {
  return `normalize(${column}) ilike '%' || regexp_replace(normalize($2), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}
