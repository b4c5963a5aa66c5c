import { listOf, partOf, resolved, textOf, type Part } from '../../scripts/sdk/document.ts';
import { partsOf, type MemberParts, type SpecOperation } from './rows.ts';

/** Statuses that every operation of the account API can return. */
const OF_ALL = [401, 402, 403, 429];
/** Fields of every paginated response. */
const ENVELOPE = [
  'data',
  'current_page',
  'total',
  'per_page',
  'last_page',
  'next_page_url',
  'prev_page_url',
  'from',
  'to',
  'path',
  'first_page_url',
  'last_page_url',
  'links',
];
/** Intentional differences between the API document and the specification, with the reason for each. */
const DEVIATIONS: Readonly<Record<string, string>> = {
  'POST /campaigns: html is not required': 'a design or a text may stand in its place',
  'POST /automations/{id}/emails: html is not required': 'a design or a text may stand in its place',
};

/** Returns a message for each difference between the API document and an operation. */
export function documentFaults(document: Part, row: SpecOperation, ofAll: readonly number[] = OF_ALL): string[] {
  const [method = '', path = ''] = row.at.split(' ');
  const operation = partOf(partOf(partOf(document['paths'])[path])[method.toLowerCase()]);
  if (operation['operationId'] === undefined) return [`${row.at}: is not in the document`];
  const faults = [
    ...statusFaults(operation, row, ofAll),
    ...pathFaults(operation, path),
    ...queryFaults(operation, row.query ?? {}),
    ...bodyFaults(document, operation, row.body),
    ...answerFaults(document, operation, row),
  ];
  return faults.map((fault) => `${row.at}: ${fault}`).filter((fault) => DEVIATIONS[fault] === undefined);
}

function statusFaults(operation: Part, { body, ok, refusals = [] }: SpecOperation, ofAll: readonly number[]): string[] {
  const known = Object.keys(partOf(operation['responses']));
  const isSaid = [ok, ...refusals, ...ofAll, ...(body ? [422] : [])];
  const others = known.filter((status) => status.startsWith('2') && Number(status) !== ok);
  return [
    ...[...new Set(isSaid)]
      .filter((status) => !known.includes(String(status)))
      .map((status) => `never answers ${status}`),
    ...others.map((status) => `answers ${status}`),
  ];
}

function pathFaults(operation: Part, path: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.flatMap((name) => {
    const given = listOf(operation['parameters']).map(partOf);
    const parameter = given.find((each) => each['in'] === 'path' && each['name'] === name);
    if (!parameter) return [`has no ${name} in its path`];
    const isNumber = partOf(parameter['schema'])['type'] === 'integer';
    return isNumber || path.startsWith('/transactional/') ? [] : [`${name} is no integer`];
  });
}

function queryFaults(operation: Part, query: Readonly<Record<string, string>>): string[] {
  const given = listOf(operation['parameters']).map(partOf);
  return Object.entries(query).flatMap(([name, member]) => {
    const parts = partsOf(member);
    // As in PHP, the name of a parameter that can have several values ends in brackets.
    const names = parts.isMany ? [`${name}[]`, name] : [name];
    const found = given.find((each) => each['in'] === 'query' && names.includes(textOf(each['name'])));
    if (!found) return [`does not take ${name}`];
    const schema = { description: found['description'], ...partOf(found['schema']) };
    return memberFaults(name, parts, { schema, isRequired: found['required'] === true });
  });
}

function bodyFaults(document: Part, operation: Part, body: Readonly<Record<string, string>> | undefined): string[] {
  if (body === undefined) return operation['requestBody'] === undefined ? [] : ['takes a body'];
  const content = partOf(partOf(partOf(operation['requestBody'])['content'])['application/json']);
  const schema = resolved(document, content['schema']);
  const properties = partOf(schema['properties']);
  const required = listOf(schema['required']);
  return Object.entries(body).flatMap(([name, member]) =>
    properties[name] === undefined
      ? [`does not take ${name}`]
      : memberFaults(name, partsOf(member), {
          schema: resolved(document, properties[name]),
          isRequired: required.includes(name),
        }),
  );
}

