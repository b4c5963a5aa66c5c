/** An object in an OpenAPI document. Its fields are validated when they are read. */
export type Part = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];
const MAX_REFERENCES = 10;

/** An operation in the document. References in its schemas are not resolved. */
export interface DocumentOperation {
  readonly id: string;
  /** HTTP method in uppercase. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Request body, keyed by content type. */
  readonly body: { readonly required: boolean; readonly contents: ReadonlyMap<string, Part> } | undefined;
  /** Successful responses. */
  readonly answers: readonly Answer[];
  /** The Operation Object itself. */
  readonly source: Part;
}

interface Answer {
  readonly status: number;
  /** Schemas of the response, keyed by content type. */
  readonly contents: ReadonlyMap<string, Part>;
  /** Resolved schema of the JSON response. */
  readonly shape: Part;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly example: unknown;
  readonly schema: Part;
}

/** Returns the value if it is an object, or otherwise an empty object. */
export function partOf(value: unknown): Part {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  // Safe cast: properties of a parsed JSON or YAML object can be read by name.
  return isObject ? (value as Part) : {};
}

/** Returns the value if it is a string, or otherwise an empty string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the value if it is an array, or otherwise an empty array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the object itself or, if it is a `$ref`, its target in the document. */
export function resolved(document: Part, value: unknown): Part {
  let part = partOf(value);
  for (let steps = 0; typeof part['$ref'] === 'string' && steps < MAX_REFERENCES; steps += 1) {
    const names = part['$ref'].replace(/^#\//, '').split('/');
    let target: unknown = document;
    for (const name of names) target = partOf(target)[decodePointer(name)];
    part = partOf(target);
  }
  return part;
}

/** Returns all operations of the document, in order. */
export function operationsOf(document: Part): DocumentOperation[] {
  return Object.entries(partOf(document['paths'])).flatMap(([path, item]) => {
    const shared = partOf(item);
    return Object.entries(shared)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(document, { path, method, shared, operation: partOf(operation) }));
  });
}

function readOperation(
  document: Part,
  at: { readonly path: string; readonly method: string; readonly shared: Part; readonly operation: Part },
): DocumentOperation {
  const { path, method, shared, operation } = at;
  const body = resolved(document, operation['requestBody']);
  return {
    id: textOf(operation['operationId']) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: textOf(listOf(operation['tags'])[0]),
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    scopes: listOf(operation['security']).flatMap((each) => Object.values(partOf(each)).flatMap(listOf).map(textOf)),
    parameters: parametersOf(document, shared, operation),
    body:
      operation['requestBody'] === undefined
        ? undefined
        : { required: body['required'] === true, contents: contentsOf(body) },
    answers: Object.entries(partOf(operation['responses']))
      .filter(([status]) => /^2(?:\d\d|XX)$/.test(status))
      .map(([status, answer]) => {
        const contents = contentsOf(resolved(document, answer));
        const shape = resolved(document, contents.get('application/json'));
        return { status: status === '2XX' ? 200 : Number(status), contents, shape };
      }),
    source: operation,
  };
}

/** Returns the parameters of the path and of the operation. The operation's parameters take precedence. */
function parametersOf(document: Part, shared: Part, operation: Part): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const given of [...listOf(shared['parameters']), ...listOf(operation['parameters'])]) {
    const part = resolved(document, given);
    const parameter = {
      name: textOf(part['name']),
      in: textOf(part['in']),
      required: part['required'] === true,
      description: textOf(part['description']),
      example: part['example'],
      schema: partOf(part['schema']),
    };
    byKey.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byKey.values()];
}

function contentsOf(part: Part): ReadonlyMap<string, Part> {
  return new Map(
    Object.entries(partOf(part['content'])).map(([type, content]) => [type, partOf(partOf(content)['schema'])]),
  );
}

/**
 * Returns the first content type of a request body or response and its Media Type Object, or undefined if there is no
 * content.
 */
export function firstContent(part: Part): { readonly type: string; readonly media: Part } | undefined {
  const [content] = Object.entries(partOf(part['content']));
  return content && { type: content[0], media: partOf(content[1]) };
}

/** Decodes a JSON Pointer token (RFC 6901, section 4). */
function decodePointer(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
