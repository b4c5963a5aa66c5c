/**
 * Restores an email address in a query string. An unencoded plus sign was decoded as a space, but only quoted addresses
 * can contain spaces.
 */
export function addressInQuery(given: string): string {
  return given.startsWith('"') ? given : given.replaceAll(' ', '+');
}
