/** The user and the account of a grant. */
export interface Subject {
  readonly personId: number;
  readonly accountId: number;
}

/** Converts a subject to the string that the OAuth library stores. */
export function subjectText({ personId, accountId }: Subject): string {
  return `${personId}.${accountId}`;
}

/** Parses the result of `subjectText`. */
export function parseSubject(text: string): Subject | undefined {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  return match ? { personId: Number(match[1]), accountId: Number(match[2]) } : undefined;
}
