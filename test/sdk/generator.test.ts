// Place in a run: slow.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, partOf, type Part } from '../../scripts/sdk/document.ts';
import { EXCEPTIONS, identifier, namesOf, singular } from '../../scripts/sdk/names.ts';
import { renderMethodsPage, renderProblemNames, renderSdk } from '../../scripts/sdk/render.ts';
import { docLines, quoted, typeOf } from '../../scripts/sdk/types.ts';
import { withoutDashboard } from '../../scripts/sdk/without-dashboard.ts';

const COMPILE_DEADLINE_MS = 60_000;
const OK = { description: 'Well.', content: { 'application/json': { schema: { type: 'object' } } } };
const page = (properties: Part) => ({
  description: 'A page.',
  content: { 'application/json': { schema: { type: 'object', required: ['data'], properties } } },
});

/** Returns a document with operations. The keys are `METHOD /path`, and the values override properties. */
function documentOf(operations: Readonly<Record<string, Part>>, components: Part = {}): Part {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    const id = `${method.toLowerCase()} ${path}`;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: id,
      tags: ['Things'],
      responses: { 200: OK },
      ...operation,
    };
  }
  return { openapi: '3.1.0', paths, components };
}

function calledAs(document: Part): Record<string, string> {
  const names = namesOf(operationsOf(document));
  return Object.fromEntries([...names].map(([id, { group, method }]) => [id, `${group}.${method}`]));
}

describe('withoutDashboard', () => {
  const answering = (name: string) => ({
    responses: {
      200: {
        description: 'It.',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
      },
    },
  });

  it('removes dashboard operations and the schemas that only they use', () => {
    const document = documentOf(
      {
        'GET /things': answering('Thing'),
        'GET /dashboard/things': { tags: ['Dashboard: things'], ...answering('Page') },
        'POST /things': { tags: ['Dashboard things'], ...answering('Page') },
      },
      {
        schemas: {
          Thing: { properties: { part: { $ref: '#/components/schemas/Part' } } },
          Part: { properties: { whole: { $ref: '#/components/schemas/Thing' } } },
          Page: { properties: { part: { $ref: '#/components/schemas/Part' } } },
        },
      },
    );
    const left = withoutDashboard(document);
    expect(operationsOf(left).map(({ id }) => id)).toEqual(['get /things']);
    expect(Object.keys(partOf(partOf(left['components'])['schemas']))).toEqual(['Thing', 'Part']);
  });
});

describe('method names', () => {
  const list = { responses: { 200: page({ data: { type: 'array', items: {} } }) } };

  it('are derived from the path and the method', () => {
    const document = documentOf({
      'GET /v1/things': list,
      'POST /v1/things': {},
      'GET /v1/things/{id}': {},
      'PATCH /v1/things/{id}': {},
      'PUT /v1/things/{id}': {},
      'DELETE /v1/things/{id}': {},
      'POST /v1/things/{id}/send-now': {},
      'POST /v1/things/import': {},
      'GET /v1/things/{id}/deliveries': list,
      'POST /v1/things/{id}/deliveries': {},
      'GET /v1/things/{id}/deliveries/{no}': {},
      'POST /v1/things/{id}/deliveries/{no}/resend': {},
      'GET /v1/things/{id}/health': {},
      'DELETE /v1/things/{id}/old-secret': {},
    });
    expect(Object.values(calledAs(document))).toEqual(
      [
        'things.list',
        'things.create',
        'things.get',
        'things.update',
        'things.replace',
        'things.delete',
        'things.sendNow',
        'things.import',
        'things.listDeliveries',
        'things.createDelivery',
        'things.getDelivery',
        'things.resendDelivery',
        'things.getHealth',
        'things.deleteOldSecret',
      ].map((name) => expect.stringMatching(name)),
    );
  });

  it('use a group of the tag for operations with the same path segment and another tag', () => {
    const document = documentOf({
      'POST /transactional/things': {},
      'POST /things': { tags: ['Compatible with others'] },
      'GET /things/{id}': { tags: ['Compatible with others'] },
    });
    expect(Object.values(calledAs(document))).toEqual([
      'things.create',
      'compatibleWithOthers.createThing',
      'compatibleWithOthers.getThing',
    ]);
  });

  it('use the operation ID if a name would occur twice', () => {
    const document = documentOf({ 'GET /things/{id}': {}, 'GET /v2/things/{id}': { operationId: 'getThingAgain' } });
    expect(Object.values(calledAs(document))).toEqual(['things.get', 'things.getThingAgain']);
  });

  it('have exceptions only for existing operations', () => {
    const document = partOf(parse(readFileSync('openapi.yaml', 'utf8')));
    const existing = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(EXCEPTIONS).filter((each) => !existing.includes(each))).toEqual([]);
  });

  it.each([
    ['emails', 'email'],
    ['deliveries', 'delivery'],
    ['addresses', 'address'],
    ['status', 'status'],
    ['access', 'access'],
    ['batches', 'batch'],
    ['inbox', 'inbox'],
  ])('convert the plural %s to %s', (many, one) => expect(singular(many)).toBe(one));

  it('are valid identifiers for any input', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'then', '1st', 'a b', ''));
    fc.assert(
      fc.property(name, (text) => {
        expect(identifier(text)).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
      }),
    );
    for (const taken of ['constructor', 'call', 'then']) expect(identifier(taken)).not.toBe(taken);
  });
});

