/** Whom a grant speaks for: a person in an account. */
export interface Subject {
  readonly personId: number;
  readonly accountId: number;
}

/** The subject as the engine's text. */
export function subjectText({ personId, accountId }: Subject): string {
  return `${personId}.${accountId}`;
}

/** The inverse of `subjectText`. */
export function parseSubject(text: string): Subject | undefined {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  return match ? { personId: Number(match[1]), accountId: Number(match[2]) } : undefined;
}
