// Place in a run: slow.
import { beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/features/tenants/access/index.ts';
import { createPerson, readMember } from '../../src/features/tenants/people/index.ts';
import { sha256 } from '../../src/base/crypto.ts';
import { eventually, startApp } from '../support/app.ts';
import {
  becomeOwner,
  createBrowser,
  join,
  mailsTo,
  mailTo,
  memberId,
  PASSWORD,
  signIn,
  tokenIn,
  type Browser,
} from '../support/people.ts';
import { shared } from '../support/shared.ts';

const app = shared(startApp);
const owner = shared(async () => becomeOwner(app));

beforeEach(async () => {
  await app.installation.db.script('delete from person_attempt');
});

/** Waits until a changed permission takes effect, because lookups are cached. */
async function untilStatus(browser: Browser, path: string, status: number): Promise<void> {
  await eventually(`${path} returns ${status}`, async () =>
    (await browser.get(path)).status === status ? true : undefined,
  );
}

describe('role', () => {
  const roles = ['owner', 'admin', 'member', 'read_only'] as const;
  const read = [SCOPES.dashboardRead, SCOPES.read, SCOPES.accountRead];
  const write = [...read, SCOPES.dashboardWrite, SCOPES.send, SCOPES.manage, SCOPES.account];
  const admin = [...write, SCOPES.dashboardAdmin, SCOPES.operator];
  const expected = { read_only: read, member: write, admin, owner: [...admin, SCOPES.dashboardOwner] };

  it.each(roles)(
    'of %s has the scopes of the table, with the installation scope for admins and owners of its account',
    async (role) => {
      const browser = await join(app, owner, `matrix-${role.replace('_', '-')}@acme.example`, role);
      const { body } = await browser.get('/dashboard/session');
      expect(new Set(body.scopes)).toEqual(new Set(expected[role]));
    },
  );

  it.each(roles)('of %s has no operator scope in another account', async (role) => {
    const { account } = await app.newAccount();
    const email = `tenant-${role.replace('_', '-')}@tenant.example`;
    const { id } = await createPerson(app.installation.db, {
      name: 'T',
      email,
      membership: { accountId: account.id, role },
    });
    const member = await readMember(app.installation.db, id, account.id);
    expect(member?.person).toEqual({ id, name: 'T', email, role });
    expect(member?.account.isOperator).toBe(false);
  });

  it.each([
    ['read_only', 403, 403],
    ['member', 403, 403],
    ['admin', 201, 403],
    ['owner', 201, 201],
  ])('of %s returns %d for inviting a member and %d for inviting an owner', async (role, member, ownerStatus) => {
    const name = role.replace('_', '-');
    const browser = await join(app, owner, `inviter-${name}@acme.example`, role);
    const invite = async (email: string, as: string): Promise<number> =>
      (await browser.post('/dashboard/team/invitations', { email, role: as })).status;
    expect(await invite(`by-${name}@acme.example`, 'member')).toBe(member);
    expect(await invite(`owner-by-${name}@acme.example`, 'owner')).toBe(ownerStatus);
  });

  it('that is unknown is refused', async () => {
    const answer = await owner.post('/dashboard/team/invitations', { email: 'x@acme.example', role: 'god' });
    expect(answer.status).toBe(422);
  });

  it('is changed by admins, except from and to owner', async () => {
    const admin = await join(app, owner, 'boss@acme.example', 'admin');
    await join(app, owner, 'worker@acme.example', 'member');
    const worker = await memberId(owner, 'worker@acme.example');
    const ada = await memberId(owner, 'ada@acme.example');
    expect((await admin.patch(`/dashboard/team/members/${worker}`, { role: 'read_only' })).status).toBe(200);
    expect((await admin.patch(`/dashboard/team/members/${worker}`, { role: 'owner' })).body.name).toBe('forbidden');
    expect((await admin.patch(`/dashboard/team/members/${ada}`, { role: 'member' })).body.name).toBe('forbidden');
    expect((await admin.delete(`/dashboard/team/members/${ada}`)).body.name).toBe('forbidden');
    expect((await owner.patch(`/dashboard/team/members/${worker}`, { role: 'admin' })).status).toBe(200);
    expect((await owner.patch('/dashboard/team/members/999999', { role: 'admin' })).status).toBe(404);
  });

  it('that is removed ends in active sessions within a second', async () => {
    const admin = await join(app, owner, 'former@acme.example', 'admin');
    await untilStatus(admin, '/dashboard/operator/plans', 200);
    const id = await memberId(owner, 'former@acme.example');
    await owner.patch(`/dashboard/team/members/${id}`, { role: 'read_only' });
    await eventually('the new role takes effect', async () =>
      (await admin.get('/dashboard/session')).body.person.role === 'read_only' ? true : undefined,
    );
    expect((await admin.post('/dashboard/team/invitations', { email: 'y@acme.example', role: 'member' })).status).toBe(
      403,
    );
  });
});

describe('account', () => {
  it('keeps its last owner', async () => {
    const ada = await memberId(owner, 'ada@acme.example');
    const others = (await owner.get('/dashboard/team')).body.members as { id: number; role: string }[];
    for (const { id, role } of others) {
      if (role === 'owner' && id !== ada) await owner.delete(`/dashboard/team/members/${id}`);
    }
    expect((await owner.patch(`/dashboard/team/members/${ada}`, { role: 'admin' })).body.name).toBe('conflict');
    expect((await owner.delete(`/dashboard/team/members/${ada}`)).body.name).toBe('conflict');
  });

  it('keeps an owner if two leave concurrently', async () => {
    const fresh = await startApp();
    try {
      const first = await becomeOwner(fresh);
      const browsers = [first, await join(fresh, first, 'second@acme.example', 'owner')];
      const ids = [await memberId(first, 'ada@acme.example'), await memberId(first, 'second@acme.example')];
      const answers = await Promise.all(
        browsers.map(async (browser, index) => browser.delete(`/dashboard/team/members/${ids[index]}`)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    } finally {
      await fresh.close();
    }
  });

  it('can be left by any member, whose access ends within a second', async () => {
    const browser = await join(app, owner, 'leaver@acme.example', 'read_only');
    const other = await memberId(owner, 'ada@acme.example');
    expect((await browser.delete(`/dashboard/team/members/${other}`)).body.name).toBe('forbidden');
    const id = await memberId(browser, 'leaver@acme.example');
    expect((await browser.delete(`/dashboard/team/members/${id}`)).status).toBe(200);
    await untilStatus(browser, '/dashboard/session', 401);
  });

  it('notifies its owners of active keys created by a leaving or removed member', async () => {
    const ben = await join(app, owner, 'ben@acme.example', 'admin');
    const make = async (name: string) =>
      (await ben.post('/dashboard/keys', { name, scopes: ['transactional:send'] })).body as {
        id: number;
        key: string;
        last4: string;
      };
    const [kept, ended] = [await make('Shop'), await make('Till')];
    await ben.delete(`/dashboard/keys/${ended.id}`);
    const followed = (await ben.post(`/dashboard/keys/${kept.id}/rotate`, { overlap_hours: 1 })).body;
    const mine = (await owner.post('/dashboard/keys', { name: 'Mine', scopes: ['transactional:send'] })).body;
    expect(mine.made_by).toMatchObject({ name: 'Ada', is_member: true });

    const removed = await owner.delete(`/dashboard/team/members/${await memberId(owner, 'ben@acme.example')}`);
    expect(removed.status).toBe(200);
    const named = (removed.body.keys as { id: number; status: string }[]).map(({ id, status }) => [id, status]);
    expect(named).toEqual([
      [followed.id, 'living'],
      [kept.id, 'ending'],
    ]);
    expect(JSON.stringify(removed.body)).not.toContain(kept.key);
    const { subject, text } = await mailTo(app, 'ada@acme.example', (mail) => mail.includes(kept.last4));
    expect(subject).toContain('API keys of a member who left');
    expect(text).toContain('ben is no longer a member of the account');
    expect(text).toContain(followed.last4);
    expect(text).not.toContain(ended.last4);
    expect(text).not.toContain(kept.key);
    const { body } = await owner.get('/dashboard/keys');
    const makerOf = (id: number) => (body.data as { id: number; made_by: unknown }[]).find((key) => key.id === id);
    expect(makerOf(followed.id)?.made_by).toMatchObject({ name: 'ben', is_member: false });
    expect((await app.client(followed.key).get('/transactional/emails')).status).toBe(403);
  });

  it('sends no email when a member without active keys leaves', async () => {
    const browser = await join(app, owner, 'keyless@acme.example', 'admin');
    const before = (await mailsTo(app, 'ada@acme.example')).length;
    const left = await browser.delete(`/dashboard/team/members/${await memberId(browser, 'keyless@acme.example')}`);
    expect(left.body.keys).toEqual([]);
    expect((await mailsTo(app, 'ada@acme.example')).length).toBe(before);
  });

  it('shows its members only to members', async () => {
    const browser = await join(app, owner, 'seen@acme.example', 'read_only');
    const { body } = await browser.get('/dashboard/team');
    const me = (body.members as { email: string }[]).find((one) => one.email === 'seen@acme.example');
    expect(me).toMatchObject({ name: 'seen', role: 'read_only' });
    expect(me).toHaveProperty('last_seen_at', expect.any(String));
    const { account } = await app.newAccount();
    const { id } = await createPerson(app.installation.db, {
      name: 'Outsider',
      email: 'outsider@tenant.example',
      membership: { accountId: account.id, role: 'owner' },
    });
    const outsider = await passwordFor(id, 'outsider@tenant.example');
    expect((await outsider.get('/dashboard/team')).body.members).toHaveLength(1);
    expect(
      (await outsider.patch(`/dashboard/team/members/${await memberId(owner, 'seen@acme.example')}`, { role: 'admin' }))
        .status,
    ).toBe(404);
  });
});

/** Sets a password for a user who has none, through the link in the user's email. */
async function passwordFor(_id: number, email: string): Promise<Browser> {
  const browser = createBrowser(app.api.baseUrl);
  await browser.post('/dashboard/password-reset', { email });
  const { text } = await mailTo(app, email, (mail) => mail.includes('/app/reset#'));
  await browser.post('/dashboard/password-reset/finish', { token: tokenIn(text), password: PASSWORD });
  return signIn(app, email);
}

describe('invitation', () => {
  it('shows the recipient and can be accepted once', async () => {
    const answer = await owner.post('/dashboard/team/invitations', { email: 'New@acme.example', role: 'member' });
    expect(answer.body).toMatchObject({ email: 'new@acme.example', role: 'member', invited_by: 'Ada' });
    const { text } = await mailTo(app, 'new@acme.example');
    expect(text).toContain('Ada invited you');
    const path = `/dashboard/invitations/${tokenIn(text)}`;
    const browser = createBrowser(app.api.baseUrl);
    expect((await browser.get(path)).body).toEqual({
      account_name: 'owner@postrider.localhost',
      email: 'new@acme.example',
      role: 'member',
      has_account: false,
    });
    expect((await browser.post(`${path}/accept`, {})).body.errors).toEqual({
      name: ['is required.'],
      password: ['is required.'],
    });
    const given = { name: 'New', password: PASSWORD };
    const uses = await Promise.all(
      [1, 2, 3].map(async () => createBrowser(app.api.baseUrl).post(`${path}/accept`, given)),
    );
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    expect((await browser.get(path)).status).toBe(404);
    expect((await signIn(app, 'new@acme.example')).cookies.has('postrider_session')).toBe(true);
  });

  it('is invalid after seven days, when withdrawn, or when replaced', async () => {
    const invite = async (email: string): Promise<{ id: number; path: string }> => {
      const before = (await mailsTo(app, email)).length;
      const { body } = await owner.post('/dashboard/team/invitations', { email, role: 'member' });
      const mails = await mailsTo(app, email);
      expect(mails.length).toBe(before + 1);
      return { id: body.id, path: `/dashboard/invitations/${tokenIn(mails.at(-1)?.text ?? '')}` };
    };
    const browser = createBrowser(app.api.baseUrl);
    const late = await invite('late@acme.example');
    await app.installation.db.script(`update invitation set expires_at = expires_at - interval '7 days'`);
    expect((await browser.get(late.path)).status).toBe(404);
    const withdrawn = await invite('withdrawn@acme.example');
    expect((await owner.delete(`/dashboard/team/invitations/${withdrawn.id}`)).status).toBe(200);
    expect((await owner.delete(`/dashboard/team/invitations/${withdrawn.id}`)).status).toBe(404);
    expect((await browser.post(`${withdrawn.path}/accept`, { name: 'W', password: PASSWORD })).status).toBe(404);
    const first = await invite('twice@acme.example');
    const again = await owner.post(`/dashboard/team/invitations/${first.id}/resend`);
    expect(again.body.id).toBe(first.id);
    expect((await browser.get(first.path)).status).toBe(404);
    const newest = tokenIn((await mailsTo(app, 'twice@acme.example')).at(-1)?.text ?? '');
    expect((await browser.get(`/dashboard/invitations/${newest}`)).status).toBe(200);
  });

  it('cannot be guessed and does not open another account', async () => {
    await owner.post('/dashboard/team/invitations', { email: 'target@acme.example', role: 'member' });
    const token = tokenIn((await mailTo(app, 'target@acme.example')).text);
    const browser = createBrowser(app.api.baseUrl);
    const [, secret] = token.split('.');
    for (const other of [
      `2.${secret}`,
      `999999999999999.${secret}`,
      `9999999999999999.${secret}`,
      `${token}x`,
      'x',
      '1.',
    ]) {
      expect((await browser.get(`/dashboard/invitations/${other}`)).status).toBe(404);
    }
  });

  it('of an existing person requires and keeps their own session', async () => {
    const { account } = await app.newAccount();
    const { id } = await createPerson(app.installation.db, {
      name: 'Both',
      email: 'both@tenant.example',
      membership: { accountId: account.id, role: 'owner' },
    });
    const browser = await passwordFor(id, 'both@tenant.example');
    await owner.post('/dashboard/team/invitations', { email: 'both@tenant.example', role: 'admin' });
    const { text } = await mailTo(app, 'both@tenant.example', (mail) => mail.includes('/app/invitation#'));
    const path = `/dashboard/invitations/${tokenIn(text)}`;
    expect((await createBrowser(app.api.baseUrl).get(path)).body.has_account).toBe(true);
    expect((await browser.post(`${path}/accept`, {})).body).toEqual({ status: 'signed_in' });
    const { body } = await browser.get('/dashboard/session');
    expect(body.account.is_operator).toBe(true);
    expect(body.accounts.map((one: { role: string }) => one.role)).toEqual(['owner', 'admin']);
    expect((await browser.post('/dashboard/session/account', { account_id: account.id })).status).toBe(200);
    expect((await browser.get('/dashboard/session')).body.account.id).toBe(account.id);
    expect((await browser.post('/dashboard/session/account', { account_id: 999_999 })).status).toBe(404);
    expect((await signIn(app, 'both@tenant.example')).cookies.has('postrider_session')).toBe(true);
    const stranger = createBrowser(app.api.baseUrl);
    await owner.delete(`/dashboard/team/members/${id}`);
    await owner.post('/dashboard/team/invitations', { email: 'both@tenant.example', role: 'member' });
    const second = tokenIn((await mailsTo(app, 'both@tenant.example')).at(-1)?.text ?? '');
    const answer = await stranger.post(`/dashboard/invitations/${second}/accept`, {
      name: 'Evil',
      password: 'evil password',
    });
    expect(answer.body).toEqual({ status: 'sign_in' });
    expect(stranger.cookies.size).toBe(0);
    expect(
      (await stranger.post('/dashboard/sign-in', { email: 'both@tenant.example', password: 'evil password' })).status,
    ).toBe(401);
  });

  it('is refused for members, for invalid addresses, and above a hundred', async () => {
    const invite = async (email: string): Promise<{ status: number; body: { name: string } }> =>
      owner.post('/dashboard/team/invitations', { email, role: 'member' });
    expect((await invite('ada@acme.example')).body.name).toBe('conflict');
    for (const email of ['', 'x', 'a b@acme.example', 'jürgen@acme.example', `${'x'.repeat(70)}@acme.example`]) {
      expect((await invite(email)).status).toBe(422);
    }
    const { body } = await owner.get('/dashboard/session');
    await app.installation.db.script(`delete from invitation;
      insert into invitation (account_id, email, role, token_hash, expires_at)
      select ${body.account.id}, 'n' || n || '@acme.example', 'member', sha256(n::text::bytea), now() + interval '1 day'
      from generate_series(1, 100) n`);
    expect((await invite('one-more@acme.example')).body.name).toBe('conflict');
    expect((await invite('n7@acme.example')).status).toBe(201);
    await app.installation.db.script('delete from invitation');
  });

  it('is limited to fifty emails per day', async () => {
    const { body } = await owner.get('/dashboard/session');
    await app.installation.db.query(
      { name: '', text: 'insert into person_attempt (subject, attempts, began_at) values ($1, 49, now())' },
      [sha256(`invitations of ${body.account.id}`)],
    );
    const invite = async (email: string): Promise<number> =>
      (await owner.post('/dashboard/team/invitations', { email, role: 'member' })).status;
    expect([await invite('fifty@acme.example'), await invite('one-more@acme.example')]).toEqual([201, 429]);
  });
});

describe('person', () => {
  it('changes their name', async () => {
    const browser = await join(app, owner, 'named@acme.example', 'read_only');
    expect((await browser.patch('/dashboard/me', { name: ' Grace ' })).status).toBe(200);
    expect((await browser.get('/dashboard/session')).body.person.name).toBe('Grace');
    for (const name of ['', '   ', 'x'.repeat(101), 'a\nb']) {
      expect((await browser.patch('/dashboard/me', { name })).status).toBe(422);
    }
  });

  it('changes their password with the current one and is signed out everywhere else', async () => {
    const browser = await join(app, owner, 'changer@acme.example', 'member');
    const other = await signIn(app, 'changer@acme.example');
    const change = async (current: string, next: string) =>
      browser.post('/dashboard/me/password', { current_password: current, new_password: next });
    expect((await change('wrong password', 'another good password')).body.name).toBe('sign_in_failed');
    for (const weak of ['short', 'x'.repeat(129), 'changer@acme.example', 'aaaaaaaaaaaa']) {
      expect((await change(PASSWORD, weak)).body.errors).toHaveProperty('new_password');
    }
    expect((await change(PASSWORD, 'x9X!'.repeat(32))).status).toBe(200);
    await untilStatus(other, '/dashboard/session', 401);
    expect((await browser.get('/dashboard/session')).status).toBe(200);
    expect((await mailTo(app, 'changer@acme.example')).subject).toBe('Your password was changed');
    expect((await change('x9X!'.repeat(32), '1234567890')).status).toBe(200);
    expect((await signIn(app, 'changer@acme.example', '1234567890')).cookies.has('postrider_session')).toBe(true);
  });

  it('changes their address once with a link to the new one, and the old one is notified', async () => {
    const browser = await join(app, owner, 'old@acme.example', 'member');
    const ask = async (email: string, password = PASSWORD) => browser.post('/dashboard/me/email', { email, password });
    expect((await ask('moved@acme.example', 'wrong password')).status).toBe(401);
    expect((await ask('moved@acme.example')).status).toBe(202);
    const { text } = await mailTo(app, 'moved@acme.example');
    expect((await browser.get('/dashboard/session')).body.person.email).toBe('old@acme.example');
    const stranger = createBrowser(app.api.baseUrl);
    const confirm = async () => stranger.post('/dashboard/me/email/confirm', { token: tokenIn(text) });
    const uses = await Promise.all([confirm(), confirm()]);
    expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(stranger.cookies.size).toBe(0);
    expect((await browser.get('/dashboard/session')).body.person.email).toBe('moved@acme.example');
    expect((await mailTo(app, 'old@acme.example')).text).toContain('moved@acme.example');
    expect((await signIn(app, 'moved@acme.example')).cookies.has('postrider_session')).toBe(true);
    const before = await createBrowser(app.api.baseUrl).post('/dashboard/sign-in', {
      email: 'old@acme.example',
      password: PASSWORD,
    });
    expect(before.status).toBe(401);
  });

  it('does not learn whether another person has the requested address', async () => {
    const browser = await join(app, owner, 'nosy@acme.example', 'member');
    const mails = (await mailsTo(app, 'ada@acme.example')).length;
    const taken = await browser.post('/dashboard/me/email', { email: 'ada@acme.example', password: PASSWORD });
    const free = await browser.post('/dashboard/me/email', { email: 'free@acme.example', password: PASSWORD });
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect((await mailsTo(app, 'ada@acme.example')).length).toBe(mails);
  });

  it('cannot change to an address that another person took in the meantime', async () => {
    const browser = await join(app, owner, 'slowly@acme.example', 'member');
    await browser.post('/dashboard/me/email', { email: 'wanted@acme.example', password: PASSWORD });
    const token = tokenIn((await mailTo(app, 'wanted@acme.example')).text);
    await createPerson(app.installation.db, { name: 'Quick', email: 'wanted@acme.example' });
    const answer = await browser.post('/dashboard/me/email/confirm', { token });
    expect(answer.body.name).toBe('conflict');
  });

  it('has no access with a key, because a key has no person', async () => {
    const client = await app.newAccount();
    expect((await client.get('/dashboard/session')).body.name).toBe('insufficient_scope');
    expect((await client.get('/dashboard/me/sessions')).body.name).toBe('insufficient_scope');
  });
});
