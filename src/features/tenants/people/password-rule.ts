/**
 * Minimum and maximum length of a password, in UTF-16 code units. The minimum resists online guessing, and the maximum
 * limits the time for hashing.
 */
export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 128;

/**
 * Returns the reason why a user may not use a password, as an error message without its subject (`must ...`). Returns
 * undefined if the password is allowed.
 */
export function faultOfPassword(
  password: string,
  person: { readonly name: string; readonly email: string },
): string | undefined {
  if (password.length < MIN_PASSWORD_CHARACTERS) return `must have at least ${MIN_PASSWORD_CHARACTERS} characters.`;
  if (password.length > MAX_PASSWORD_CHARACTERS) return `must have at most ${MAX_PASSWORD_CHARACTERS} characters.`;
  const given = password.trim().toLowerCase();
  if (given === person.email.toLowerCase() || given === localPartOf(person.email)) {
    return 'must not be the same as the user’s email address.';
  }
  if (given === person.name.trim().toLowerCase()) return 'must not be the same as the user’s name.';
  if (new Set(password).size < MIN_DIFFERENT_CHARACTERS) {
    return `must have at least ${MIN_DIFFERENT_CHARACTERS} different characters.`;
  }
  return undefined;
}

const MIN_DIFFERENT_CHARACTERS = 4;

function localPartOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@')).toLowerCase();
}