describe('types', () => {
  const style = { nameOf: (reference: string) => (reference.endsWith('/Known') ? 'Known' : undefined), isInput: false };

  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ const: 'a' }, "'a'"],
    [
      { enum: ['a', 1, null, "it's", 'a\nb', 'say "x"', 'a\\'] },
      `'a' | 1 | null | 'it\\'s' | 'a\\nb' | 'say "x"' | 'a\\\\'`,
    ],
    [{ enum: [] }, 'never'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'readonly (readonly number[])[]'],
    [{ type: 'array', items: { enum: ['a|b'] } }, "readonly 'a|b'[]"],
    [{ type: 'array' }, 'readonly unknown[]'],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [{ type: 'object', additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Readonly<Record<string, number>>'],
    [{ $ref: '#/components/schemas/Known' }, 'Known'],
    [{ $ref: '#/components/schemas/Lost' }, 'unknown'],
    [{ oneOf: [{ type: 'string' }, { $ref: '#/x/Known' }] }, 'string | Known'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ allOf: [{ $ref: '#/x/Known' }, { type: ['string', 'null'] }] }, 'Known & (string | null)'],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'number' }, 'b-c': {} } },
      "{\n  readonly a: number;\n  readonly 'b-c'?: unknown;\n}",
    ],
    [{}, 'unknown'],
    [true, 'unknown'],
    [false, 'never'],
    [null, 'unknown'],
    [{ type: 'miracle' }, 'unknown'],
  ])('converts %j to %s', (schema, type) => expect(typeOf(schema, style)).toBe(type));

  it('allows undefined for optional properties of inputs', () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    expect(typeOf(schema, { ...style, isInput: true })).toBe('{\n  readonly a?: number | undefined;\n}');
  });

  it('escapes text of the document in comments and strings', () => {
    expect(docLines('ends */ early\n* and */ more').join('\n').match(/\*\//g)).toHaveLength(1);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(JSON.parse(asJson(quoted(text)))).toBe(text);
      }),
    );
  });

  /** Converts a single-quoted literal to JSON. */
  function asJson(literal: string): string {
    return `"${literal
      .slice(1, -1)
      .replaceAll("\\'", "'")
      .replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')}"`;
  }
});

