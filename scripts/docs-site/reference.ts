import {
  firstContent,
  listOf,
  operationsOf,
  partOf,
  resolved,
  textOf,
  type DocumentOperation,
  type Part,
} from '../sdk/document.ts';
import { callOf, curlOf } from './curl.ts';
import type { Page } from './pages.ts';

/** Maximum depth of nested fields in tables. */
const MAX_DEPTH = 4;
const FIRST_FAILURE = 400;

/**
 * Returns the pages of the API reference: a page that lists the groups of operations, and a page for each group. Pure.
 */
export function referencePages(document: Part): Page[] {
  const operations = operationsOf(document);
  const groups = listOf(document['tags']).map((tag) => {
    const name = textOf(partOf(tag)['name']);
    const slug = `api/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
    const description = textOf(partOf(tag)['description']);
    return { name, slug, description, operations: operations.filter((each) => each.tag === name) };
  });
  const [forDashboard, forPrograms] = [true, false].map((isForDashboard) =>
    groups
      .filter(({ name }) => name.startsWith('Dashboard: ') === isForDashboard)
      .map(({ name, slug, description, operations: { length } }) => {
        return `- [${name}](${slug}.md), ${length} ${length === 1 ? 'operation' : 'operations'}. ${description}`;
      })
      .join('\n'),
  );
  const index = [
    '# API reference',
    textOf(partOf(document['info'])['description']),
    'The reference is also available as an OpenAPI document: [openapi.yaml](../openapi.yaml). See also [Errors](errors.md).',
    `## Groups\n\n${forPrograms}`,
    '## Dashboard API {#dashboard}',
    'These operations are only available to people who are signed in to the dashboard. They can change with any release.',
    forDashboard,
  ].join('\n\n');
  return [
    { slug: 'api', path: 'docs/api.md', title: 'API reference', markdown: index },
    ...groups.map(({ name, slug, description, operations: own }) => {
      const head = `# ${name}\n\n${description} [All groups](../api.md)`;
      const markdown = [head, ...own.map((operation) => operationText(document, operation))].join('\n\n');
      return { slug, path: `docs/${slug}.md`, title: name, markdown };
    }),
  ];
}

/** Renders an operation with its parameters, body, example request, and responses. */
function operationText(document: Part, operation: DocumentOperation): string {
  const { description, id, method, parameters, path, source, summary } = operation;
  const body = partOf(source['requestBody']);
  const content = firstContent(body);
  const responses = Object.entries(partOf(source['responses'])).map(([status, response]) => ({
    status: Number(status),
    response: resolved(document, response),
  }));
  const rows = parameters.map(({ name, required, description: text, in: place, schema }) => {
    return { name, required, description: text, type: `${typeOf(document, schema)}, ${place}` };
  });
  const errors = responses
    .filter(({ status }) => status >= FIRST_FAILURE)
    .flatMap(({ status, response }) =>
      Object.keys(partOf(firstContent(response)?.media['examples'])).map(
        (name) => `${status} [${name}](../errors.md#${name})`,
      ),
    );
  return [
    `## ${summary} {#${id}}`,
    `**${method}** \`${path}\``,
    description,
    callersOf(operation),
    rows.length > 0 ? `### Parameters\n\n${table(rows)}` : '',
    content ? `### Body\n\n${content.type}. ${textOf(body['description'])}` : '',
    content ? table(fieldsOf(document, content.media['schema'])) : '',
    `### Request\n\n${codeBlock(curlOf(callOf(operation)))}\n\n### Responses`,
    ...responses
      .filter(({ status }) => status < FIRST_FAILURE)
      .map(({ status, response }) => responseText(document, status, response)),
    `Errors: ${errors.join(' ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function callersOf({ scopes, source }: DocumentOperation): string {
  if (scopes.length === 0) return 'No authentication required.';
  const isSession = listOf(source['security']).some((each) => 'session' in partOf(each));
  const named = [...new Set(scopes)].map((scope) => `\`${scope}\``).join(' or ');
  return `Requires a ${isSession ? 'session' : 'credential'} with the scope ${named}.`;
}

function responseText(document: Part, status: number, response: Part): string {
  const lead = `**${status}** ${textOf(response['description'])}`;
  const content = firstContent(response);
  if (!content) return lead;
  const { example, schema } = content.media;
  return [
    lead,
    `<details><summary>${content.type}: fields and example</summary>`,
    table(fieldsOf(document, schema)),
    example === undefined
      ? ''
      : codeBlock(typeof example === 'string' ? example : JSON.stringify(example, undefined, 2)),
    '</details>',
  ].join('\n\n');
}

interface Row {
  /** Path of the field, with dots between levels and `[]` for list items. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

function table(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, type, required, description }) =>
    [`\`${name}\`${required ? ' *required*' : ''}`, type, description].map(cell).join(' | '),
  );
  return ['| Field | Type | Description |', '|---|---|---|', ...lines.map((line) => `| ${line} |`)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function codeBlock(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

/** Returns the fields of a schema, each followed by its nested fields. */
function fieldsOf(document: Part, schema: unknown, prefix = '', depth = 0): Row[] {
  if (depth >= MAX_DEPTH) return [];
  const { anyOf, items, oneOf, properties, required } = resolved(document, schema);
  const within = (part: unknown, at: string): Row[] => fieldsOf(document, part, at, depth + 1);
  if (items !== undefined) return within(items, prefix === '' ? '[].' : prefix.replace(/\.$/, '[].'));
  const parts = [...listOf(anyOf), ...listOf(oneOf)];
  if (parts.length > 0) return parts.flatMap((part) => within(part, prefix));
  return Object.entries(partOf(properties)).flatMap(([name, property]) => {
    const row = {
      name: prefix + name,
      type: typeOf(document, property),
      required: listOf(required).includes(name),
      description: textOf(partOf(property)['description'] ?? resolved(document, property)['description']),
    };
    return [row].concat(within(property, `${prefix}${name}.`));
  });
}

/** Returns a short description of the type of a schema. */
function typeOf(document: Part, schema: unknown, depth = 0): string {
  const { anyOf, const: constant, enum: values, format, items, oneOf, type } = resolved(document, schema);
  if (values !== undefined)
    return listOf(values)
      .map((value) => JSON.stringify(value))
      .join(' or ');
  if (constant !== undefined) return JSON.stringify(constant);
  const parts = listOf(anyOf ?? oneOf);
  if (parts.length > 0) return [...new Set(parts.map((part) => typeOf(document, part, depth + 1)))].join(' or ');
  const of = items !== undefined && depth < 2 ? ` of ${typeOf(document, items, depth + 1)}` : '';
  return [type ?? 'any']
    .flat()
    .map((name) => (name === 'array' ? `array${of}` : name === 'string' ? textOf(format) || 'string' : textOf(name)))
    .join(' or ');
}
