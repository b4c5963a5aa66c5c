/** Severity of a finding. An error should block sending, and the author should review a warning. */
export type Level = 'ok' | 'warning' | 'error';

/** Result of one check. */
export interface Finding {
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  /** Instructions for fixing the problem. */
  readonly fix?: string;
  /** The first occurrences of the problem, such as excerpts of the content. */
  readonly where?: readonly string[];
}

/** Maximum number of occurrences that `found` includes in a finding. */
const MAX_SLOTS = 5;
const MAX_PLACE_CHARACTERS = 200;

/** Creates a finding that reports no problem. */
export function fine(id: string, message: string): Finding {
  return { id, level: 'ok', message };
}

/** Creates a finding that reports a problem. */
export function found(
  id: string,
  level: Exclude<Level, 'ok'>,
  message: string,
  { fix, where }: { readonly fix: string; readonly where?: readonly string[] },
): Finding {
  const places = where?.slice(0, MAX_SLOTS).map((place) => place.slice(0, MAX_PLACE_CHARACTERS));
  return { id, level, message, fix, ...(places && places.length > 0 ? { where: places } : {}) };
}
