/** An address that came in a query: a plus sign that was not encoded arrives as a space, which only a quoted one has. */
export function addressInQuery(given: string): string {
  return given.startsWith('"') ? given : given.replaceAll(' ', '+');
}
