import { describe, expect, it } from 'vitest';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, withToken, type Caller } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);

type Tenant = Awaited<ReturnType<TestApp['newAccount']>> & { readonly admin: Caller };

async function newTenant(options: Parameters<TestApp['newAccount']>[0] = {}): Promise<Tenant> {
  const tenant = await app.newAccount(options);
  return { ...tenant, admin: (await newPerson(app, tenant.account.id, 'admin')).session };
}

function make({ admin }: Tenant, more: Record<string, unknown> = {}) {
  return admin.call('POST', '/dashboard/keys', { name: 'Shop', scopes: ['transactional:read'], ...more });
}

/** Returns the status of a request to the API with a key. */
async function statusOf(key: string): Promise<number> {
  return (await app.client(key).get('/transactional/emails')).status;
}

async function untilRefused(key: string): Promise<number> {
  return eventually('the key is refused', async () => ((await statusOf(key)) === 401 ? 401 : undefined));
}

async function setTime(statement: string, values: unknown[]): Promise<void> {
  await app.installation.db.query({ name: '', text: statement }, values);
}

describe('new key', () => {
  it('is shown once, works immediately and has its permissions', async () => {
    const tenant = await newTenant();
    const { body, status } = await make(tenant, { domain: 'Mail.Acme.Example', rate_per_second: 7 });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^pr_[A-Za-z0-9]{43}$/);
    expect(body).toMatchObject({
      name: 'Shop',
      prefix: body.key.slice(0, 7),
      last4: body.key.slice(-4),
      scopes: ['transactional:read'],
      domain: 'mail.acme.example',
      status: 'living',
      rate: { per_second: 7, per_minute: null, is_own: true, used_last_minute: null },
      expires_at: null,
      revoked_at: null,
      replaced_by: null,
    });
    expect(await statusOf(body.key)).toBe(200);
    const send = { from: 'a@mail.acme.example', to: ['b@x.example'], subject: 'x', text: 'x' };
    expect((await app.client(body.key).post('/transactional/emails', send)).status).toBe(403);
    const listed = await tenant.admin.call('GET', '/dashboard/keys');
    expect(JSON.stringify(listed.body)).not.toContain(body.key);
    expect(listed.body.data.map((key: { id: number }) => key.id)).toContain(body.id);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a name with NUL', { name: 'a\u0000b' }, 'name'],
    ['a lone surrogate', { name: 'a\ud800b' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope for people', { scopes: ['dashboard:admin'] }, 'scopes.0'],
    ["the operator's scope", { scopes: ['operator'] }, 'scopes.0'],
    ['an invalid domain', { domain: 'not a domain' }, 'domain'],
    ['a domain of one label', { domain: 'localhost' }, 'domain'],
    ['a rate of 0', { rate_per_second: 0 }, 'rate_per_second'],
    ['a rate over a million', { rate_per_minute: 1_000_001 }, 'rate_per_minute'],
    ['an unknown field', { account_id: 1 }, 'account_id'],
  ])('is refused with %s', async (_, more, field) => {
    const { body, status } = await make(await newTenant(), more);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it('accepts values at the limits', async () => {
    const tenant = await newTenant();
    expect((await make(tenant, { name: 'x'.repeat(100), rate_per_minute: 1_000_000 })).status).toBe(201);
  });

  it('is refused above a thousand, also for concurrent requests', async () => {
    const tenant = await newTenant();
    await setTime(
      `insert into api_key (account_id, kind, key_hash, prefix, last4, name, scopes)
       select $1::bigint, 'api_key', sha256(('k' || n || '-' || $1::bigint)::bytea), 'pr_xxxx', 'xxxx', 'filler', '{}'
       from generate_series(1, 998) n`,
      [tenant.account.id],
    );
    const [one, two] = await Promise.all([make(tenant), make(tenant)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([201, 409]);
    const listed = await tenant.admin.call('GET', '/dashboard/keys');
    expect(listed.body.data).toHaveLength(1_000);
    const oldest = listed.body.data.at(-1).id;
    expect((await tenant.admin.call('DELETE', `/dashboard/keys/${oldest}`)).status).toBe(200);
    expect((await make(tenant)).status).toBe(201);
  });
});

describe('list of keys', () => {
  it("has active keys first, then newest first, and only the account's own", async () => {
    const tenant = await newTenant();
    const [first, second] = [(await make(tenant)).body, (await make(tenant)).body];
    await make(await newTenant());
    await tenant.admin.call('DELETE', `/dashboard/keys/${second.id}`);
    const { data } = (await tenant.admin.call('GET', '/dashboard/keys')).body;
    expect(data.map((key: { id: number; status: string }) => [key.id, key.status]).slice(0, 1)).toEqual([
      [first.id, 'living'],
    ]);
    expect(data.at(-1)).toMatchObject({ id: second.id, status: 'revoked' });
    expect(data).toHaveLength(3);
  });

  it('shows who created each key', async () => {
    const tenant = await newTenant();
    const { account } = tenant;
    await createKey(app.installation.db, { accountId: account.id, name: 'Command line', scopes: [SCOPES.read] });
    const made = (await make(tenant, { name: 'Odd (name)' })).body;
    await tenant.admin.call('PATCH', `/dashboard/keys/${made.id}`, { name: 'Renamed' });
    const next = (await tenant.admin.call('POST', `/dashboard/keys/${made.id}/rotate`, { overlap_hours: 1 })).body;
    expect(made.made_by).toMatchObject({ name: expect.stringContaining('Person'), is_member: true });
    expect(next.made_by).toEqual(made.made_by);
    const { data } = (await tenant.admin.call('GET', '/dashboard/keys')).body;
    const makers = data.map((key: { name: string; made_by: unknown }) => [key.name, key.made_by]);
    expect(makers).toContainEqual(['Command line', null]);
    expect(makers.filter(([name]: [string]) => name === 'Renamed')).toEqual([
      ['Renamed', made.made_by],
      ['Renamed', made.made_by],
    ]);
  });

  it('omits tokens of people', async () => {
    const tenant = await newTenant();
    const { data } = (await tenant.admin.call('GET', '/dashboard/keys')).body;
    expect(data.map((key: { name: string }) => key.name)).toEqual(['test']);
  });

  it('shows the approximate number of requests in the last minute', async () => {
    const tenant = await newTenant({ plan: 'free' });
    const { body } = await make(tenant);
    for (let call = 0; call < 3; call += 1) await statusOf(body.key);
    const { data } = (await tenant.admin.call('GET', '/dashboard/keys')).body;
    const { rate } = data.find((key: { id: number }) => key.id === body.id);
    expect(rate).toMatchObject({ per_second: 5, per_minute: 300, is_own: false });
    expect(rate.used_last_minute).toBeGreaterThanOrEqual(1);
    expect(rate.used_last_minute).toBeLessThanOrEqual(3);
  });
});

describe('change of a key', () => {
  it('sets name and rate and keeps omitted fields', async () => {
    const tenant = await newTenant({ plan: 'free' });
    const { id } = (await make(tenant, { rate_per_second: 3 })).body;
    const renamed = await tenant.admin.call('PATCH', `/dashboard/keys/${id}`, { name: 'Till' });
    expect(renamed.body).toMatchObject({ name: 'Till', rate: { per_second: 3, per_minute: 300, is_own: true } });
    const plain = await tenant.admin.call('PATCH', `/dashboard/keys/${id}`, { rate_per_second: null });
    expect(plain.body).toMatchObject({ name: 'Till', rate: { per_second: 5, is_own: false } });
  });

  it('cannot add permissions', async () => {
    const tenant = await newTenant();
    const { id } = (await make(tenant)).body;
    const { status } = await tenant.admin.call('PATCH', `/dashboard/keys/${id}`, { scopes: ['transactional:send'] });
    expect(status).toBe(422);
  });

  it.each(['0', 'x', '99999999999999999999', '1e3', '-1', '%00'])('returns an error for key %s', async (id) => {
    const tenant = await newTenant();
    const { status } = await tenant.admin.call('PATCH', `/dashboard/keys/${id}`, { name: 'x' });
    expect([400, 404]).toContain(status);
  });

  it("cannot be made to another account's key or a person's token", async () => {
    const tenant = await newTenant();
    const other = await newTenant();
    const { id } = (await make(other)).body;
    const person = await newPerson(app, tenant.account.id);
    for (const wrong of [id, person.tokenId]) {
      expect((await tenant.admin.call('PATCH', `/dashboard/keys/${wrong}`, { name: 'x' })).status).toBe(404);
      expect((await tenant.admin.call('DELETE', `/dashboard/keys/${wrong}`)).status).toBe(404);
      expect((await tenant.admin.call('POST', `/dashboard/keys/${wrong}/rotate`, {})).status).toBe(404);
    }
  });
});

describe('revoking a key', () => {
  it('ends it within a second, permanently and once', async () => {
    const tenant = await newTenant();
    const { id, key } = (await make(tenant)).body;
    expect(await statusOf(key)).toBe(200);
    const first = await tenant.admin.call('DELETE', `/dashboard/keys/${id}`);
    expect(first.body).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    await untilRefused(key);
    const again = await tenant.admin.call('DELETE', `/dashboard/keys/${id}`);
    // The last use of the key is recorded with a delay, possibly between the two requests.
    expect({ ...again.body, last_used_at: null }).toEqual({ ...first.body, last_used_at: null });
    expect((await tenant.admin.call('PATCH', `/dashboard/keys/${id}`, { name: 'x' })).status).toBe(409);
    expect((await tenant.admin.call('POST', `/dashboard/keys/${id}/rotate`, {})).status).toBe(409);
  });
});

describe('rotating a key', () => {
  it('creates a key with the same permissions and keeps the old one until the overlap ends', async () => {
    const tenant = await newTenant();
    const old = (await make(tenant, { domain: 'acme.example', rate_per_minute: 90 })).body;
    const { body, status } = await tenant.admin.call('POST', `/dashboard/keys/${old.id}/rotate`, { overlap_hours: 2 });
    expect(status).toBe(201);
    const { domain, name, rate, scopes } = old;
    expect(body).toMatchObject({ domain, name, rate, scopes, status: 'living' });
    expect(body.key).not.toBe(old.key);
    expect([await statusOf(body.key), await statusOf(old.key)]).toEqual([200, 200]);
    const { data } = (await tenant.admin.call('GET', '/dashboard/keys')).body;
    const ending = data.find((key: { id: number }) => key.id === old.id);
    expect(ending).toMatchObject({ status: 'ending', replaced_by: body.id });
    const hours = (Date.parse(ending.expires_at) - Date.parse(body.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(2, 2);
    // End the overlap, during which both keys are valid.
    await setTime('update api_key set expires_at = now() where id = $1', [old.id]);
    await untilRefused(old.key);
    expect(await statusOf(body.key)).toBe(200);
    const after = (await tenant.admin.call('GET', '/dashboard/keys')).body.data;
    expect(after.find((key: { id: number }) => key.id === old.id).status).toBe('expired');
  });

  it('creates a new signing pair if the old key had one, and deletes the secret of a revoked key', async () => {
    const tenant = await newTenant();
    const plain = (await make(tenant)).body;
    expect(plain.signing).toBeNull();
    const old = (await make(tenant, { signing: true })).body;
    const { body } = await tenant.admin.call('POST', `/dashboard/keys/${old.id}/rotate`, {});
    for (const { signing } of [old, body]) {
      expect(signing.access_key_id).toMatch(/^PRAK[A-Z0-9]{16}$/);
      expect(signing.secret_access_key).toMatch(/^[A-Za-z0-9]{40}$/);
    }
    expect(body.signing.access_key_id).not.toBe(old.signing.access_key_id);
    const listed = JSON.stringify((await tenant.admin.call('GET', '/dashboard/keys')).body);
    expect(listed).not.toContain(old.signing.secret_access_key);
    await tenant.admin.call('DELETE', `/dashboard/keys/${old.id}`);
    const left = await app.installation.db.query<{ key_id: string; secret: Buffer }>(
      { name: '', text: 'select key_id::text, secret from signing_key where account_id = $1' },
      [tenant.account.id],
    );
    expect(left.map(({ key_id: id }) => Number(id))).toEqual([body.id]);
    expect(left[0]?.secret.includes(body.signing.secret_access_key)).toBe(false);
  });

  it('ends the old key within a second without an overlap', async () => {
    const tenant = await newTenant();
    const old = (await make(tenant)).body;
    expect(await statusOf(old.key)).toBe(200);
    expect((await tenant.admin.call('POST', `/dashboard/keys/${old.id}/rotate`, { overlap_hours: 0 })).status).toBe(
      201,
    );
    await untilRefused(old.key);
  });

  it('succeeds once for concurrent requests', async () => {
    const tenant = await newTenant();
    const { id } = (await make(tenant)).body;
    const rotate = () => tenant.admin.call('POST', `/dashboard/keys/${id}/rotate`, {});
    const statuses = (await Promise.all([rotate(), rotate()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it.each([
    [-1, 422],
    [0, 201],
    [168, 201],
    [169, 422],
    [1.5, 422],
  ])('with an overlap of %s hours returns %s', async (hours, expected) => {
    const tenant = await newTenant();
    const { id } = (await make(tenant)).body;
    const { status } = await tenant.admin.call('POST', `/dashboard/keys/${id}/rotate`, { overlap_hours: hours });
    expect(status).toBe(expected);
  });
});

describe('permissions', () => {
  it.each([
    ['owner', 200, 201],
    ['admin', 200, 201],
    ['member', 200, 403],
    ['read_only', 200, 403],
  ] as const)('as %s return %s for listing and %s for creating', async (role, list, create) => {
    const tenant = await newTenant();
    const { session } = await newPerson(app, tenant.account.id, role);
    expect((await session.call('GET', '/dashboard/keys')).status).toBe(list);
    const { id } = (await make(tenant)).body;
    expect((await make({ ...tenant, admin: session })).status).toBe(create);
    const statuses = await Promise.all([
      session.call('PATCH', `/dashboard/keys/${id}`, { name: 'x' }),
      session.call('POST', `/dashboard/keys/${id}/rotate`, {}),
      session.call('DELETE', `/dashboard/keys/${id}`),
    ]);
    const isAllowed = create === 201;
    expect(statuses.every(({ status }) => (status === 403) !== isAllowed)).toBe(true);
  });

  it('never allow a key to create keys', async () => {
    const tenant = await newTenant();
    const { id } = tenant.account;
    const { key } = await createKey(app.installation.db, {
      accountId: id,
      name: 'x',
      scopes: [SCOPES.send, SCOPES.read],
    });
    const caller = withToken(app, key);
    expect((await caller.call('GET', '/dashboard/keys')).status).toBe(403);
    expect((await caller.call('POST', '/dashboard/keys', { name: 'x', scopes: ['transactional:send'] })).status).toBe(
      403,
    );
  });
});

describe('audit log', () => {
  it('records who created, changed, rotated and revoked a key, but not the key', async () => {
    const tenant = await newTenant();
    const made = (await make(tenant)).body;
    await tenant.admin.call('PATCH', `/dashboard/keys/${made.id}`, { name: 'Till' });
    const rotated = (await tenant.admin.call('POST', `/dashboard/keys/${made.id}/rotate`, { overlap_hours: 1 })).body;
    await tenant.admin.call('DELETE', `/dashboard/keys/${made.id}`);
    const { body } = await tenant.admin.call('GET', '/dashboard/account/audit');
    expect(body.data.map((entry: { action: string }) => entry.action)).toEqual([
      'key.revoke',
      'key.rotate',
      'key.change',
      'key.create',
    ]);
    expect(body.data[2]).toMatchObject({
      via: 'session',
      by: { name: expect.stringContaining('Person') },
      is_operator: false,
      before: { name: 'Shop' },
      after: { name: 'Till' },
    });
    const text = JSON.stringify(body);
    for (const { key } of [made, rotated]) expect(text).not.toContain(key.slice(3, -4));
  });
});
