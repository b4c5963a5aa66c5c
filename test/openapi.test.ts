import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Type, type TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderOpenApiPage, routesToRead } from '../scripts/openapi-page.ts';
import { builtInRoutes } from '../src/http/built-in-routes.ts';
import { openApiDocument, openApiYaml } from '../src/http/openapi/document.ts';
import { parserOf } from '../src/http/parser.ts';
import { problemSchema } from '../src/http/problem-schema.ts';
import { problemTable } from '../src/http/problem-table.ts';
import type { RouteDoc } from '../src/http/route-doc.ts';
import { route, type Route } from '../src/http/route.ts';
import { startApp, type TestApp } from './support/app.ts';

const LINT_DEADLINE_MS = 60_000;
const require = createRequire(import.meta.url);

// The type is `any`, because parts of a document have many shapes, and the expectations check them.
// oxlint-disable-next-line typescript/no-explicit-any
type Shown = any;

const routes = routesToRead();
const documented = routes.flatMap((each) => (each.doc ? [{ name: nameOf(each), route: each, doc: each.doc }] : []));
const written = renderOpenApiPage();
const document: Shown = parse(written);
const operations = Object.entries<Record<string, Shown>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);

describe('OpenAPI document', () => {
  it('passes the linter without errors', async () => {
    expect(await lint(written)).toEqual([]);
  });

  it('lists every route that has a scope, and every route with a doc once', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(documented.map(({ name }) => name).toSorted());
    expect(routes.filter(({ doc, scope }) => !doc && scope !== undefined).map(nameOf)).toEqual([]);
  });

  it("omits the server's routes for probes and people", () => {
    expect(
      builtInRoutes(() => Promise.resolve(true))
        .filter(({ doc }) => doc)
        .map(nameOf),
    ).toEqual([]);
    expect(Object.keys(document.paths)).not.toContain('/openapi.yaml');
  });

  it('gives every operation a unique ID', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('getTransactionalEmailsById');
  });

  it('describes each group', () => {
    expect(document.tags.filter((tag: { description?: string }) => !tag.description)).toEqual([]);
  });

  it('describes every parameter', () => {
    const silent = operations.flatMap(({ name, operation }) =>
      (operation['parameters'] ?? [])
        .filter((parameter: { description?: string }) => !parameter.description)
        .map((parameter: { name: string }) => `${name}: ${parameter.name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has an example in every body and in every response', () => {
    const bare = operations.flatMap(({ name, operation }) => {
      const { requestBody, responses } = operation;
      const contents = [requestBody, ...Object.values<Shown>(responses).map(resolved)].filter(Boolean);
      // Pages, binary responses, and streams have different content types, one per response.
      const media = contents.flatMap(({ content }) => Object.values<Shown>(content ?? {}));
      return media.filter((one) => !hasExample(one)).map(() => name);
    });
    expect(bare).toEqual([]);
  });

  it('has the errors of all routes with keys', () => {
    const { responses } = document.paths['/transactional/emails'].post;
    const names = Object.values<Shown>(responses).flatMap((answer) =>
      Object.keys(resolved(answer).content['application/json'].examples ?? {}),
    );
    expect(names).toEqual(
      expect.arrayContaining(['missing_api_key', 'insufficient_scope', 'rate_limit_exceeded', 'payload_too_large']),
    );
  });

  it('shows an error as in the table', () => {
    for (const [name, { value }] of Object.entries<Shown>(document.components.examples)) {
      expect(value).toMatchObject({ name, status: problemTable[name as keyof typeof problemTable].status });
      expect([...Errors(problemSchema, value)]).toEqual([]);
    }
  });

  it('is reproducible', () => {
    expect(renderOpenApiPage()).toBe(written);
  });
});

describe('examples', () => {
  it.each(documented.filter(({ route: { bodySchema } }) => bodySchema))(
    'the body of $name is valid for the route',
    ({ doc, route: { bodySchema } }) => {
      expect([...Errors(bodySchema ?? Type.Never(), doc.requestExample)]).toEqual([]);
    },
  );

  it.each(documented)('every response of $name matches its schema', ({ doc }) => {
    expect(doc.answers.length).toBeGreaterThan(0);
    for (const { example, schema } of doc.answers) expect([...Errors(schema, example)]).toEqual([]);
  });

  it.each(documented)('every path parameter of $name has one, and no others are named', ({ doc, route: { path } }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    expect(Object.keys(doc.params ?? {}).toSorted()).toEqual(inPath.toSorted());
  });
});

describe('format of routes', () => {
  const answers = [{ status: 200, description: 'It.', schema: Type.Object({}), example: {} }];

  it('a path parameter is in braces, and a route with one has a 404 response', () => {
    const operation = operationOf(get('/things/:id', { group: 'Things', answers, params: { id: ID_PARAM } }));
    expect(operation.operationId).toBe('getThingsById');
    expect(operation.parameters).toEqual([
      { name: 'id', in: 'path', required: true, ...ID_PARAM, schema: { type: 'string' } },
    ]);
    expect(operation.responses['404']).toEqual({ $ref: '#/components/responses/NotFound' });
  });

  it('each field of a query is a parameter with its description', () => {
    const query = parserOf(
      Type.Object({ a: Type.String({ description: 'The a.' }), b: Type.Optional(Type.String({ maxLength: 3 })) }),
    );
    const { parameters, responses } = operationOf(get('/things', { group: 'Things', answers }, { query }));
    expect(parameters).toEqual([
      { name: 'a', in: 'query', required: true, description: 'The a.', schema: { type: 'string' } },
      { name: 'b', in: 'query', schema: { type: 'string', maxLength: 3 } },
    ]);
    expect(responses['422']).toBeDefined();
  });

  it('a request header is an optional parameter', () => {
    const headers = { 'Idempotency-Key': { description: 'A key.', example: 'order-1' } };
    const { parameters } = operationOf(get('/things', { group: 'Things', answers, headers }));
    expect(parameters).toEqual([
      { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' }, ...headers['Idempotency-Key'] },
    ]);
  });

  it('a public route requires no key and has no quota headers', () => {
    const operation = operationOf(get('/things', { group: 'Things', answers }, { scope: undefined }));
    expect(operation.security).toEqual([]);
    expect(Object.keys(operation.responses)).toEqual(['200', '500', '503']);
    expect(Object.keys(operation.responses['200'].headers)).toEqual(['x-request-id']);
  });

  it('a route with a key names its scope and the quota headers', () => {
    const operation = operationOf(get('/things', { group: 'Things', answers }));
    expect(operation.security).toEqual([{ apiKey: ['transactional:read'] }]);
    expect(Object.keys(operation.responses['200'].headers)).toEqual([
      'x-request-id',
      'x-service-monthly-quota-remaining',
      'x-service-daily-quota-remaining',
    ]);
  });

  it('an operation of the account API accepts client tokens too and has its own errors and headers', () => {
    const operation = operationOf(get('/things', { group: 'Things', answers }, { scope: ['account:read', 'account'] }));
    expect(operation.security).toEqual([
      { apiKey: ['account:read'] },
      { oauth2: ['account:read'] },
      { apiKey: ['account'] },
      { oauth2: ['account'] },
    ]);
    expect(Object.keys(operation.responses)).toEqual(['200', '401', '402', '403', '429', '500', '503']);
    expect(Object.keys(operation.responses['200'].headers)).toContain('X-RateLimit-Remaining');
    const shown = shownDocument([get('/things', { group: 'Things', answers }, { scope: 'account' })]);
    expect(shown.components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
      authorizationUrl: '/oauth/authorize',
      tokenUrl: '/oauth/token',
    });
    const refused = shown.components.responses['AccountPlanRequired'].content['application/json'];
    expect(refused.schema).toEqual({ $ref: '#/components/schemas/AccountProblem' });
    expect(refused.examples.plan_required.value).toEqual({ message: problemTable.plan_required.message });
  });

  it('an operation of the dashboard accepts a session and has an error for an expired one', () => {
    const operation = operationOf(get('/things', { group: 'Dashboard', answers }, { scope: 'dashboard:read' }));
    expect(operation.security).toEqual([{ session: ['dashboard:read'] }]);
    expect(operation.responses['401']).toEqual({ $ref: '#/components/responses/MissingApiKeyOrSessionExpired' });
  });

  it('responses that require waiting have Retry-After', () => {
    const shown = shownDocument([get('/things', { group: 'Things', answers })]);
    const { responses } = shown.components;
    expect(responses.RateLimitExceeded.headers).toHaveProperty('Retry-After');
    expect(responses.ServiceUnavailable.headers).toHaveProperty('Retry-After');
    expect(responses.NotFound?.headers ?? {}).not.toHaveProperty('Retry-After');
  });

  it('a response without a body has no content', () => {
    const none = [{ status: 204, description: 'Done.', schema: Type.Null(), example: null }];
    expect(operationOf(get('/things', { group: 'Things', answers: none })).responses['204']).not.toHaveProperty(
      'content',
    );
  });

  it.each([
    ['text or null', Type.Union([Type.String(), Type.Null()]), { type: ['string', 'null'] }],
    [
      'a described time or null',
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'When.' }),
      { type: ['string', 'null'], format: 'date-time', description: 'When.' },
    ],
    ['a choice of words', Type.Union([Type.Literal('a'), Type.Literal('b')]), { type: 'string', enum: ['a', 'b'] }],
    ['an enumeration', Type.Enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    [
      'a word or null',
      Type.Union([Type.Literal('a'), Type.Null()]),
      { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] },
    ],
    [
      'a choice of words or null',
      Type.Union([Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Null()]),
      { type: ['string', 'null'], enum: ['a', 'b', null] },
    ],
    [
      'a map of texts',
      Type.Record(Type.String(), Type.String()),
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [
      'a named object or null',
      Type.Union([Type.Object({}, { $id: 'Named' }), Type.Null()]),
      { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
    ],
  ])('%s has a short form', (_name, schema, shown) => {
    expect(schemaShown(schema)).toEqual(shown);
  });

  it('fields validated by a parser are in the document and are not validated twice', () => {
    const query = parserOf(Type.Object({ per_page: Type.String({ documentedAs: { type: 'integer', maximum: 9 } }) }));
    const { parameters } = operationOf(get('/things', { group: 'Things', answers }, { query }));
    expect(parameters[0].schema).toEqual({ type: 'integer', maximum: 9 });
    expect(query.parse({ per_page: '10' })).toEqual({ per_page: '10' });
    const name = Type.Union([Type.String(), Type.Null()], { documentedAs: { maxLength: 3 } });
    expect(schemaShown(name)).toEqual({ type: ['string', 'null'], maxLength: 3 });
  });

  it('an ID of the account API is a number if its example is one', () => {
    const params = { id: { description: 'The id.', example: '7' }, name: { description: 'Its name.', example: 'x7' } };
    const doc = { group: 'Things', answers, params };
    const typesOf = (scope: string) =>
      operationOf(get('/things/:id/:name', doc, { scope })).parameters.map((each: Shown) => each.schema.type);
    expect(typesOf('account')).toEqual(['integer', 'string']);
    expect(typesOf('transactional:read')).toEqual(['string', 'string']);
  });

  it('a schema with a name is a component, and its name is not part of it', () => {
    const named = Type.Object({ type: Type.String(), $id: Type.Integer() }, { $id: 'Named' });
    const shown = shownDocument([get('/things', answering(Type.Array(named)))]);
    expect(shown.paths['/things'].get.responses['200'].content['application/json'].schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Named' },
    });
    expect(shown.components.schemas['Named']).toEqual({
      type: 'object',
      required: ['type', '$id'],
      properties: { type: { type: 'string' }, $id: { type: 'integer' } },
    });
  });

  it('two schemas with one name are refused', () => {
    const one = answering(Type.Object({ a: Type.String() }, { $id: 'Named' }));
    const other = answering(Type.Object({ b: Type.String() }, { $id: 'Named' }));
    expect(() => shownDocument([get('/one', one), get('/other', other)])).toThrow('Named');
  });

  it('texts that YAML could misinterpret are read back unchanged', () => {
    const texts = ['null', 'yes', '1e3', '- a', 'a: b', '# no', '2026-11-21', "it's", 'two\nlines\n', ' x', '@', '*a'];
    const routesOfTexts = texts.map((description, index) =>
      get(`/${index}`, { group: 'Things', answers, description }),
    );
    const parts = { routes: routesOfTexts, groups: {}, version: '1' };
    const back = parse(openApiYaml(openApiDocument(parts)));
    expect(back).toEqual(openApiDocument(parts));
    expect(texts.map((_text, index) => back.paths[`/${index}`].get.description)).toEqual(texts);
  });

  function answering(schema: TSchema): RouteDoc {
    return { group: 'Things', answers: [{ status: 200, description: 'It.', schema, example: null }] };
  }

  function schemaShown(schema: TSchema) {
    return operationOf(get('/things', answering(schema))).responses['200'].content['application/json'].schema;
  }
});

describe('GET /openapi.yaml', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('returns the generated document without authentication', async () => {
    const response = await fetch(`${app.api.baseUrl}/openapi.yaml`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect((await response.text()) === written).toBe(true);
  });

  it('describes the error object that the server sends', async () => {
    const { key } = await app.newAccount();
    const client = app.client(key);
    for (const { body } of [await client.get('/transactional/emails/none'), await app.client('wrong').get('/inbox')]) {
      expect([...Errors(problemSchema, body)]).toEqual([]);
    }
    const refused = await client.post('/transactional/emails', {});
    // Fields that describe a safeguard occur only in errors that a safeguard causes.
    const always = Type.Omit(problemSchema, ['safeguard', 'limits', 'lifts_at']);
    expect(Check(Type.Required(always), refused.body)).toBe(true);
  });
});

const ID_PARAM = { description: 'The id.', example: 't1' };

function nameOf({ method, path }: Route): string {
  return `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;
}

function get(path: string, doc: RouteDoc, more: Partial<Parameters<typeof route<unknown, unknown>>[0]> = {}): Route {
  const handle = () => Promise.resolve({ status: 200, body: {} });
  return route<unknown, unknown>({
    method: 'GET',
    path,
    summary: 'A thing',
    scope: 'transactional:read',
    doc,
    handle,
    ...more,
  });
}

function shownDocument(of: readonly Route[]): Shown {
  return openApiDocument({ routes: of, groups: {}, version: '1' });
}

function operationOf(of: Route): Shown {
  const [methods] = Object.values<Record<string, unknown>>(shownDocument([of]).paths);
  return methods?.['get'];
}

function resolved(answer: Shown): Shown {
  const reference: string | undefined = answer.$ref;
  return reference ? document.components.responses[reference.replace('#/components/responses/', '')] : answer;
}

function hasExample(media: Record<string, unknown>): boolean {
  return media['example'] !== undefined || Object.keys(media['examples'] ?? {}).length > 0;
}

/** Returns the linter's error messages. Omits warnings. */
async function lint(yaml: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.yaml');
    writeFileSync(file, yaml);
    const cli = require.resolve('@redocly/cli/bin/cli.js');
    const args = [cli, 'lint', file, '--config', 'redocly.yaml', '--format', 'json', '--max-problems', '1000'];
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = await promisify(execFile)(process.execPath, args, { env, timeout: LINT_DEADLINE_MS }).catch(
      // The linter exits with 1 and prints the errors.
      (error: { stdout: string }) => error,
    );
    const said = JSON.parse(run.stdout) as {
      totals: { errors: number };
      problems: { severity: string; message: string; location: { pointer?: string }[] }[];
    };
    expect(said.problems.filter(({ severity }) => severity === 'error')).toHaveLength(said.totals.errors);
    return said.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ location, message }) => `${location[0]?.pointer ?? ''}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
