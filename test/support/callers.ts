import { cookiesOf } from '../../src/app/people.ts';
import { createToken } from '../../src/features/tenants/access/index.ts';
import { createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import type { Role } from '../../src/http/principal.ts';
import type { Answer, TestApp } from './app.ts';

/** An authenticated HTTP client. */
export interface Caller {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** A user with a token and a session for one account. */
export interface TestPerson extends Caller {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly tokenId: number;
  /** API client with the user's session, as in a browser. */
  readonly session: Caller;
  /** Creates another token for this user. */
  anotherToken(accountId?: number): Promise<Caller & { readonly token: string }>;
}

let people = 0;

/** Creates a user who is a member of an account. */
export async function newPerson(app: TestApp, accountId: number, role: Role = 'owner'): Promise<TestPerson> {
  const { db } = app.installation;
  people += 1;
  const email = `person${people}@people.example`;
  const { id } = await createPerson(db, { name: `Person ${people}`, email, membership: { accountId, role } });
  const { token, record } = await db.transaction(async (tx) =>
    createToken(tx, { accountId, personId: id, name: 'test' }),
  );
  const { cookie } = await startSession(db, cookiesOf(app.installation), id, { accountId });
  return {
    id,
    email,
    token,
    tokenId: record.id,
    ...withToken(app, token),
    session: withHeaders(app, { cookie: cookie.replace(/;.*$/s, '') }),
    async anotherToken(otherAccountId = accountId) {
      const made = await db.transaction(async (tx) =>
        createToken(tx, { accountId: otherAccountId, personId: id, name: 'another' }),
      );
      return { token: made.token, ...withToken(app, made.token) };
    },
  };
}

/** Returns an API client that uses a token. */
export function withToken(app: TestApp, token: string): Caller {
  return withHeaders(app, { authorization: `Bearer ${token}` });
}

/** Returns an API client that sends these headers with every request. */
export function withHeaders(app: TestApp, added: Record<string, string>): Caller {
  return {
    async call(method, path, body, headers = {}) {
      const isText = typeof body === 'string';
      const response = await fetch(`${app.url}${path}`, {
        method,
        headers: {
          ...added,
          ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}