function memberFaults(
  name: string,
  parts: MemberParts,
  of: { readonly schema: Part; readonly isRequired: boolean },
): string[] {
  const { isRequired, schema } = of;
  const faults: string[] = [];
  if (parts.isRequired !== isRequired) faults.push(`${name} is ${isRequired ? '' : 'not '}required`);
  const whole = JSON.stringify(schema);
  if (!typesOf(schema).includes(parts.isMany ? 'array' : parts.type))
    faults.push(`${name} is no ${parts.isMany ? 'array' : parts.type}`);
  if (parts.isMany && !whole.includes(`"${parts.type}"`)) faults.push(`${name} is not of ${parts.type}`);
  if (parts.isNullable && !typesOf(schema).includes('null')) faults.push(`${name} may not be null`);
  // A field may accept more formats than the specification lists, such as relative dates.
  const formats = [schema, ...listOf(schema['anyOf']).map(partOf)].map((each) => each['format']);
  if (parts.format && !formats.includes(parts.format)) faults.push(`${name} does not say that it is ${parts.format}`);
  for (const word of parts.words) if (!whole.includes(`"${word}"`)) faults.push(`${name} may not be ${word}`);
  const { from, most, otherwise, to } = parts;
  for (const limit of [most, to])
    if (limit !== undefined && !saysLimit(schema, limit)) faults.push(`${name} has no limit of ${limit}`);
  if (from !== undefined && schema['minimum'] !== from && !hasNumber(schema['description'], from)) {
    faults.push(`${name} does not begin at ${from}`);
  }
  const saysDefault = String(schema['default']) === otherwise || hasNumber(schema['description'], Number(otherwise));
  if (otherwise !== undefined && !saysDefault) faults.push(`${name} is not ${otherwise} else`);
  return faults;
}

/** Returns the types of a schema, including the types of its alternatives. */
function typesOf(schema: Part): unknown[] {
  const own = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  return [...own, ...listOf(schema['anyOf']).flatMap((part) => typesOf(partOf(part)))];
}

/** Returns whether a schema contains a limit, either as a keyword or in its description. */
function saysLimit(schema: Part, limit: number): boolean {
  const keywords = ['maxLength', 'maxItems', 'maximum'].map((keyword) => schema[keyword]);
  return keywords.includes(limit) || hasNumber(schema['description'], limit);
}

function hasNumber(text: unknown, number: number): boolean {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(textOf(text).replaceAll(/(?<=\d),(?=\d{3})/g, ''));
}

function answerFaults(document: Part, operation: Part, { answer, ok, perPage }: SpecOperation): string[] {
  const content = partOf(partOf(partOf(partOf(operation['responses'])[String(ok)])['content'])['application/json']);
  const shapes = shapesOf(document, content['schema']);
  const page = shapes.find(({ properties }) => partOf(properties)['current_page'] !== undefined);
  if (perPage === undefined) {
    const names = shapes.flatMap((shape) => namesOf(document, shape));
    return answer.filter((name) => !names.includes(name)).map((name) => `does not answer ${name}`);
  }
  if (!page) return ['does not answer a page'];
  const properties = partOf(page['properties']);
  const names = namesOf(document, resolved(document, partOf(properties['data'])['items']));
  const parameter = listOf(operation['parameters'])
    .map(partOf)
    .find((each) => each['name'] === 'per_page');
  return [
    ...ENVELOPE.filter((name) => properties[name] === undefined).map((name) => `has no ${name} in its page`),
    ...answer.filter((name) => !names.includes(name)).map((name) => `does not answer ${name}`),
    ...(partOf(parameter?.['schema'])['default'] === perPage ? [] : [`has not ${perPage} records a page`]),
  ];
}

/** Returns the alternatives of a schema (`anyOf` and `oneOf`, also nested), or the schema itself if it has none. */
function shapesOf(document: Part, schema: unknown): Part[] {
  const shape = resolved(document, schema);
  const others = [...listOf(shape['anyOf']), ...listOf(shape['oneOf'])];
  return others.length === 0 ? [shape] : others.flatMap((other) => shapesOf(document, other));
}

function namesOf(document: Part, shape: Part): string[] {
  return Object.keys(
    partOf(shape['type'] === 'array' ? resolved(document, shape['items'])['properties'] : shape['properties']),
  );
}
