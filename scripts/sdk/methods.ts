import { listOf, partOf, type DocumentOperation, type Parameter, type Part } from './document.ts';
import { identifier, typeName, type OperationName } from './names.ts';
import { declarationOf, docLines, keyOf, quoted, typeOf, type TypeStyle } from './types.ts';

/** Data needed to render a method. */
export interface MethodParts {
  readonly operation: DocumentOperation;
  readonly name: OperationName;
  readonly style: TypeStyle;
  readonly newTypeName: (wanted: string) => string;
  /** All operations in the document, used to find the name of the path parameter for an item of a list. */
  readonly operations: readonly DocumentOperation[];
  /** Names of all methods in the group. */
  readonly methodNames: readonly string[];
}

interface RenderedMethod {
  readonly types: readonly string[];
  /** Source code of the class members, indented. */
  readonly text: string;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** Type for bodies that are not JSON: everything that fetch accepts and can send again on a retry. */
const RAW_BODY = 'string | Blob | FormData | Uint8Array';
const LOCALS = ['query', 'body', 'options', 'after', 'page'];

/** Returns the entry for an operation in the operation table. */
export function operationEntry({ operation, name }: MethodParts): string {
  const fields = [
    `method: ${quoted(operation.method)}`,
    `path: ${quoted(operation.path)}`,
    `bodyType: ${bodyTypeOf(operation) === undefined ? 'undefined' : quoted(bodyTypeOf(operation) ?? '')}`,
    `answer: ${quoted(answerKind(operation))}`,
    `takesIdempotencyKey: ${operation.parameters.some(isIdempotencyKey)}`,
    `calledAs: ${quoted(`${name.group}.${name.method}`)}`,
  ];
  return `  ${keyOf(operation.id)}: {\n${fields.map((field) => `    ${field},`).join('\n')}\n  },`;
}

/**
 * Renders the types and class members for an operation: one method, and for paged lists a second method that iterates
 * over the items.
 */
export function renderMethod(parts: MethodParts): RenderedMethod {
  const { operation, name, style, newTypeName } = parts;
  const base = typeName(name.group) + typeName(name.method);
  const types: string[] = [];
  const declare = (wanted: string, type: string): string => {
    if (!type.includes('{')) return type;
    const given = newTypeName(wanted);
    types.push(declarationOf(given, type));
    return given;
  };
  const input = { ...style, isInput: true };
  const given = pathArguments(operation);
  const queryParameters = operation.parameters.filter((each) => each.in === 'query');
  const bodyType = bodyTypeOf(operation);
  const rest: Argument[] = [];
  if (bodyType !== undefined) {
    const schema = operation.body?.contents.get(bodyType);
    const type = isJson(bodyType) ? declare(`${base}Body`, typeOf(schema, input)) : RAW_BODY;
    rest.push({ name: 'body', type, isOptional: operation.body?.required !== true });
  }
  if (queryParameters.length > 0) {
    const type = declare(`${base}Query`, queryType(queryParameters, input));
    rest.push({ name: 'query', type, isOptional: queryParameters.every((each) => !each.required) });
  }
  const answer = declare(`${base}Answer`, answerType(operation, style));
  const signature: Argument[] = [
    ...given,
    ...withTrailingOptionals(rest),
    { name: 'options', type: 'CallOptions', isOptional: true },
  ];
  const walk = walkOf(parts, { signature, queryParameters, answer });
  return { types, text: [methodText(parts, signature, answer), ...(walk === undefined ? [] : [walk])].join('\n\n') };
}

function methodText({ operation, name }: MethodParts, signature: readonly Argument[], answer: string): string {
  const has = (wanted: string): boolean => signature.some((argument) => argument.name === wanted);
  const inPath = signature.filter(({ name: argument }) => !LOCALS.includes(argument)).map((argument) => argument.name);
  const given = [
    ...(inPath.length > 0 ? [`path: [${inPath.join(', ')}]`] : []),
    ...(has('body') ? ['body'] : []),
    ...(has('query') ? ['query: { ...query }'] : []),
  ];
  const shown = given.length === 0 ? '{}' : `{ ${given.join(', ')} }`;
  return [
    ...docOf(operation).map((line) => `  ${line}`),
    `  ${name.method}(${signature.map(argumentText).join(', ')}): Call<${answer}> {`,
    `    return this.call(operations${accessOf(operation.id)}, ${shown}, options);`,
    '  }',
  ].join('\n');
}

/**
 * Renders the method that iterates over the items on all pages of a list. Returns undefined if the operation has no
 * pages, or if another method has the same name.
 */
function walkOf(
  { operation, name, operations, methodNames, style }: MethodParts,
  made: {
    readonly signature: readonly Argument[];
    readonly queryParameters: readonly Parameter[];
    readonly answer: string;
  },
): string | undefined {
  const { queryParameters, answer, signature } = made;
  const method = name.method.startsWith('list') ? name.method.replace('list', 'listAll') : `${name.method}All`;
  const walk = operation.method === 'GET' ? waysOn(operation, operations, style) : undefined;
  if (!walk || methodNames.includes(method)) return undefined;
  const hasBefore = queryParameters.some((each) => each.name === 'before');
  const shown = signature.map((argument) =>
    argument.name === 'query' && hasBefore ? { ...argument, type: `Omit<${argument.type}, 'before'>` } : argument,
  );
  const before = signature.slice(
    0,
    signature.findIndex((argument) => argument.name === 'query'),
  );
  const { next, parameter } = walk;
  // If the operation can also return something other than pages, narrow the type of its result to pages.
  const isMixed = pageOf(operation) !== operation.answers[0]?.shape;
  const pages = isMixed ? `Extract<${answer}, { readonly data: unknown }>` : answer;
  const cast = isMixed ? ` as Call<${pages}>` : '';
  const query = `{ ...query, ${parameter}: ${parameter} ?? query?.${parameter} }`;
  const args = [...before.map((argument) => argument.name), query, 'options'];
  return [
    `  /** Iterates over the items on all pages of \`${name.method}\`. Pages are read on demand. */`,
    `  ${method}(${shown.map(argumentText).join(', ')}): Items<${pages}['data'][number], ${pages}> {`,
    '    return new Items({',
    `      read: (${parameter}) => this.${name.method}(${args.join(', ')})${cast},`,
    '      itemsOf: (page) => page.data,',
    `      nextOf: (page) => ${next},`,
    '    });',
    '  }',
  ].join('\n');
}

/**
 * Returns the query parameter that requests the next page of a list, and the expression for its value. Returns
 * undefined if the operation is not a list with pages.
 */
function waysOn(
  operation: DocumentOperation,
  operations: readonly DocumentOperation[],
  style: TypeStyle,
): { readonly parameter: 'after' | 'page'; readonly next: string } | undefined {
  const takes = (name: string): boolean =>
    operation.parameters.some((each) => each.in === 'query' && each.name === name);
  if (takes('after')) {
    const next = nextOf(operation, operations, style);
    return next === undefined ? undefined : { parameter: 'after', next };
  }
  const { properties, required } = pageOf(operation);
  const isNumbered = ['data', 'current_page', 'next_page_url'].every(
    (name) => name in partOf(properties) && listOf(required).includes(name),
  );
  if (!takes('page') || !isNumbered) return undefined;
  return { parameter: 'page', next: '(page.next_page_url === null ? undefined : page.current_page + 1)' };
}

/** Returns the schema for the pages of a list, even if the operation may also return something else. */
function pageOf({ answers: [answer] }: DocumentOperation): Part {
  const shape = answer?.shape ?? {};
  return (
    listOf(shape['anyOf'])
      .map(partOf)
      .find((member) => 'data' in partOf(member['properties'])) ?? shape
  );
}

/**
 * Returns the expression for the cursor of the next page: the page's `next`, or otherwise the property that identifies
 * the last item. This property has the same name as the path parameter for a single item, or is `id`. Returns undefined
 * if the response is not a list.
 */
function nextOf(
  operation: DocumentOperation,
  operations: readonly DocumentOperation[],
  style: TypeStyle,
): string | undefined {
  const shape = operation.answers[0]?.shape ?? {};
  const properties = partOf(shape['properties']);
  const data = partOf(properties['data']);
  if (data['type'] !== 'array') return undefined;
  const isSure = listOf(shape['required']).includes('data');
  if (!isSure) return undefined;
  if ('next' in properties) return 'page.next';
  const cursor = cursorOf(operation, operations, typeOf(data['items'], style));
  if (cursor === undefined) return undefined;
  const last = `page.data.at(-1)?.${cursor}`;
  return 'has_more' in properties ? `(page.has_more ? ${last} : undefined)` : last;
}

function cursorOf(
  operation: DocumentOperation,
  operations: readonly DocumentOperation[],
  itemType: string,
): string | undefined {
  if (itemType === 'unknown') return undefined;
  const sibling = operations.find(
    ({ path, method }) => method === 'GET' && path.startsWith(`${operation.path}/{`) && path.endsWith('}'),
  );
  const named = sibling?.path.slice(operation.path.length + 2, -1);
  return named !== undefined && /^[A-Za-z_]\w*$/.test(named) ? named : 'id';
}

function pathArguments(operation: DocumentOperation): Argument[] {
  const taken = new Set(LOCALS);
  return [...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, parameter = '']) => {
    let name = identifier(parameter);
    while (taken.has(name)) name = `${name}InPath`;
    taken.add(name);
    return { name, type: 'string | number', isOptional: false };
  });
}

