/** Text as PostgreSQL takes it, whoever said it: neither NUL nor half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
