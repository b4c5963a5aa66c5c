/** How much a finding matters: with an error nothing should be sent, a warning is for its author to weigh. */
export type Level = 'ok' | 'warning' | 'error';

/** What a look at one side of a mail came to. */
export interface Finding {
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  /** What would mend it. */
  readonly fix?: string;
  /** The places that it is about, as they are written; the first few. */
  readonly where?: readonly string[];
}

/** Places that a finding names. */
const MAX_PLACES = 5;
const MAX_PLACE_CHARACTERS = 200;

/** A finding with nothing to mend. */
export function fine(id: string, message: string): Finding {
  return { id, level: 'ok', message };
}

/** A finding with something to mend. */
export function found(
  id: string,
  level: Exclude<Level, 'ok'>,
  message: string,
  { fix, where }: { readonly fix: string; readonly where?: readonly string[] },
): Finding {
  const places = where?.slice(0, MAX_PLACES).map((place) => place.slice(0, MAX_PLACE_CHARACTERS));
  return { id, level, message, fix, ...(places && places.length > 0 ? { where: places } : {}) };
}