/**
 * Returns the type of the query parameters. Parameters for text and numbers accept strings, numbers, and dates, because
 * the client converts all of them to text.
 */
function queryType(parameters: readonly Parameter[], style: TypeStyle): string {
  const lines = parameters.flatMap(({ name, description, required, schema }) => {
    const type = typeOf(schema, style);
    const shown = ['string', 'number', 'unknown'].includes(type) ? 'QueryText' : type;
    return [
      ...docLines(description).map((line) => `  ${line}`),
      `  readonly ${keyOf(name)}${required ? '' : '?'}: ${required ? shown : `${shown} | undefined`};`,
    ];
  });
  return `{\n${lines.join('\n')}\n}`;
}

function answerType(operation: DocumentOperation, style: TypeStyle): string {
  const kind = answerKind(operation);
  if (kind === 'nothing') return 'void';
  if (kind !== 'json') return kind === 'text' ? 'string' : 'Uint8Array<ArrayBuffer>';
  const types = operation.answers.map(({ contents }) => {
    const content = [...contents].find(([type]) => isJson(type));
    return content === undefined ? 'undefined' : typeOf(content[1], style);
  });
  return [...new Set(types)].join(' | ');
}

function answerKind({ answers }: DocumentOperation): 'json' | 'text' | 'bytes' | 'nothing' {
  const types = answers.flatMap(({ contents }) => [...contents.keys()]);
  if (types.length === 0) return 'nothing';
  if (types.some(isJson)) return 'json';
  return types.every((type) => type.startsWith('text/')) ? 'text' : 'bytes';
}

