const MAX_SHOWN_CHARACTERS = 200;

/** What a caller sent, short enough to be told back in a message. */
export function shown(text: string): string {
  // Cut between characters: half of a surrogate pair would be a broken answer.
  return text.length <= MAX_SHOWN_CHARACTERS ? text : text.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed();
}
