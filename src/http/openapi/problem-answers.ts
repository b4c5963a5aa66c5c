import { isAccountScope } from '../account/scopes.ts';
import { problemTable, type ProblemName } from '../problem-table.ts';
import type { Route } from '../route.ts';
import { isTransactionalScope } from '../transactional-scopes.ts';
import { accountProblemSchema, problemSchema } from '../problem-schema.ts';
import { schemaOf, type Json, type SchemaComponents } from './schemas.ts';
import { isForSessions } from './security.ts';

const OF_ANY_ROUTE: readonly ProblemName[] = ['internal_server_error', 'service_unavailable'];
const OF_KEYED_ROUTES: readonly ProblemName[] = ['missing_api_key', 'invalid_api_key', 'insufficient_scope'];
const OF_SESSIONS: readonly ProblemName[] = [
  'missing_api_key',
  'session_expired',
  'forbidden',
  'cross_site_request',
  'rate_limit_exceeded',
];
const OF_ACCOUNT_ROUTES: readonly ProblemName[] = ['plan_required', 'account_restricted', 'rate_limit_exceeded'];
const OF_BODIES: readonly ProblemName[] = ['payload_too_large', 'unsupported_media_type', 'validation_error'];
/** Additional errors of the transactional API. */
const OF_TRANSACTIONAL_ROUTES: readonly ProblemName[] = ['rate_limit_exceeded', 'feature_not_available'];
/**
 * Maximum number of problems in a shared response. With more problems, the component name would be too long, so the
 * response is written inline.
 */
const MAX_NAMES_OF_COMPONENT = 3;
const EXAMPLE_BASE_URL = 'https://mail.example.com';
const EXAMPLE_REQUEST_ID = '5f0c1e0b7a9d4c2f8e6b3a1d0c9f8e7a';
const EXAMPLE_ERRORS = { subject: ['is required.'] };

type Form = 'native' | 'account';

/** Returns the names of the errors to document for a route, in the order of `problemTable`. */
export function problemNamesOf({ bodySchema, doc, path, querySchema, scope }: Route): ProblemName[] {
  const names = new Set<ProblemName>([
    ...OF_ANY_ROUTE,
    ...callersProblems(scope),
    ...(isTransactionalScope(scope) ? OF_TRANSACTIONAL_ROUTES : []),
    ...(isAccountScope(scope) ? OF_ACCOUNT_ROUTES : []),
    ...(bodySchema ? OF_BODIES : []),
    ...(querySchema ? (['validation_error'] as const) : []),
    ...(path.includes(':') ? (['not_found'] as const) : []),
    ...(doc?.problems ?? []),
  ]);
  return tableNames.filter((name) => names.has(name));
}

function callersProblems(scope: Route['scope']): readonly ProblemName[] {
  if (scope === undefined) return [];
  return isForSessions(scope) ? OF_SESSIONS : OF_KEYED_ROUTES;
}

// Safe cast: the keys of the table define the type.
const tableNames = Object.keys(problemTable) as ProblemName[];

/** Returns an example for each of the named errors. */
export function problemExamples(names: Iterable<ProblemName>): Record<string, Json> {
  const wanted = new Set(names);
  return Object.fromEntries(tableNames.filter((name) => wanted.has(name)).map((name) => [name, exampleOf(name)]));
}

function exampleOf(name: ProblemName): Json {
  const { fix, message, status } = problemTable[name];
  const isOfFields = name === 'validation_error';
  return {
    summary: message,
    value: {
      status,
      name,
      message: isOfFields ? 'subject is required.' : message,
      fix,
      link: `${EXAMPLE_BASE_URL}/docs/errors#${name}`,
      request_id: EXAMPLE_REQUEST_ID,
      ...(isOfFields && { errors: EXAMPLE_ERRORS }),
    },
  };
}

/** OpenAPI components that several responses share. */
export interface SharedAnswers {
  readonly schemas: SchemaComponents;
  readonly responses: Map<string, Json>;
}

/**
 * Returns the error responses by status. Adds responses with few errors to `shared` and references them. Writes others
 * inline.
 */
export function problemAnswers(
  names: readonly ProblemName[],
  headers: Json,
  shared: SharedAnswers,
  form: Form = 'native',
): Record<string, Json> {
  const byStatus = Map.groupBy(names, (name) => problemTable[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const answer =
        form === 'account'
          ? accountAnswerOf(status, group, headers, shared.schemas)
          : answerOf(status, group, headers, shared.schemas);
      if (group.length > MAX_NAMES_OF_COMPONENT) return [status, answer];
      const id = `${form === 'account' ? 'Account' : ''}${componentName(group, headers)}`;
      shared.responses.set(id, answer);
      return [status, { $ref: `#/components/responses/${id}` }];
    }),
  );
}

function answerOf(status: number, names: readonly ProblemName[], headers: Json, schemas: SchemaComponents): Json {
  const mayWait = status === 429 || status === 503;
  return {
    description: describe(names),
    headers: { ...headers, ...(mayWait && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }) },
    content: {
      'application/json': {
        schema: schemaOf(problemSchema, schemas),
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

/** Returns an error response in the error format of the account API. */
function accountAnswerOf(
  status: number,
  names: readonly ProblemName[],
  headers: Json,
  schemas: SchemaComponents,
): Json {
  const { content: _, ...answer } = answerOf(status, names, headers, schemas);
  const examples = names.map((name) => [name, { value: accountExampleOf(name) }]);
  return {
    ...answer,
    content: {
      'application/json': {
        schema: schemaOf(accountProblemSchema, schemas),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function accountExampleOf(name: ProblemName): Json {
  const { message } = problemTable[name];
  if (name === 'validation_error') return { message: 'subject is required.', errors: EXAMPLE_ERRORS };
  if (name !== 'account_restricted') return { message };
  return { message, error: message, code: name, account_status_url: `${EXAMPLE_BASE_URL}/app/account/status` };
}

/** Returns a description of the errors in Markdown. */
function describe(names: readonly ProblemName[]): string {
  const [first, ...others] = names.map((name) => problemTable[name].message);
  if (others.length === 0) return first ?? '';
  return names.map((name) => `- \`${name}\`: ${problemTable[name].message}`).join('\n');
}

/**
 * Returns a component name such as `MissingApiKeyOrInvalidApiKey`. Names for public routes have a prefix, because their
 * responses have fewer headers.
 */
function componentName(names: readonly ProblemName[], headers: Json): string {
  const words = names.map((name) => name.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase()));
  const isPublic = Object.keys(headers).length === 1;
  return `${isPublic ? 'Public' : ''}${words.join('Or')}`;
}