describe('the generated client', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'postrider-sdk-'));
    cpSync('sdk', join(folder, 'sdk'), { recursive: true, filter: (path) => !path.includes('dist') });
    cpSync('tsconfig.json', join(folder, 'tsconfig.json'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the compiler errors in the client of a document and in the code that uses the client. */
  async function faultsOf(document: Part, use = ''): Promise<string> {
    const generated = renderSdk(document);
    // Add the types of webhook events, which the SDK needs, unless the document defines their schemas. Most documents
    // in these tests do not.
    const ofEvents = generated.includes('interface Webhook ')
      ? ''
      : 'export type Alert = Record<string, unknown>;\nexport type Webhook = { readonly events: readonly string[] };\n';
    writeFileSync(join(folder, 'sdk/src/generated.ts'), generated + ofEvents);
    writeFileSync(join(folder, 'sdk/src/problem-names.ts'), renderProblemNames(document));
    writeFileSync(join(folder, 'sdk/src/use.ts'), `import { Postrider } from './client.ts';\n${use}`);
    try {
      const args = ['--noEmit', '-p', join(folder, 'sdk/tsconfig.json')];
      await promisify(execFile)('node_modules/.bin/tsc', args, { timeout: COMPILE_DEADLINE_MS });
      return '';
    } catch (error) {
      // The rejection of execFile contains the output.
      const { stdout, message } = error as { stdout?: string; message: string };
      return stdout || message;
    }
  }

  it('supports all features of a document', async () => {
    const parameters = [
      { name: 'X-Team', in: 'header', description: 'Who asks.', schema: { type: 'string' } },
      { name: 'odd-name', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' } } },
      { $ref: '#/components/parameters/After' },
      { name: 'session', in: 'cookie', schema: {} },
    ];
    const content = (type: string, schema: unknown = {}) => ({ [type]: { schema } });
    const document = documentOf(
      {
        'GET /things': { parameters, responses: { 200: { $ref: '#/components/responses/Page' } } },
        'GET /things/{thing-id}': { description: 'Ends */ here.\nAnd `there`.', summary: 'Odd ${x}' },
        'POST /things/{body}/{query}/{options}': {
          requestBody: {
            content: content('application/json', { type: 'object', properties: { 'a-b': { enum: ["it's"] } } }),
          },
          responses: { 204: { description: 'Done.' }, 201: OK },
        },
        'PUT /files/{name}': { requestBody: { required: true, content: content('application/octet-stream') } },
        'POST /files': { requestBody: { content: content('multipart/form-data') }, responses: { 204: {} } },
        'GET /files/{name}': { responses: { 200: { content: content('application/pdf') } } },
        'GET /report': { responses: { 200: { content: content('text/csv', { type: 'string' }) } } },
        'GET /': { tags: [], operationId: undefined, responses: {} },
        'POST /constructor': { operationId: 'then', responses: { '2XX': OK, default: OK } },
        'GET /1st/call': {
          operationId: '1st-call',
          responses: { 200: page({ data: { type: 'array', items: {} }, next: {} }) },
        },
        'OPTIONS /things': {},
      },
      {
        schemas: {
          Record: { type: 'object', properties: { prototype: {}, constructor: { type: 'string' } } },
          'Odd.Name~1/x': {
            allOf: [{ $ref: '#/components/schemas/Record' }, { type: 'object', properties: { a: {} } }],
          },
          '9lives': { type: ['integer', 'null'] },
          Tree: {
            type: 'object',
            properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
          },
          ThingsGroup: { type: 'string', description: 'Two\nlines */' },
          ThingsListQuery: true,
        },
        parameters: { After: { name: 'after', in: 'query', schema: { type: 'string' } } },
        responses: {
          Page: page({
            data: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
            next: { type: ['string', 'null'] },
            has_more: { type: 'boolean' },
          }),
        },
        examples: { not_found: {} },
      },
    );
    const use = `
      const client = new Postrider({ baseUrl: 'https://mail.example.com', apiKey: 'pr_key' });
      for await (const { kids } of client.things.listAll({ 'odd-name': ['a', 'b'] })) kids?.length.toFixed();
      const bytes: Uint8Array = await client.files.get('a');
      const text: string = await client.report.get();
      await client.files.replace('a', bytes, { timeoutMs: 1 });
      await client.files.create(new FormData());
      await client.things.get(7).withResponse().then(({ response }) => response.attempts.toFixed());
      console.log(text);
      export {};`;
    expect(await faultsOf(document, use)).toBe('');
  });

  it('accepts query parameters with their types, and numbers and dates for strings', () => {
    const parameter = (name: string, schema: Part) => ({ name, in: 'query', schema });
    const rendered = renderSdk(
      documentOf({
        'GET /things': {
          parameters: [
            parameter('wanted', { type: 'boolean' }),
            parameter('most', { type: 'integer', minimum: 1, default: 50 }),
            parameter('since', { type: 'string' }),
            parameter('kind', { type: 'string', enum: ['a', 'b'] }),
          ],
        },
      }),
    );
    expect(rendered).toContain('readonly wanted?: boolean | undefined;');
    expect(rendered).toContain('readonly most?: QueryText | undefined;');
    expect(rendered).toContain('readonly since?: QueryText | undefined;');
    expect(rendered).toContain(`readonly kind?: 'a' | 'b' | undefined;`);
  });

  it('checks callers against the types of the document', async () => {
    const document = partOf(parse(readFileSync('openapi.yaml', 'utf8')));
    const use = `
      const client = new Postrider({ baseUrl: 'https://mail.example.com', apiKey: 'pr_key' });
      const mail = { from: 'a@x.example', to: ['b@x.example'], subject: 'Hello' };
      await client.emails.send({ ...mail, text: undefined, headers: { 'X-Order': '1' } });
      // @ts-expect-error a subject is missing
      await client.emails.send({ from: 'a@x.example', to: ['b@x.example'] });
      // @ts-expect-error a list is wanted
      await client.emails.send({ ...mail, to: 'b@x.example' });
      // @ts-expect-error there is no such field
      await client.emails.send({ ...mail, subjekt: 'Hello' });
      // @ts-expect-error an id is wanted
      await client.emails.get();
      // @ts-expect-error pages are walked from the newest on
      client.emails.listAll({ before: 'a' });
      // @ts-expect-error there is no such kind
      await client.alerts.create({ tag: 'a', kind: 'miracle', window_minutes: 60 });
      const { id }: { id: string } = await client.emails.send(mail);
      console.log(id);
      export {};`;
    expect(await faultsOf(document, use)).toBe('');
  });

  it('does not use names that the client exports otherwise', async () => {
    const index = readFileSync('sdk/src/index.ts', 'utf8');
    const named = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','));
    const names = named.map((name) => name.replace('type ', '').trim()).filter((name) => name !== '');
    expect(names.length).toBeGreaterThan(20);
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties: { a: {} } }]));
    const generated = renderSdk(documentOf({ 'GET /things': {} }, { schemas }));
    expect(names.filter((name) => generated.includes(`interface ${name} `))).toEqual([]);
    expect(await faultsOf(documentOf({ 'GET /things': {} }, { schemas }))).toBe('');
  });

  it('compiles for schemas of every kind', async () => {
    const key = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom('a', 'b-c', 'constructor', '1'));
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          type: fc.constantFrom('string', 'integer', 'boolean', 'null', 'object', 'array', ['string', 'null']),
        }),
        fc.record({
          enum: fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)), {
            maxLength: 3,
          }),
        }),
        fc.constantFrom(true, false, null, {}, 'x', { $ref: '#/components/schemas/S0' }, { $ref: '#/nowhere' }),
        fc.record({ type: fc.constant('array'), items: tie('schema'), description: fc.string({ unit: 'binary' }) }),
        fc.record({
          type: fc.constantFrom('object', ['object', 'null']),
          properties: fc.dictionary(key, tie('schema'), { maxKeys: 3 }),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { maxLength: 2 }), nullable: fc.boolean() }),
      ),
    }));
    const samples = fc.sample(schema, { numRuns: 300, seed: 7 });
    const operations = Object.fromEntries(
      samples.map((sample, index) => [
        `POST /s${index}`,
        {
          requestBody: { content: { 'application/json': { schema: sample } } },
          responses: { 200: { content: { 'application/json': { schema: sample } } } },
        },
      ]),
    );
    const schemas = Object.fromEntries([
      ['S0', { type: 'string' }],
      ...samples.map((sample, index) => [`S${index + 1}`, sample]),
    ]);
    expect((await faultsOf(documentOf(operations, { schemas }))).slice(0, 1_000)).toBe('');
  });

  it('builds a package that matches its package.json', async () => {
    const out = join(folder, 'dist');
    await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'sdk/tsconfig.json', '--outDir', out]);
    // The file is the package.json of this repository.
    const { exports, dependencies } = JSON.parse(readFileSync('sdk/package.json', 'utf8')) as Record<string, Part>;
    expect(dependencies).toBeUndefined();
    for (const target of Object.values(exports ?? {}).flatMap((each) => Object.values(partOf(each)))) {
      expect(readFileSync(join(out, String(target).replace('./dist/', '')), 'utf8')).not.toBe('');
    }
    const program = `import { Postrider } from ${JSON.stringify(join(out, 'index.js'))};
      console.log(typeof new Postrider({ baseUrl: 'http://127.0.0.1', apiKey: 'pr_key' }).emails.send);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe('function');
  });

  it.each(['docs/sdk.md', 'sdk/README.md'])('compiles with the examples of %s', async (page) => {
    const examples = [...readFileSync(page, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(examples.length).toBeGreaterThan(0);
    const document = partOf(parse(readFileSync('openapi.yaml', 'utf8')));
    for (const [index, example] of examples.entries()) {
      const code = example.replaceAll(/'@postrider\/client(?:\/(\w+))?'/g, (_, file = 'index') => `'./${file}.ts'`);
      const client = /const client\b/.test(code)
        ? ''
        : `import { Postrider } from './client.ts';\ndeclare const client: Postrider;\nvoid client;\n`;
      writeFileSync(join(folder, `sdk/src/example-${index}.ts`), `${client}${code}\nexport {};\n`);
    }
    expect(await faultsOf(document)).toBe('');
    for (const index of examples.keys()) rmSync(join(folder, `sdk/src/example-${index}.ts`));
  });

  it('has a page with a row for each operation', () => {
    const document = partOf(parse(readFileSync('openapi.yaml', 'utf8')));
    const rows = renderMethodsPage(document)
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(operationsOf(document).length);
    expect(new Set(rows.map((row) => row.split('|')[1])).size).toBe(rows.length);
  });
});
