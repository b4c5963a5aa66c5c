import Schema from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { callOf, curlOf } from '../../scripts/docs-site/curl.ts';
import { readApiDocument } from '../../scripts/openapi-page.ts';
import { operationsOf, partOf } from '../../scripts/sdk/document.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { cookiesOf } from '../../src/app/people.ts';
import { startSession } from '../../src/features/tenants/people/index.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';

const document = readApiDocument();
const calls = operationsOf(document).map((operation) => {
  return { name: `${operation.method} ${operation.path}`, operation, call: callOf(operation) };
});
/** Callers of the account API are limited to 60 requests per minute. */
const CALLS_A_PERSON = 40;

let app: TestApp;
let key: string;
let people: TestPerson[];
let cookie: string;
beforeAll(async () => {
  app = await startApp();
  const { db } = app.installation;
  const [owner] = await db.query<{ readonly account_id: number }>(
    { name: '', text: 'select account_id from account where is_operator' },
    [],
  );
  const accountId = owner?.account_id ?? 0;
  ({ key } = await createKey(db, { accountId, name: 'docs', scopes: [SCOPES.send, SCOPES.read, SCOPES.manage] }));
  const wanted = Math.ceil(calls.length / CALLS_A_PERSON);
  people = await Promise.all(Array.from({ length: wanted }, () => newPerson(app, accountId)));
  const session = await startSession(db, cookiesOf(app.installation), people[0]?.id ?? 0, { accountId });
  cookie = session.cookie.replace(/;.*$/s, '');
});
afterAll(() => app.close());

describe('requests in the API reference', () => {
  it('with GET return the resource or 404', { timeout: 120_000 }, async () => {
    const reads = calls.filter(({ call }) => call.method === 'GET');
    expect(reads.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const [at, { call, name }] of reads.entries()) {
      const person = people[Math.floor(at / CALLS_A_PERSON)];
      // Set a short timeout, because this request waits for a message that is never sent and would otherwise take half
      // a minute.
      const target = call.target.startsWith('/inbox/wait') ? `${call.target}&timeout=1` : call.target;
      const status = await statusOf(target, credentialOf(call.headers, person?.token ?? ''));
      // The examples contain IDs that do not exist in this database, and use features that are not set up.
      const isFine = status < 300 || (/\{/.test(name) && status === 404) || UNMADE[name] === status;
      if (!isFine) wrong.push(`${name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('have bodies that keep the schema of the document', () => {
    const wrong = calls.flatMap(({ name, operation: { body, source } }) => {
      const json = body?.contents.get('application/json');
      if (!json) return [];
      const { example } = partOf(partOf(partOf(source['requestBody'])['content'])['application/json']);
      const schema = { ...json, components: document['components'] };
      return example !== undefined && Schema.Compile(schema).Check(example) ? [] : [name];
    });
    expect(wrong).toEqual(LOOSER);
  });

  it('are valid shell commands for any body', () => {
    const odd = curlOf({ method: 'POST', target: '/x', headers: [], body: `it's "odd" $HOME` });
    expect(odd).toBe(`curl 'https://mail.example.com/x' \\\n  --data-binary 'it'\\''s "odd" $HOME'`);
    expect(calls.filter(({ call }) => /[{}]/.test(call.target)).map(({ name }) => name)).toEqual([]);
  });
});

/** Responses of a new installation to requests for features that are not set up. */
const UNMADE: Readonly<Record<string, number>> = {
  'GET /transactional/webhook': 404,
  'GET /transactional/webhook/health': 404,
  'GET /inbox/wait': 404,
};

/** A time without an offset is in the account's time zone, although the format in the schema requires an offset. */
const LOOSER = ['PATCH /campaigns/{id}'];

type Headers = readonly (readonly [string, string])[];

function credentialOf(given: Headers, token: string): Record<string, string> {
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value.replace('postrider_session=...', cookie).replace('pt_...', token).replace('pr_...', key),
    ]),
  );
}

/** Returns the status of the response. Cancels streams after they have started. */
async function statusOf(target: string, headers: Record<string, string>): Promise<number> {
  const stop = new AbortController();
  const { status } = await fetch(`${app.url}${target}`, { headers, redirect: 'manual', signal: stop.signal });
  stop.abort();
  return status;
}
