/** An error or warning about a design, at a dotted path such as `content.2.attrs.href`. */
export interface DesignFault {
  readonly where: 'design';
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** Maximum number of errors and warnings that are reported for a design. One mistake often causes several errors. */
export const MAX_DESIGN_FAULTS = 50;

/** State of a traversal of a design. */
export interface Walk {
  readonly faults: DesignFault[];
  nodes: number;
}

/** An object whose values have not been validated. */
export type Loose = Readonly<Record<string, unknown>>;

/** Adds an error or warning, unless the limit is reached. */
export function addFault({ faults }: Walk, path: string, message: string, fix: string): void {
  if (faults.length < MAX_DESIGN_FAULTS) faults.push({ where: 'design', path, message, fix });
}

/** Returns the path of a nested value. */
export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Shortens a name that a user supplied, for use in messages. */
export function shortName(name: string): string {
  return name.slice(0, 60);
}

/** Returns whether the value is an object other than an array. */
export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
