import { isAccountScope } from '../account/scopes.ts';
import type { AnswerDoc, RouteDoc } from '../route-doc.ts';
import type { ProblemName } from '../problem-table.ts';
import type { Route } from '../route.ts';
import { problemAnswers, problemNamesOf, type SharedAnswers } from './problem-answers.ts';
import { propertiesOf, schemaOf, type Json, type SchemaComponents } from './schemas.ts';
import { securityOf } from './security.ts';

const STATUSES_WITHOUT_BODY = [204, 304];
const BYTES_PER_KIB = 1024;

/** Response headers of public routes (`PUBLIC_HEADERS`), and of routes that require a scope (`KEYED_HEADERS`). */
const PUBLIC_HEADERS: Json = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
const KEYED_HEADERS: Json = {
  ...PUBLIC_HEADERS,
  'x-service-monthly-quota-remaining': { $ref: '#/components/headers/MonthlyQuotaRemaining' },
  'x-service-daily-quota-remaining': { $ref: '#/components/headers/DailyQuotaRemaining' },
};

/** Response headers of account API routes. */
const ACCOUNT_HEADERS: Json = {
  ...KEYED_HEADERS,
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-Unknown-Fields': { $ref: '#/components/headers/UnknownFields' },
};

function headersOf(scope: Route['scope']): Json {
  if (scope === undefined) return PUBLIC_HEADERS;
  return isAccountScope(scope) ? ACCOUNT_HEADERS : KEYED_HEADERS;
}

/** Header components that responses reference. */
export const headerComponents: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'ID of the request. The log contains the same ID.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  MonthlyQuotaRemaining: {
    description:
      'Number of emails that the plan still allows this month, or 9007199254740991 if the plan has no limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  DailyQuotaRemaining: {
    description: 'Number of emails that the plan still allows today. Absent if the plan has no daily limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: {
    description: 'Number of requests that the caller can make per minute.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Number of requests left in the current minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  UnknownFields: {
    description:
      'Comma-separated list of unknown request fields and parameters that were ignored. Absent if nothing was ignored. If ' +
      'the response is an object, its `warnings` array contains a warning for each ignored name. A misspelled field name is not ' +
      'ignored: the request is rejected with 422.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying the request.',
    schema: { type: 'integer', minimum: 1 },
  },
};

/** Components that a document's operations share. Filled while operations are written. */
export interface SharedParts extends SharedAnswers {
  readonly problems: Set<ProblemName>;
}

/** Converts a route path to OpenAPI syntax: `/things/:id` -> `/things/{id}`. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:([A-Za-z0-9_]+)/g, '{$1}');
}

/** Returns the operation ID, for example `getTransactionalEmailsById`. */
export function operationId({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path
    .replaceAll(/:([A-Za-z0-9_]+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

export function operationOf(route: Route, doc: RouteDoc, shared: SharedParts): Json {
  const { schemas } = shared;
  const headers = headersOf(route.scope);
  const problems = problemNamesOf(route);
  for (const name of problems) shared.problems.add(name);
  const parameters = [
    ...pathParameters(route, doc),
    ...headerParameters(doc),
    ...propertiesOf(route.querySchema ?? {}).map((property) => queryParameter(property, schemas)),
  ];
  return {
    operationId: operationId(route),
    tags: [doc.group],
    summary: route.summary,
    ...descriptionOf(doc),
    // For a bearer scheme, the list contains the scopes that the key needs (OpenAPI 3.1, Security Requirement Object).
    security: securityOf(route.scope),
    ...(parameters.length > 0 && { parameters }),
    ...(route.bodySchema && { requestBody: requestBody(route, doc, schemas) }),
    ...(route.upload && { requestBody: fileBody(route.upload, doc) }),
    responses: {
      ...Object.fromEntries(doc.answers.map((answer) => [answer.status, answerOf(answer, headers, schemas)])),
      ...problemAnswers(problems, headers, shared, isAccountScope(route.scope) ? 'account' : 'native'),
    },
  };
}

/**
 * Returns the description of a route. If the route is an extension, notes this in the text and in a machine-readable
 * field.
 */
function descriptionOf({ description, isAddition = false }: RouteDoc): Json {
  if (!isAddition) return description === undefined ? {} : { description };
  return {
    description: ['An extension specific to Postrider.', description].filter(Boolean).join(' '),
    'x-postrider-addition': true,
  };
}

function pathParameters({ path, scope }: Route, doc: RouteDoc): Json[] {
  const hasNumbers = isAccountScope(scope);
  return [...path.matchAll(/:([A-Za-z0-9_]+)/g)].map(([, name = '']) =>
    pathParameter(name, doc.params?.[name], hasNumbers),
  );
}

/** Documents a path parameter. An ID in the account API is an integer if its example is an integer. */
function pathParameter(
  name: string,
  known: { description: string; example: string } | undefined,
  hasNumbers: boolean,
): Json {
  const of = { name, in: 'path', required: true, ...known };
  if (!hasNumbers || !known || !/^[1-9]\d{0,14}$/.test(known.example)) return { ...of, schema: { type: 'string' } };
  return { ...of, example: Number(known.example), schema: { type: 'integer', minimum: 1 } };
}

function headerParameters(doc: RouteDoc): Json[] {
  return Object.entries(doc.headers ?? {}).map(([name, { description, example }]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
    example,
  }));
}

function queryParameter(
  { isRequired, name, schema }: { name: string; schema: unknown; isRequired: boolean },
  schemas: SchemaComponents,
): Json {
  const { description, ...rest } = schemaOf(schema, schemas);
  return {
    name,
    in: 'query',
    ...(isRequired && { required: true }),
    ...(description !== undefined && { description }),
    schema: rest,
  };
}

function requestBody(route: Route, doc: RouteDoc, schemas: SchemaComponents): Json {
  // An absent body counts as an empty object.
  const isRequired = propertiesOf(route.bodySchema).some((property) => property.isRequired);
  return {
    description: `At most ${route.bodyLimitBytes / BYTES_PER_KIB} KiB.`,
    required: isRequired,
    content: {
      'application/json': {
        schema: schemaOf(route.bodySchema, schemas),
        ...(doc.requestExample !== undefined && { example: doc.requestExample }),
      },
    },
  };
}

/** Documents a file upload, as the raw body or as a form field. */
function fileBody({ field, fields, maxBytes, types }: NonNullable<Route['upload']>, doc: RouteDoc): Json {
  const file = { type: 'string', contentMediaType: types[0] };
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const form = { type: 'object', required: [field], properties: { ...properties, [field]: file } };
  return {
    description: `The file, at most ${maxBytes / (BYTES_PER_KIB * BYTES_PER_KIB)} MiB. The server processes the file as a stream.`,
    required: true,
    content: {
      ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' }, example: doc.requestExample }])),
      'multipart/form-data': { schema: form, example: { [field]: doc.requestExample } },
    },
  };
}

function answerOf(answer: AnswerDoc, headers: Json, schemas: SchemaComponents): Json {
  const { description, example, mediaType = 'application/json', schema, status } = answer;
  const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
  return {
    description,
    headers,
    ...(hasBody && { content: { [mediaType]: { schema: schemaOf(schema, schemas), example } } }),
  };
}
