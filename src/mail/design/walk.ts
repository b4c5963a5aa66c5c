/** What is wrong with a design, or may be, and where: a dotted path such as `content.2.attrs.href`. */
export interface DesignFault {
  readonly where: 'design';
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

/** Faults that are told of a design; one is often the cause of the next. */
export const MAX_DESIGN_FAULTS = 50;

/** What a walk through a design has come to. */
export interface Walk {
  readonly faults: DesignFault[];
  nodes: number;
}

/** A record of which nothing is known. */
export type Loose = Readonly<Record<string, unknown>>;

/** Notes a fault, while there is room. */
export function addFault({ faults }: Walk, path: string, message: string, fix: string): void {
  if (faults.length < MAX_DESIGN_FAULTS) faults.push({ where: 'design', path, message, fix });
}

/** The path of what stands in another. */
export function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A name that was given, short enough to be told. */
export function shortName(name: string): string {
  return name.slice(0, 60);
}

/** Whether a value has names. */
export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
