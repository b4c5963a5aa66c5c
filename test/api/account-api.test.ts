import { describe, expect, it } from 'vitest';
import { startApi } from '../../src/app/api.ts';
import { refusalOf } from '../../src/features/tenants/account-api/gate.ts';
import { takeWindows } from '../../src/features/tenants/account-api/queries.ts';
import { createPersonRate } from '../../src/features/tenants/account-api/rate.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, withHeaders, withToken, type TestPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(async () => startApp({ POSTRIDER_ACCESS_TOKEN: `pr_${'e'.repeat(40)}` }));
/** A second listener with separate caches, as in another process. */
const second = shared(async () => startApi(app.installation));

async function newOwner(plan: 'free' | 'paid' | 'unlimited' = 'unlimited') {
  const { account } = await app.newAccount({ plan });
  return { account, person: await newPerson(app, account.id) };
}

async function run(text: string, values: readonly unknown[] = []): Promise<void> {
  await app.installation.db.query({ name: '', text }, values);
}

describe('row 34, GET /me', () => {
  it('returns the account and the person of the token', async () => {
    const { account, person } = await newOwner();
    const { body, status } = await person.call('GET', '/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: account.id,
      name: expect.stringMatching(/^Person \d+$/),
      email: person.email,
      contacts_count: 0,
      contact_limit: Number.MAX_SAFE_INTEGER,
      created_at: account.createdAt.toISOString(),
      updated_at: account.createdAt.toISOString(),
    });
  });

  it('includes the contact limit of the plan', async () => {
    const { person } = await newOwner('paid');
    await run(`update plan set contact_limit = 5000 where name = 'paid'`);
    expect((await person.call('GET', '/me')).body).toMatchObject({ contact_limit: 5_000 });
    await run(`update plan set contact_limit = null where name = 'paid'`);
  });

  it('accepts the token of the environment, which has no person', async () => {
    const { body, status } = await withToken(app, `pr_${'e'.repeat(40)}`).call('GET', '/me');
    expect([status, body.email]).toEqual([200, 'owner@postrider.localhost']);
  });

  it('accepts a session', async () => {
    const { person } = await newOwner();
    expect((await person.session.call('GET', '/me')).body).toMatchObject({ email: person.email });
  });

  it('accepts HEAD and trailing or double slashes', async () => {
    const { person } = await newOwner();
    expect((await person.call('HEAD', '/me')).status).toBe(200);
    expect((await person.call('GET', '//me/')).status).toBe(200);
  });
});

