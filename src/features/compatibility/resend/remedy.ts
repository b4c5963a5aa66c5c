/** What is wrong and how to mend it, in one text: clients of the endpoint show their users the message alone. */
export function withRemedy({ fix, message }: { readonly fix: string; readonly message: string }): string {
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${fix}`;
}