function bodyTypeOf({ body }: DocumentOperation): string | undefined {
  const types = [...(body?.contents.keys() ?? [])];
  return types.find(isJson) ?? types[0];
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

function isIdempotencyKey(parameter: Parameter): boolean {
  return parameter.in === 'header' && parameter.name.toLowerCase() === 'idempotency-key';
}

/** Makes an argument optional only if all following arguments are optional. */
function withTrailingOptionals(all: readonly Argument[]): Argument[] {
  return all.map((argument, index) => ({
    ...argument,
    isOptional: argument.isOptional && all.slice(index).every((later) => later.isOptional),
  }));
}

function argumentText({ name, type, isOptional }: Argument): string {
  return `${name}${isOptional ? '?' : ''}: ${type}`;
}

function accessOf(id: string): string {
  return keyOf(id) === id ? `.${id}` : `[${quoted(id)}]`;
}

function docOf({ summary, description, method, path, scopes, parameters }: DocumentOperation): string[] {
  const headers = parameters.filter((each) => each.in === 'header' && !isIdempotencyKey(each));
  const scope = scopes.length > 0 ? ` (scope ${[...new Set(scopes)].map((each) => `\`${each}\``).join(', ')})` : '';
  const parts = [
    summary && `${summary}.`,
    description,
    ...headers.map((each) => `Header \`${each.name}\`: ${each.description}`),
    `\`${method} ${path}\`${scope}`,
  ];
  return docLines(parts.filter((part) => part !== '').join('\n\n'));
}
