// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restrictAccount } from '../../src/features/tenants/accounts/index.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { isAccountScope } from '../../src/http/account/scopes.ts';
import type { Route } from '../../src/http/route.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { signedIn } from './oauth-browser.ts';

type Headers = Readonly<Record<string, string>>;

let app: TestApp;
let callers: Readonly<Record<string, Headers>>;

beforeAll(async () => {
  app = await startApp();
  const { db } = app.installation;
  const { id } = (await app.newAccount()).account;
  const key = async (scope: string): Promise<Headers> =>
    bearer((await createKey(db, { accountId: id, name: 'restricted', scopes: [scope] })).key);
  callers = {
    session: { cookie: (await signedIn(app, { accountId: id, role: 'owner' })).cookie },
    'token of an owner': bearer((await newPerson(app, id, 'owner')).token),
    'token of who may read': bearer((await newPerson(app, id, 'read_only')).token),
    'key that reads': await key(SCOPES.accountRead),
  };
  await restrictAccount(db, id, 'spam complaints');
});
afterAll(() => app.close());

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** Returns the status and the code in the response to a valid request. */
async function answerOf({ doc, method, path }: Route, headers: Headers): Promise<string> {
  const hasBody = method !== 'GET';
  const hangUp = new AbortController();
  const token = headers['authorization']?.replace('Bearer ', '');
  const answer = await fetch(`${app.api.baseUrl}${path.replaceAll(/:\w+|\*/g, '1')}`, {
    method,
    headers: {
      ...headers,
      // Postmark's clients send a key in this header.
      ...(token !== undefined && { 'x-postmark-server-token': token }),
      'sec-fetch-site': 'same-origin',
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    signal: hangUp.signal,
    ...(hasBody && { body: JSON.stringify(doc?.requestExample ?? {}) }),
  });
  const type = answer.headers.get('content-type') ?? '';
  const text = type.startsWith('application/json') ? await answer.text() : '';
  hangUp.abort();
  const body = text === '' ? null : (JSON.parse(text) as { code?: unknown; ErrorCode?: unknown } | null);
  const code = body?.code ?? body?.ErrorCode;
  return typeof code === 'string' || typeof code === 'number' ? `${answer.status} ${code}` : String(answer.status);
}

/** Resets rate limits, which are not part of this test. */
async function deleteRates(): Promise<void> {
  await app.installation.db.script('truncate person_rate, key_window');
}

describe('restricted account', { timeout: 120_000 }, () => {
  it('cannot use any operation of the account API with any credential', async () => {
    // MCP is not included, because its tools check the restriction themselves, and because it also serves other APIs.
    const ofAccountApi = app.api.routes.filter(({ path, scope }) => isAccountScope(scope) && path !== '/mcp');
    const letIn: string[] = [];
    for (const route of ofAccountApi) {
      await deleteRates();
      for (const [name, headers] of Object.entries(callers)) {
        const answer = await answerOf(route, headers);
        // A read-only caller's request may be rejected earlier because of its scope.
        const mayWrite = [route.scope ?? []].flat().includes(SCOPES.accountRead) || !/read/.test(name);
        // Other vendors' APIs use other credentials. Postmark's error code 405 means a restricted account, and 10 means
        // a missing key.
        const isOfVendor = /^\/(?:transactional\/compat|compat|v2\/email|v3|broadcasts)(?:\/|$)/.test(route.path);
        const expected = isOfVendor
          ? /^(?:403|401|401 10|422 405)$/
          : mayWrite
            ? /^403 account_restricted$/
            : /^403(?: account_restricted)?$/;
        if (!expected.test(answer)) letIn.push(`${route.method} ${route.path} by ${name}: ${answer}`);
      }
    }
    expect(ofAccountApi.length).toBeGreaterThan(90);
    expect(letIn).toEqual([]);
  });

  it('can use its dashboard pages, which show the reason', async () => {
    const pages = app.api.routes.filter(
      ({ method, path, scope }) => method === 'GET' && !isAccountScope(scope) && path.startsWith('/dashboard/'),
    );
    const keptOut: string[] = [];
    for (const route of pages) {
      await deleteRates();
      const answer = await answerOf(route, callers['session'] ?? {});
      if (answer.endsWith('account_restricted')) keptOut.push(`${route.path}: ${answer}`);
    }
    expect(pages.length).toBeGreaterThan(30);
    expect(keptOut).toEqual([]);
  });
});