describe('error format', () => {
  it.each([
    ['no credentials', {}, 'Unauthenticated: send an access token as `Authorization: Bearer <ACCESS_TOKEN>`.'],
    [
      'a wrong token',
      { authorization: 'Bearer pt_wrong' },
      'Unauthenticated: the access token is invalid, expired, or revoked.',
    ],
    [
      'another scheme',
      { authorization: 'Basic abc' },
      'Unauthenticated: the access token is invalid, expired, or revoked.',
    ],
  ])('returns 401 with a message for %s', async (_name, headers, message) => {
    const answer = await withHeaders(app, headers).call('GET', '/me');
    expect([answer.status, answer.body]).toEqual([401, { message }]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is JSON for any Accept header', async () => {
    const answer = await withHeaders(app, { accept: 'text/html' }).call('GET', '/me');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('returns 422 with a message and errors', async () => {
    const { person } = await newOwner();
    const { body, status } = await person.call('POST', '/domains', {});
    expect(status).toBe(422);
    expect(body).toEqual({ message: 'domain is required.', errors: { domain: ['is required.'] } });
  });

  it('returns 404 with a message for unknown paths', async () => {
    const { person } = await newOwner();
    for (const path of ['/me/other', '/contacts/x/y/z', '/lists/1/2/3/4', '/automation-emails']) {
      const { body, status } = await person.call('GET', path);
      expect([path, status, Object.keys(body)]).toEqual([path, 404, ['message']]);
    }
  });

  it('returns 405 with the allowed methods', async () => {
    const { person } = await newOwner();
    const { body, headers, status } = await person.call('DELETE', '/me');
    expect([status, headers.get('allow'), Object.keys(body)]).toEqual([405, 'GET, HEAD', ['message']]);
  });

  it('keeps the formats of the other APIs', async () => {
    const { person } = await newOwner();
    for (const path of ['/formx/a/b', '/message', '/transactional/none', '/dashboard/none', '/domainsx', '/Me']) {
      const { body, status } = await person.call('GET', path);
      expect([path, status, body.name]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('access', () => {
  it('rejects an API key regardless of its transactional permissions', async () => {
    const tenant = await app.newAccount();
    const { body, status } = await tenant.get('/me');
    const message = 'API keys are only for transactional email. Use a personal access token for the account API.';
    expect([status, body]).toEqual([403, { message }]);
  });

  it('rejects changes with a session from a page of another site', async () => {
    const { person } = await newOwner();
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    const changed = await person.session.call('POST', '/domains', { domain: 'cross.example' }, crossSite);
    expect([changed.status, changed.body]).toEqual([403, { message: 'The request came from a page on another site.' }]);
    expect((await person.session.call('GET', '/domains')).body.total).toBe(0);
  });

  it('allows a key with the read scope to read but not to write', async () => {
    const { account } = await app.newAccount();
    const { key } = await createKey(app.installation.db, {
      accountId: account.id,
      name: 'reader',
      scopes: [SCOPES.accountRead],
    });
    const reader = withToken(app, key);
    expect((await reader.call('GET', '/domains')).status).toBe(200);
    expect((await reader.call('POST', '/domains', { domain: 'reader.example' })).status).toBe(403);
  });

  it('rejects a token of the account API in the other APIs', async () => {
    const { person } = await newOwner();
    expect((await person.call('GET', '/transactional/usage')).status).toBe(403);
    expect((await person.call('GET', '/dashboard/tokens')).status).toBe(403);
  });

  it.each([
    ['read_only', 200, 403],
    ['member', 200, 201],
    ['admin', 200, 201],
    ['owner', 200, 201],
  ] as const)('as %s returns %i for reads and %i for writes', async (role, reading, writing) => {
    const { account } = await app.newAccount();
    const person = await newPerson(app, account.id, role);
    expect((await person.call('GET', '/domains')).status).toBe(reading);
    const written = await person.call('POST', '/domains', { domain: `${role.replace('_', '-')}.example` });
    expect(written.status).toBe(writing);
    if (writing === 403) expect(written.body).toEqual({ message: expect.stringContaining('(read only)') });
  });
});

describe('plan safeguard', () => {
  const plain = { restricted_at: null, restricted_reason: null, api_access: true, is_operator: false };

  it.each([
    ['allows a plan with the API', plain, 'token', undefined],
    ['refuses a plan without the API', { ...plain, api_access: false }, 'token', 'plan_required'],
    ['refuses OAuth clients on a plan without the API', { ...plain, api_access: false }, 'oauth', 'plan_required'],
    ['allows the operator', { ...plain, api_access: false, is_operator: true }, 'token', undefined],
    ['allows the dashboard on a plan without the API', { ...plain, api_access: false }, 'session', undefined],
    [
      'reports a restriction before the plan',
      { ...plain, api_access: false, restricted_at: new Date() },
      'token',
      'account_restricted',
    ],
    [
      'applies a restriction to the operator',
      { ...plain, is_operator: true, restricted_at: new Date() },
      'token',
      'account_restricted',
    ],
    [
      'applies a restriction to the dashboard',
      { ...plain, restricted_at: new Date() },
      'session',
      'account_restricted',
    ],
  ] as const)('%s', (_name, row, via, code) => expect(refusalOf(row, { via })?.code).toBe(code));

  it('is off in a new installation', async () => {
    const { person } = await newOwner('free');
    expect((await person.call('GET', '/me')).status).toBe(200);
  });

  it('returns 402 with a message within a second of a plan change and lifts it as fast', async () => {
    const { person } = await newOwner('free');
    await run(`update plan set api_access = false where name = 'free'`);
    const refused = await eventually('the plan change takes effect', async () => {
      const answer = await person.call('GET', '/me');
      return answer.status === 402 ? answer : undefined;
    });
    expect(refused.body).toEqual({ message: 'API access requires a paid plan.' });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    expect(Number(refused.headers.get('x-ratelimit-remaining'))).toBeLessThan(60);
    await run(`update plan set api_access = true where name = 'free'`);
    await eventually('API access is restored', async () =>
      (await person.call('GET', '/me')).status === 200 ? true : undefined,
    );
  });
});

describe('restricted account', () => {
  it('returns 403 with the code and the URL of the status page', async () => {
    const { account, person } = await newOwner();
    await run('update account set restricted_at = $2, restricted_reason = $3 where account_id = $1', [
      account.id,
      new Date('2026-11-21T10:00:00Z'),
      'spam complaints',
    ]);
    const answer = await eventually('the restriction takes effect', async () => {
      const given = await person.call('GET', '/me');
      return given.status === 403 ? given : undefined;
    });
    const message = 'The account has been restricted since 2026-11-21T10:00:00.000Z: spam complaints.';
    expect(answer.body).toEqual({
      message,
      error: message,
      code: 'account_restricted',
      account_status_url: `${app.api.baseUrl}/app/account/status`,
    });
    for (const [method, path] of [
      ['GET', '/domains'],
      ['POST', '/domains'],
      ['DELETE', '/domains/1'],
      ['POST', '/domains/1/validate'],
    ] as const) {
      expect([path, (await person.call(method, path)).body.code]).toEqual([path, 'account_restricted']);
    }
    expect((await person.session.call('GET', '/domains')).body.code).toBe('account_restricted');
    expect((await person.session.call('GET', '/dashboard/tokens')).status).toBe(200);
  });
});

describe('rate limit', () => {
  it('of one person allows exactly 60 of 400 concurrent requests across two tokens and two processes', async () => {
    const { person } = await newOwner();
    const { token } = await person.anotherToken();
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_none, index) => {
        const bearer = index % 2 === 0 ? person.token : token;
        const baseUrl = index % 4 < 2 ? app.api.baseUrl : second.baseUrl;
        return fetch(`${baseUrl}/me`, { headers: { authorization: `Bearer ${bearer}` } });
      }),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(340);
    const remaining = passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_none, index) => index));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('60');
    expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await refused?.json()).toEqual({
      message: expect.stringMatching(/^Too many requests: the limit is 60 per minute/),
    });
  });

  it('is shared by all accounts of a person and separate from other people', async () => {
    const { account, person } = await newOwner();
    const other = await app.newAccount();
    await run(`insert into membership (account_id, person_id, role) values ($1, $2, 'member')`, [
      other.account.id,
      person.id,
    ]);
    const there = await person.anotherToken(other.account.id);
    expect((await person.call('GET', '/me')).headers.get('x-ratelimit-remaining')).toBe('59');
    expect((await there.call('GET', '/me')).headers.get('x-ratelimit-remaining')).toBe('58');
    const colleague = await newPerson(app, account.id);
    expect((await colleague.call('GET', '/me')).headers.get('x-ratelimit-remaining')).toBe('59');
  });

  it('is separate for sessions and allows 600 requests', async () => {
    const { person } = await newOwner();
    await empty(person);
    expect((await person.call('GET', '/me')).status).toBe(429);
    const answer = await person.session.call('GET', '/me');
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '600']);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('599');
  });

  it('is separate for a token without a person', async () => {
    const { account, person } = await newOwner();
    await empty(person);
    const { key } = await createKey(app.installation.db, {
      accountId: account.id,
      kind: 'access_token',
      name: 'nobody in particular',
      scopes: [SCOPES.account],
    });
    expect((await withToken(app, key).call('GET', '/me')).headers.get('x-ratelimit-remaining')).toBe('59');
  });

  it('counts requests refused for their scope or values and requests for unknown IDs', async () => {
    const { account } = await app.newAccount();
    const person = await newPerson(app, account.id, 'read_only');
    const seen = [
      await person.call('POST', '/domains', { domain: 'a.example' }),
      await person.call('GET', '/domains?per_page=0'),
      await person.call('GET', '/domains/99999999'),
    ].map(({ headers, status }) => [status, headers.get('x-ratelimit-remaining')]);
    expect(seen).toEqual([
      [403, '59'],
      [422, '58'],
      [404, '57'],
    ]);
  });

  it('starts a new window a minute after its first request, not after the last', async () => {
    const { person } = await newOwner();
    await empty(person);
    await run(`update person_rate set started_at = started_at - interval '30 seconds' where bucket = $1`, [
      -2 * person.id,
    ]);
    const [early] = await takeWindows(app.installation.db, [-2 * person.id], [60], [1]);
    expect(early).toMatchObject({ granted: 0, used: 60 });
    await run(`update person_rate set started_at = started_at - interval '30 seconds' where bucket = $1`, [
      -2 * person.id,
    ]);
    const [late] = await takeWindows(app.installation.db, [-2 * person.id], [60], [100]);
    expect(late).toMatchObject({ granted: 60, used: 60 });
    expect(late?.left_ms).toBeGreaterThan(1_000);
  });

  it('is not queried again until the used-up window ends', async () => {
    let nowMs = 1_000_000;
    let statements = 0;
    const db = {
      query: async <Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> => {
        statements += 1;
        return app.installation.db.query<Row>(statement, values);
      },
    };
    const rate = createPersonRate(db, { now: () => nowMs });
    const caller = { via: 'token', rateBucket: -900_000_005 } as const;
    await Promise.all(Array.from({ length: 60 }, () => rate(caller)));
    await expect(rate(caller)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    const before = statements;
    await expect(rate(caller)).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    expect(statements).toBe(before);
    nowMs += 60_000;
    await run(`update person_rate set started_at = started_at - interval '60 seconds' where bucket = -900000005`);
    expect(await rate(caller)).toMatchObject({ limit: 60, remaining: 59 });
  });

  it('rejects the request if the window cannot be read', async () => {
    const rate = createPersonRate({ query: () => Promise.reject(new Error('Query read timeout')) }, { now: () => 0 });
    await expect(rate({ via: 'token', rateBucket: -1 })).rejects.toThrow('Query read timeout');
  });

  it('ends a window that starts in the future because the clock was set back', async () => {
    const bucket = -900_000_001;
    await takeWindows(app.installation.db, [bucket], [60], [60]);
    await run(`update person_rate set started_at = now() + interval '1 hour' where bucket = $1`, [bucket]);
    expect((await takeWindows(app.installation.db, [bucket], [60], [1]))[0]).toMatchObject({ granted: 1, used: 1 });
  });

  it('grants a batch the remaining requests of the window', async () => {
    const bucket = -900_000_003;
    expect((await takeWindows(app.installation.db, [bucket], [60], [59]))[0]).toMatchObject({ granted: 59, used: 59 });
    expect((await takeWindows(app.installation.db, [bucket], [60], [5]))[0]).toMatchObject({ granted: 1, used: 60 });
    expect((await takeWindows(app.installation.db, [bucket], [60], [5]))[0]).toMatchObject({ granted: 0, used: 60 });
  });

  /** Uses up the requests that a user may send per minute. */
  async function empty(person: TestPerson): Promise<void> {
    await takeWindows(app.installation.db, [-2 * person.id], [60], [60]);
  }
});
