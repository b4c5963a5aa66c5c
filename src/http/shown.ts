const MAX_SHOWN_CHARACTERS = 200;

/** Truncates text from a request, to quote it in a message. */
export function shown(text: string): string {
  // `toWellFormed` replaces unpaired surrogates, which would make the response invalid.
  return text.length <= MAX_SHOWN_CHARACTERS ? text : text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}
