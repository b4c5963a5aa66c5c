const TAG = /^[a-z0-9][a-z0-9_.-]*$/;
const MAX_TAG_CHARACTERS = 256;

/** Returns the reason why a tag name is invalid for sending, or undefined if the name is valid. */
export function faultOfTag(tag: string): string | undefined {
  if (tag.length > MAX_TAG_CHARACTERS) return `must be at most ${MAX_TAG_CHARACTERS} characters.`;
  if (TAG.test(tag)) return undefined;
  return 'must contain only lowercase letters, digits, "_", "-", and ".", for example password_reset.';
}
