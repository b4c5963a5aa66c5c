import { describe, expect, it, vi } from 'vitest';
import { startApi } from '../../src/app/api.ts';
import { tokenCommand } from '../../src/app/commands/token.ts';
import { sha256 } from '../../src/base/crypto.ts';
import { silentLog } from '../../src/base/log.ts';
import { createKey, createLastUse, createToken, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, withToken } from '../support/callers.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);

async function newTeam() {
  const { account } = await app.newAccount();
  return { account, owner: await newPerson(app, account.id, 'owner') };
}

async function rowOf<Row>(text: string, values: readonly unknown[]): Promise<Row | undefined> {
  const [row] = await app.installation.db.query<Row>({ name: '', text }, values);
  return row;
}

describe('creating a token', () => {
  it('shows it once, makes it usable, and stores only its hash', async () => {
    const { owner } = await newTeam();
    const { body, status } = await owner.session.call('POST', '/dashboard/tokens', { name: '  Website ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Website', is_member: true, last_used_at: null, revoked_at: null });
    expect(body.token).toMatch(/^pt_[A-Za-z0-9]{43}$/);
    expect(body.person).toEqual({ id: owner.id, name: expect.any(String), email: owner.email });
    expect((await withToken(app, body.token).call('GET', '/me')).status).toBe(200);
    const row = await rowOf<{ row: string; key_hash: Buffer }>(
      'select k::text as row, key_hash from api_key k where id = $1',
      [body.id],
    );
    expect(row?.key_hash).toEqual(sha256(body.token));
    expect(row?.row).not.toContain(body.token.slice(7, -4));
    const listed = await owner.session.call('GET', '/dashboard/tokens');
    expect(JSON.stringify(listed.body)).not.toContain(body.token.slice(7, -4));
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '  ' }],
    ['a name of 192 characters', { name: 'x'.repeat(192) }],
    ['a number as the name', { name: 7 }],
    ['a name with NUL', { name: 'a\u0000b' }],
    ['a name with a lone surrogate', '{"name":"\\ud800"}'],
  ])('refuses %s', async (_name, given) => {
    const { owner } = await newTeam();
    const answer = await owner.session.call('POST', '/dashboard/tokens', given, { 'content-type': 'application/json' });
    expect([answer.status, answer.body.name]).toEqual([422, 'validation_error']);
  });

  it('accepts any name of 191 characters', async () => {
    const { owner } = await newTeam();
    const name = `😀${'x'.repeat(190)}`;
    expect((await owner.session.call('POST', '/dashboard/tokens', { name })).body.name).toBe(name);
  });

  it('is limited to a hundred per person and account, also for concurrent requests', async () => {
    const { account, owner } = await newTeam();
    const { db } = app.installation;
    const personId = owner.id;
    // One token was created together with the user.
    await Promise.all(
      Array.from({ length: 97 }, () =>
        db.transaction(async (tx) => createToken(tx, { accountId: account.id, personId, name: 'many' })),
      ),
    );
    const make = () => owner.session.call('POST', '/dashboard/tokens', { name: 'last' });
    const statuses = (await Promise.all([make(), make(), make(), make()])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    const [listed] = (await owner.session.call('GET', '/dashboard/tokens')).body.data;
    expect((await owner.session.call('DELETE', `/dashboard/tokens/${listed.id}`)).status).toBe(200);
    expect((await make()).status).toBe(201);
  });

  it('is recorded in the audit log, as is revoking, without the token', async () => {
    const { account, owner } = await newTeam();
    const { body } = await owner.session.call('POST', '/dashboard/tokens', { name: 'Audited' });
    await owner.session.call('DELETE', `/dashboard/tokens/${body.id}`);
    const rows = await app.installation.db.query<{ action: string; row: string }>(
      { name: '', text: 'select action, e::text as row from audit_entry e where account_id = $1 order by id' },
      [account.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['token.create', 'token.revoke']);
    expect(rows[0]?.row).toContain('Audited (pt_');
    expect(rows[0]?.row).not.toContain(body.token.slice(7, -4));
  });
});

