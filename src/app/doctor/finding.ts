/** Result of a check. `unknown` means that the check could not be completed. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem' | 'unknown';
  /** Subject of the check, in one or two words. */
  readonly subject: string;
  readonly message: string;
  /** Advice for fixing the problem. Set unless the level is ok. */
  readonly remedy?: string;
}

/** Creates a finding that needs no action. */
export function fine(subject: string, message: string): Finding {
  return { level: 'ok', subject, message };
}

/** Creates a finding about a problem that can cause messages to be lost or rejected. */
export function problem(subject: string, message: string, remedy: string): Finding {
  return { level: 'problem', subject, message, remedy };
}

/** Creates a finding about something that should be fixed. */
export function warning(subject: string, message: string, remedy: string): Finding {
  return { level: 'warning', subject, message, remedy };
}

/** Creates a finding for a check that could not be completed. */
export function unknown(subject: string, message: string, remedy: string): Finding {
  return { level: 'unknown', subject, message, remedy };
}
