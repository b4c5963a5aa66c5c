import { listOf, operationsOf, partOf, textOf, type Part } from './document.ts';
import { namesOf, typeName } from './names.ts';
import { renderMethod, operationEntry, type MethodParts } from './methods.ts';
import { createTypeNames, declarationOf, docLines, quoted, typeOf, type TypeStyle } from './types.ts';

/** Reserved names, which the generated file uses or sdk/src/index.ts exports. */
const RESERVED =
  'Array ArrayBuffer Blob Call CallOptions Date FormData Group Groups Items Omit Operation ProblemName Promise ' +
  'QueryText Readonly Record Transport Uint8Array ' +
  'Postrider ClientOptions Answered AnswerFacts ApiError AuthenticationError ConflictError ConnectionError ' +
  'NotFoundError PermissionError PostriderError QuotaExceededError RateLimitError ServerError TimeoutError ' +
  'ValidationError Runtime verifyWebhook WebhookVerificationError VerifiedWebhook WebhookFault WebhookHeaders ' +
  'UploadProgress WebhookRequest CompatibleWebhookEvent NativeWebhookEvent WebhookAlert WebhookEvent WebhookVisit';

const HEAD = `/** Generated from the OpenAPI document by \`npm run generate\`. Change the routes or scripts/sdk/ instead. */
import type { Call } from './answer.ts';
import { Group } from './group.ts';
import { Items } from './pages.ts';
import type { Operation, QueryText } from './request.ts';
import type { CallOptions, Transport } from './transport.ts';
`;

/** Renders sdk/src/generated.ts: types and methods of all operations of an API document. */
export function renderSdk(document: Part): string {
  const newTypeName = createTypeNames(RESERVED.split(' '));
  const schemas = Object.entries(partOf(partOf(document['components'])['schemas'])).map(([name, schema]) => ({
    reference: `#/components/schemas/${pointerOf(name)}`,
    type: newTypeName(name),
    schema,
  }));
  const references = new Map(schemas.map(({ reference, type }) => [reference, type]));
  const style: TypeStyle = { nameOf: (reference) => references.get(reference), isInput: false };
  const operations = operationsOf(document);
  const names = namesOf(operations);
  const groups = new Map<string, MethodParts[]>();
  for (const operation of operations) {
    const name = names.get(operation.id) ?? { group: 'other', method: operation.id };
    const group = groups.get(name.group) ?? [];
    group.push({ operation, name, style, newTypeName, operations, methodNames: methodsOf(names, name.group) });
    groups.set(name.group, group);
  }
  const classes = [...groups].map(([group, methods]) => ({
    group,
    name: newTypeName(`${typeName(group)}Group`),
    methods,
  }));
  return [
    HEAD,
    ...schemas.map(({ type, schema }) => declaration(type, schema, style)),
    operationTable([...groups.values()].flat()),
    ...classes.map(({ name, methods }) => renderGroup(name, methods)),
    renderGroups(document, classes),
  ].join('\n');
}

/** Renders docs/sdk-methods.md, which lists the method name of each operation. */
export function renderMethodsPage(document: Part): string {
  const operations = operationsOf(document);
  const names = namesOf(operations);
  const rows = operations.map(({ id, method, path, summary }) => {
    const name = names.get(id) ?? { group: 'other', method: id };
    return `| \`${name.group}.${name.method}\` | \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} |`;
  });
  return [
    '# Client methods',
    '',
    'Find the client method for each API operation. The [client page](sdk.md) explains how to call the methods.',
    '',
    'Generated from the OpenAPI document by `npm run generate`. Do not edit this page.',
    '',
    '| Method | Operation | Description |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** Renders sdk/src/problem-names.ts, which lists the names of the errors in the document. */
export function renderProblemNames(document: Part): string {
  const names = Object.keys(partOf(partOf(document['components'])['examples'])).toSorted();
  const members = [...names.map((name) => `  | ${quoted(name)}`), '  | (string & {})'];
  return `/** Generated from the OpenAPI document by \`npm run generate\`. Names of errors. Later versions may add names. */\nexport type ProblemName =\n${members.join('\n')};\n`;
}

function declaration(name: string, schema: unknown, style: TypeStyle): string {
  const comment = docLines(textOf(partOf(schema)['description']));
  return `${[...comment, declarationOf(name, typeOf(schema, style))].join('\n')}\n`;
}

function operationTable(methods: readonly MethodParts[]): string {
  return `/** All operations, keyed by operation ID. */\nexport const operations = {\n${methods.map(operationEntry).join('\n')}\n} as const satisfies Record<string, Operation & { readonly calledAs: string }>;\n`;
}

function renderGroup(name: string, methods: readonly MethodParts[]): string {
  const rendered = methods.map(renderMethod);
  const types = rendered.flatMap(({ types }) => types);
  const members = rendered.map(({ text }) => text).join('\n\n');
  return `${types.map((type) => `${type}\n\n`).join('')}export class ${name} extends Group {\n${members}\n}\n`;
}

function renderGroups(
  document: Part,
  classes: readonly { group: string; name: string; methods: readonly MethodParts[] }[],
) {
  const tags = new Map(listOf(document['tags']).map((tag) => [partOf(tag)['name'], partOf(tag)['description']]));
  const fields = classes.flatMap(({ group, name, methods }) => [
    ...docLines(textOf(tags.get(methods[0]?.operation.tag))).map((line) => `  ${line}`),
    `  readonly ${group}: ${name};`,
  ]);
  const made = classes.map(({ group, name }) => `    this.${group} = new ${name}(transport);`);
  return [
    '/** All groups of operations. */',
    'export class Groups {',
    ...fields,
    '',
    '  constructor(transport: Transport) {',
    ...made,
    '  }',
    '}',
    '',
  ].join('\n');
}

function methodsOf(names: ReadonlyMap<string, { group: string; method: string }>, group: string): string[] {
  return [...names.values()].filter((name) => name.group === group).map(({ method }) => method);
}

/** Encodes a JSON Pointer token (RFC 6901, section 3). */
function pointerOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
