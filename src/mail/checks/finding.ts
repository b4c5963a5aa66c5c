/** Severity of a finding: an error should block sending; a warning is for the author to review. */
export type Level = 'ok' | 'warning' | 'error';

/** Result of one check. */
export interface Finding {
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  /** How to fix the problem. */
  readonly fix?: string;
  /** The first few affected places, as written in the content. */
  readonly where?: readonly string[];
}

/** Limit for the places in one finding. */
const MAX_PLACES = 5;
const MAX_PLACE_CHARACTERS = 200;

/** Creates a finding without a problem. */
export function fine(id: string, message: string): Finding {
  return { id, level: 'ok', message };
}

/** Creates a finding with a problem. */
export function found(
  id: string,
  level: Exclude<Level, 'ok'>,
  message: string,
  { fix, where }: { readonly fix: string; readonly where?: readonly string[] },
): Finding {
  const places = where?.slice(0, MAX_PLACES).map((place) => place.slice(0, MAX_PLACE_CHARACTERS));
  return { id, level, message, fix, ...(places && places.length > 0 ? { where: places } : {}) };
}