describe('listing and revoking', () => {
  it('shows people their own tokens', async () => {
    const { account, owner } = await newTeam();
    const member = await newPerson(app, account.id, 'member');
    const { data } = (await member.session.call('GET', '/dashboard/tokens')).body;
    expect(data.map(({ id }: { id: number }) => id)).toEqual([member.tokenId]);
    expect((await owner.session.call('GET', '/dashboard/tokens')).body.data).toHaveLength(1);
  });

  it.each([
    ['owner', 200],
    ['admin', 200],
    ['member', 403],
  ] as const)('with people=all is available to owners and admins only: as %s %i', async (role, status) => {
    const { account, owner } = await newTeam();
    const person = await newPerson(app, account.id, role);
    const answer = await person.session.call('GET', '/dashboard/tokens?people=all');
    expect(answer.status).toBe(status);
    if (status !== 200) return;
    const ids = answer.body.data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(expect.arrayContaining([owner.tokenId, person.tokenId]));
  });

  it('accepts only the value all', async () => {
    const { owner } = await newTeam();
    expect((await owner.session.call('GET', '/dashboard/tokens?people=some')).status).toBe(422);
  });

  it('is refused to read-only people', async () => {
    const { account } = await newTeam();
    const reader = await newPerson(app, account.id, 'read_only');
    for (const [method, path] of [
      ['GET', '/dashboard/tokens'],
      ['POST', '/dashboard/tokens'],
      ['DELETE', '/dashboard/tokens/1'],
    ] as const) {
      expect([
        method,
        (await reader.session.call(method, path, method === 'POST' ? { name: 'x' } : undefined)).status,
      ]).toEqual([method, 403]);
    }
  });

  it('makes every process refuse a revoked token within a second and keeps it listed', async () => {
    const { owner } = await newTeam();
    const second = await startApi(app.installation);
    const meThere = () => fetch(`${second.baseUrl}/me`, { headers: { authorization: `Bearer ${owner.token}` } });
    expect((await meThere()).status).toBe(200);
    const { body, status } = await owner.session.call('DELETE', `/dashboard/tokens/${owner.tokenId}`);
    expect([status, body]).toEqual([200, { message: 'The access token was revoked.' }]);
    await eventually('the token is rejected', async () => ((await meThere()).status === 401 ? true : undefined), 1_500);
    const { data } = (await owner.session.call('GET', '/dashboard/tokens')).body;
    expect(data).toMatchObject([{ id: owner.tokenId, revoked_at: expect.any(String) }]);
    expect((await owner.session.call('DELETE', `/dashboard/tokens/${owner.tokenId}`)).status).toBe(200);
    await second.close();
  });

  it("lets an admin revoke another person's token, but not a member", async () => {
    const { account, owner } = await newTeam();
    const member = await newPerson(app, account.id, 'member');
    const admin = await newPerson(app, account.id, 'admin');
    expect((await member.session.call('DELETE', `/dashboard/tokens/${owner.tokenId}`)).status).toBe(404);
    expect((await admin.session.call('DELETE', `/dashboard/tokens/${owner.tokenId}`)).status).toBe(200);
  });

  it('affects no other account and no API keys', async () => {
    const { account, owner } = await newTeam();
    const other = await newTeam();
    const { id } = await createKey(app.installation.db, { accountId: account.id, name: 'key', scopes: [SCOPES.send] });
    for (const path of [other.owner.tokenId, id, 0, 'x', '99999999999999999999']) {
      expect([path, (await owner.session.call('DELETE', `/dashboard/tokens/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await other.owner.call('GET', '/me')).status).toBe(200);
  });
});

describe('token and its person', () => {
  it('is refused within a second after the person leaves the account, and accepted again when they return', async () => {
    const { account, owner } = await newTeam();
    expect((await owner.call('GET', '/me')).status).toBe(200);
    await rowOf('delete from membership where account_id = $1 and person_id = $2', [account.id, owner.id]);
    await eventually(
      'the token is rejected',
      async () => ((await owner.call('GET', '/me')).status === 401 ? true : undefined),
      1_500,
    );
    await rowOf(`insert into membership (account_id, person_id, role) values ($1, $2, 'read_only')`, [
      account.id,
      owner.id,
    ]);
    await eventually('the token is accepted', async () =>
      (await owner.call('GET', '/me')).status === 200 ? true : undefined,
    );
    expect((await owner.call('POST', '/domains', { domain: 'back.example' })).status).toBe(403);
  });

  it('has the permissions of the role within a second of its change', async () => {
    const { account, owner } = await newTeam();
    expect((await owner.call('POST', '/domains', { domain: 'before.example' })).status).toBe(201);
    await rowOf(`update membership set role = 'read_only' where account_id = $1 and person_id = $2`, [
      account.id,
      owner.id,
    ]);
    const add = () => owner.call('POST', '/domains', { domain: 'before.example' });
    await eventually('writes are rejected', async () => ((await add()).status === 403 ? true : undefined), 1_500);
    expect((await owner.call('GET', '/domains')).status).toBe(200);
  });
});

describe('last use of a key', () => {
  it('is shown for tokens and stored for API keys', async () => {
    const tenant = await app.newAccount();
    const owner = await newPerson(app, tenant.account.id);
    await owner.call('GET', '/me');
    await tenant.get('/transactional/usage');
    await eventually('the last use of the token is recorded', async () => {
      const { data } = (await owner.session.call('GET', '/dashboard/tokens')).body;
      return data[0].last_used_at ?? undefined;
    });
    await eventually('the last use of the key is recorded', async () => {
      const row = await rowOf<{ used: Date | null }>(
        `select last_used_at as used from api_key where account_id = $1 and kind = 'api_key'`,
        [tenant.account.id],
      );
      return row?.used ?? undefined;
    });
  });

  it('is stored at most once a minute, and a failed write is retried at the next use', async () => {
    const { account } = await newTeam();
    const { id } = await createKey(app.installation.db, { accountId: account.id, name: 'k', scopes: [] });
    let nowMs = 1_000_000;
    let failures = 1;
    let written = 0;
    const db = {
      query: async <Row>(statement: { name: string; text: string }, values: readonly unknown[]): Promise<Row[]> => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        written += 1;
        return app.installation.db.query<Row>(statement, values);
      },
    };
    const lastUse = createLastUse({ db, clock: { now: () => nowMs }, log: silentLog });
    const note = async () => {
      lastUse.note([id, id]);
      await lastUse.idle();
    };
    await note();
    expect(written).toBe(0);
    await note();
    await note();
    nowMs += 59_999;
    await note();
    expect(written).toBe(1);
    nowMs += 1;
    await note();
    expect(written).toBe(2);
    nowMs -= 500_000;
    await note();
    expect(written).toBe(3);
  });
});

describe('postrider token', () => {
  async function run(...args: string[]): Promise<string> {
    const said: string[] = [];
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    try {
      await tokenCommand(app.installation, args);
    } finally {
      out.mockRestore();
    }
    return said.join('');
  }

  it('creates a token for a person, lists it and revokes it', async () => {
    const { account, owner } = await newTeam();
    const made = await run(
      'create',
      '--account',
      account.email,
      '--person',
      owner.email.toUpperCase(),
      '--name',
      'cli',
    );
    const token = /pt_\w{43}/.exec(made)?.[0] ?? '';
    expect(made).toContain(`with the rights of ${owner.email.toUpperCase()}`);
    expect((await withToken(app, token).call('GET', '/me')).body.email).toBe(owner.email);
    const id = /^Token (\d+)/.exec(made)?.[1] ?? '';
    expect(await run('list', '--account', account.email)).toMatch(
      new RegExp(`${id} +pt_\\w{4}\\.\\.\\.\\w{4} +cli +${owner.email}`),
    );
    expect(await run('revoke', id, '--account', account.email)).toContain('was revoked');
    await eventually('the token is rejected', async () =>
      (await withToken(app, token).call('GET', '/me')).status === 401 ? true : undefined,
    );
  });

  it('creates a token for the account itself', async () => {
    const { account } = await newTeam();
    const made = await run('create', '--account', account.email);
    const token = /pt_\w{43}/.exec(made)?.[0] ?? '';
    expect((await withToken(app, token).call('GET', '/me')).body.email).toBe(account.email);
    expect((await withToken(app, token).call('POST', '/domains', { domain: 'cli.example' })).status).toBe(201);
  });

  it('reports errors', async () => {
    const { account } = await newTeam();
    const at = ['--account', account.email];
    await expect(run('create', ...at, '--person', 'nobody@x.example')).rejects.toThrow('does not belong to');
    await expect(run('revoke', '999999', ...at)).rejects.toThrow('no token with this ID');
    await expect(run('revoke', 'x', ...at)).rejects.toThrow('no token with this ID');
    await expect(run('other', ...at)).rejects.toThrow('expected list');
  });
});
