/** A value that paths in a template are relative to. */
export interface Context {
  /** Name of the loop variable. Empty for the values of the request. */
  readonly base: string;
  /** Properties that lead from `base` to the value. */
  readonly path: readonly string[];
  readonly parent: Context | undefined;
}

export const ROOT: Context = { base: '', path: [], parent: undefined };

const SEGMENT = /^[\w-]+$/;
const FIRST = /^[a-z_][\w-]*$/i;

/** Maximum number of names in a path. */
const MAX_SEGMENTS = 20;

/**
 * Returns the value to which a path refers: `a.b`, `../a`, or the names of the current value in `current`. Returns
 * undefined if the path is not valid.
 */
export function contextAt(path: string, context: Context, current: readonly string[]): Context | undefined {
  let at = context;
  let rest = path;
  while (rest.startsWith('../')) {
    if (!at.parent) return undefined;
    at = at.parent;
    rest = rest.slice(3);
  }
  if (rest === '..') return at.parent;
  const own = current.find((name) => rest === name || rest.startsWith(`${name}.`) || rest.startsWith(`${name}/`));
  if (own !== undefined) rest = rest.slice(own.length + 1);
  if (rest === '') return own === undefined ? undefined : at;
  const segments = rest.split('.').map((segment) => segment.replace(/^\[(\d+)\]$/, '$1'));
  if (segments.length > MAX_SEGMENTS || !segments.every((segment) => SEGMENT.test(segment))) return undefined;
  return segments.reduce((parent, segment) => ({ base: parent.base, path: [...parent.path, segment], parent }), at);
}

/** Returns a value as a Liquid expression, or undefined for the values of the request as a whole. */
export function expressionOf({ base, path }: Context): string | undefined {
  if (base !== '') return [base, ...path].join('.');
  return FIRST.test(path[0] ?? '') ? path.join('.') : undefined;
}

/** Returns a function that creates names of loop variables that do not occur in the template. */
export function loopNames(source: string): () => string {
  const taken = new Set(source.match(/item\d+/g));
  let number = 0;
  return () => {
    do number += 1;
    while (taken.has(`item${number}`));
    return `item${number}`;
  };
}
