const MAX_SHOWN_CHARACTERS = 200;

/** Truncates text from a request, to quote it in a message. */
export function shown(text: string): string {
  // The cut may split a surrogate pair. `toWellFormed` replaces the remaining half.
  return text.length <= MAX_SHOWN_CHARACTERS ? text : text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}
