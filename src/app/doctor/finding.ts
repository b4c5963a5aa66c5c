/** What an examination found. `unknown`: it could not be told. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem' | 'unknown';
  /** What was looked at, in a word or two. */
  readonly subject: string;
  readonly message: string;
  /** What to do about it; wherever it is not ok. */
  readonly remedy?: string;
}

/** A finding that needs nothing. */
export function fine(subject: string, message: string): Finding {
  return { level: 'ok', subject, message };
}

/** A finding that mail can be lost or refused over. */
export function problem(subject: string, message: string, remedy: string): Finding {
  return { level: 'problem', subject, message, remedy };
}

/** A finding that is better mended. */
export function warning(subject: string, message: string, remedy: string): Finding {
  return { level: 'warning', subject, message, remedy };
}

/** An examination that came to no result. */
export function unknown(subject: string, message: string, remedy: string): Finding {
  return { level: 'unknown', subject, message, remedy };
}
