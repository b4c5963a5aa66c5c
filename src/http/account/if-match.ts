/**
 * Returns the value of If-Match without the quotes (RFC 9110, section 13.1.1). Returns undefined if the header is
 * missing or is `*`, which matches any version.
 */
export function ifMatchOf(given: string | undefined): string | undefined {
  const named = given?.trim().replace(/^"(.*)"$/, '$1');
  return named === '*' ? undefined : named;
}
