const UUID = /^(?:tm_)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/**
 * Returns the UUID of a MessageID, which may also be in the format of our own API. Returns undefined for all other
 * strings.
 */
export function uuidOf(text: string): string | undefined {
  return UUID.exec(text)?.slice(1).join('-').toLowerCase();
}

/** The smallest UUID, which no message has. Replaces invalid IDs, so that invalid IDs match nothing. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';
