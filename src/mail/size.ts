/** Maximum size of an email, in bytes: the default `message_size_limit` of Postfix. */
export const MAX_MAIL_BYTES = 10_240_000;

/** Returns an error if an email is too large to send, otherwise undefined. */
export function tooLarge(bytes: number): string | undefined {
  if (bytes <= MAX_MAIL_BYTES) return undefined;
  const [size, most] = [bytes, MAX_MAIL_BYTES].map((number) => number.toLocaleString('en-US'));
  return `is too large. The encoded email has ${size} bytes, and many servers reject emails larger than ${most} bytes.`;
}
