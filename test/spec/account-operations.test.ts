import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { renderOpenApiPage, routesToRead } from '../../scripts/openapi-page.ts';
import { partOf } from '../../scripts/sdk/document.ts';
import { operations } from '../../sdk/src/generated.ts';
import { openApiPath } from '../../src/http/openapi/operation.ts';
import { problemTable } from '../../src/http/problem-table.ts';
import { RESOURCE_ROWS } from '../api/resource-rows.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { BULK_FILTER } from './account-audience.ts';
import { ACCOUNT_OPERATIONS } from './account-operations.ts';
import { documentFaults } from './document-faults.ts';
import type { SpecOperation } from './rows.ts';
import { TRANSACTIONAL_ERRORS, TRANSACTIONAL_OPERATIONS } from './transactional-operations.ts';

const TESTS = new URL('../api/', import.meta.url);
/** Tests that iterate over all routes. They do not count as tests of an operation. */
const GENERAL =
  /^(?:account-fuzz|all-fuzz|api-fuzz|http-fuzz|foreign-objects|credential-\w+|account-recorded)\.test\.ts$/;

/** Operations that `resources.test.ts` tests for each resource. */
const TABLED = new Set(
  RESOURCE_ROWS.flatMap(({ path }) => [
    `GET ${path}`,
    `POST ${path}`,
    `GET ${path}/{id}`,
    `PATCH ${path}/{id}`,
    `DELETE ${path}/{id}`,
  ]),
);

const document = partOf(parse(renderOpenApiPage()));
const served = new Set(routesToRead().map(({ method, path }) => `${method} ${openApiPath(path)}`));
const all = [...ACCOUNT_OPERATIONS, ...TRANSACTIONAL_OPERATIONS];

describe('document of the account API', () => {
  it('has the version of the interface', () => {
    expect(partOf(document['info'])['version']).toBe('1.4.0');
  });

  it('is compared with sixty operations, each once', () => {
    expect(new Set(ACCOUNT_OPERATIONS.map(({ at }) => at)).size).toBe(60);
    expect(ACCOUNT_OPERATIONS).toHaveLength(60);
  });

  it.each(ACCOUNT_OPERATIONS)('matches the specification for $at', (row) => {
    expect(documentFaults(document, row)).toEqual([]);
  });

  it('has every condition of the filter of a bulk action', () => {
    const [path, method] = ['/contacts/bulk-actions', 'post'];
    const operation = JSON.stringify(partOf(partOf(document['paths'])[path])[method]);
    expect(Object.keys(BULK_FILTER).filter((name) => !operation.includes(`"${name}":{"`))).toEqual([]);
  });
});

describe('comparison of a document', () => {
  const fault = (changes: Partial<SpecOperation>, at = 'GET /campaigns/{id}/stats'): string[] => {
    const row = ACCOUNT_OPERATIONS.find((one) => one.at === at);
    return documentFaults(document, { heading: '', at, ok: 200, answer: [], ...row, ...changes });
  };

  it.each<[string, Partial<SpecOperation>]>([
    ['is not in the document', { at: 'GET /nothing' }],
    ['never answers 201', { ok: 201 }],
    ['never answers 409', { refusals: [409] }],
    ['does not take depth', { query: { depth: 'integer' } }],
    ['link_limit is not required', { query: { link_limit: 'integer required' } }],
    ['link_limit is no boolean', { query: { link_limit: 'boolean' } }],
    ['link_limit has no limit of 99', { query: { link_limit: 'integer 1..99' } }],
    ['link_limit does not begin at 2', { query: { link_limit: 'integer 2..' } }],
    ['link_limit is not 40 else', { query: { link_limit: 'integer =40' } }],
    ['does not take title', { body: { title: 'string' } }],
    ['does not answer opens', { answer: ['opens'] }],
    ['does not answer a page', { perPage: 100 }],
  ])('reports that it %s', (sentence, changes) => {
    expect(fault(changes).join()).toContain(sentence);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['subject has no limit of 190', { subject: 'string max:190 required' }],
    ['lists is not of boolean', { lists: 'boolean[]' }],
    ['lists is no string', { lists: 'string' }],
    ['subject may not be null', { subject: 'string? required' }],
    ['subject does not say that it is email', { subject: 'email required' }],
    ['subject may not be Hello', { subject: 'Hello|Hallo required' }],
  ])('reports that %s', (sentence, body) => {
    expect(fault({ ok: 201, body }, 'POST /campaigns').join()).toContain(sentence);
  });
});

describe('document of the transactional API', () => {
  it.each(TRANSACTIONAL_OPERATIONS)('matches the specification for $at', (row) => {
    expect(documentFaults(document, row, [])).toEqual([]);
  });

  it.each(TRANSACTIONAL_ERRORS)('has %i %s', (status, name) => {
    expect(problemTable[name as keyof typeof problemTable]).toMatchObject({ status });
  });
});

describe('operation of the specification', () => {
  it.each(all)('$at has a route', ({ at }) => expect(served).toContain(at));

  it.each(all)('$at has a method of the client', ({ at }) => {
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    expect(known).toContain(at);
  });

  it('is used in a test of its behavior', () => {
    const texts = readdirSync(TESTS)
      .filter((name) => name.endsWith('.test.ts') && !GENERAL.test(name))
      .map((name) => withConstants(readFileSync(new URL(name, TESTS), 'utf8')));
    const isNamed = (at: string): boolean => TABLED.has(at) || texts.some((text) => callsOf(at).test(text));
    expect(all.map(({ at }) => at).filter((at) => !isNamed(at))).toEqual([]);
  });
});

describe('server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(all)('has $at and requires authentication', async ({ at }) => {
    const [method = '', path = ''] = at.split(' ');
    const response = await fetch(`${app.api.baseUrl}${path.replaceAll(/\{\w+\}/g, '1')}`, { method });
    expect(response.status).toBe(401);
  });

  it.each(ACCOUNT_OPERATIONS.filter(({ at }) => at.startsWith('PATCH ') && at !== 'PATCH /unsubscribe'))(
    'accepts PUT for $at',
    async ({ at }) => {
      const path = at.split(' ')[1]?.replaceAll(/\{\w+\}/g, '1');
      expect((await fetch(`${app.api.baseUrl}${path}`, { method: 'PUT' })).status).toBe(401);
    },
  );
});

/** Returns the text of a file, with the names of path constants replaced by their values. */
function withConstants(text: string): string {
  const constants = [...text.matchAll(/^const ([A-Z_]+) = '(\/[^']+)';$/gm)];
  return constants.reduce(
    (read, [, name = '', path = '']) =>
      read.replaceAll(`\${${name}}`, path).replaceAll(new RegExp(`(?<=, |\\()${name}\\b`, 'g'), `'${path}'`),
    text,
  );
}

/**
 * Returns a pattern that matches a call to an operation in a test: the method, and the path with any value for each
 * parameter.
 */
function callsOf(at: string): RegExp {
  const [method = '', path = ''] = at.split(' ');
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/\'"`?]+');
  const verb = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].includes(method) ? `['"]${method}['"],\\s*` : '';
  return new RegExp(`(?:${verb}|\\.${method.toLowerCase()}\\(\\s*)['"\`]${pattern}[?'"\`$]`);
}
