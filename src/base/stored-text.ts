/** Returns the text without characters that PostgreSQL cannot store: NUL characters and unpaired surrogates. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
