const UUID = /^(?:tm_)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** The UUID behind a MessageID, also in the form that our own API has; undefined for any other text. */
export function uuidOf(text: string): string | undefined {
  return UUID.exec(text)?.slice(1).join('-').toLowerCase();
}

/** Nothing has the least UUID: whoever asks for what is no id finds nothing. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';
