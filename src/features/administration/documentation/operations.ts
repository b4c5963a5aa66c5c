import type { Json } from '../../../http/openapi/schemas.ts';

/** The API document, as far as pages read it. */
export interface ApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** A schema of the document: JSON Schema 2020-12. */
export interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A body in one type of media. */
export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** What an operation answers; one that several share is a reference. */
export interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}

/** What is given in the address or in a header. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: Schema;
}

/** The Operation Object (OpenAPI 3.1). */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required?: boolean;
    readonly content: Readonly<Record<string, Media>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** An operation and where it is. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** A group of operations, which has a page. */
export interface Group {
  readonly name: string;
  /** The end of its address. */
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly Placed[];
}

/** The document as pages read it. */
export function readApiDocument(document: Json): ApiDocument {
  // It is our own, and a test has a linter of OpenAPI read it.
  return document as unknown as ApiDocument;
}

/** The groups of the document, in its order; those for the dashboard's own pages last. Pure. */
export function groupsOf({ paths, tags }: ApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map(({ description = '', name }) => ({
    name,
    slug: name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    description,
    operations: all.filter(({ operation }) => operation.tags[0] === name),
  }));
  return groups.toSorted((one, other) => Number(isOfDashboard(one)) - Number(isOfDashboard(other)));
}

/** Whether a group is for the dashboard's pages, which are signed in by a session. Pure. */
export function isOfDashboard({ name }: Pick<Group, 'name'>): boolean {
  return name.startsWith('Dashboard: ');
}
