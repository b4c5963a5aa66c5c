/** Returns text that PostgreSQL can store: without NUL characters and unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
