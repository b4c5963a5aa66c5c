/** Combines a message and its fix into one string, because clients of the endpoint only show the message. */
export function withRemedy({ fix, message }: { readonly fix: string; readonly message: string }): string {
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${fix}`;
}
