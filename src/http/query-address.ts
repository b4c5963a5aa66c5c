/**
 * Restores an email address from a query string: an unencoded plus sign is decoded as a space, which only a quoted
 * address can contain.
 */
export function addressInQuery(given: string): string {
  return given.startsWith('"') ? given : given.replaceAll(' ', '+');
}
