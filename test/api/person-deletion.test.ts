import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletionOf } from '../../src/app/deletion.ts';
import { lockAccount } from '../../src/features/tenants/accounts/index.ts';
import { closeAccount } from '../../src/features/tenants/deletion/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { mailsTo, mailTo } from '../support/people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

/** Returns all tables that have a column for users. */
async function tablesOfPeople(): Promise<{ table: string; column: string }[]> {
  return rows(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname in ('person_id', 'invited_by') and not a.attisdropped`,
  );
}

describe('person who deletes their user account', () => {
  it('gets the accounts without another owner, and is deleted once each has one or is deleted', async () => {
    const [shop, blog] = [(await app.newAccount()).account, (await app.newAccount()).account];
    const ada = await newPerson(app, shop.id);
    await rows(`insert into membership (account_id, person_id, role) values ($1, $2, 'owner')`, [blog.id, ada.id]);
    const heir = await newPerson(app, shop.id, 'member');
    const first = await ada.session.call('GET', '/dashboard/me/deletion');
    expect(first.body.accounts).toEqual([
      { id: shop.id, name: shop.name, role: 'owner', others: 1, hinders: true, may_be_deleted: true },
      { id: blog.id, name: blog.name, role: 'owner', others: 0, hinders: true, may_be_deleted: true },
    ]);
    const refused = await ada.session.call('DELETE', '/dashboard/me', { email: ada.email });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(`${shop.name}, ${blog.name}`);

    await ada.session.call('PATCH', `/dashboard/team/members/${heir.id}`, { role: 'owner' });
    await closeAccount(deletionOf(app.installation), undefined, blog.id);
    expect((await ada.session.call('DELETE', '/dashboard/me', { email: 'else@x.example' })).status).toBe(422);
    const done = await ada.session.call('DELETE', '/dashboard/me', { email: ada.email });
    expect(done.status).toBe(200);
    expect(done.headers.getSetCookie().join()).toMatch(/max-age=0/i);
    for (const tried of [() => ada.session.call('GET', '/dashboard/session'), () => ada.call('GET', '/me')]) {
      await eventually(
        'the user’s credentials are rejected',
        async () => ((await tried()).status === 401 ? true : undefined),
        2_000,
      );
    }
  });

  it('leaves no rows of their own, and no name in audit logs and reviews', async () => {
    const { account } = await app.newAccount();
    const heir = await newPerson(app, account.id);
    const ben = await newPerson(app, account.id);
    await ben.session.call('POST', '/dashboard/keys', { name: 'Shop', scopes: ['transactional:send'] });
    await ben.session.call('PATCH', '/dashboard/account', { name: 'Northwind' });
    await heir.session.call('PATCH', `/dashboard/team/members/${ben.id}`, { role: 'admin' });
    await app.installation.db.script(
      `insert into account_review (account_id, asks_for, message, asked_by_name, asked_by_email)
       values (${account.id}, '{}', 'x', 'Ben', '${ben.email}');
       insert into person_password (person_id, provider_account_id, password) values (${ben.id}, '${ben.id}', 'x');
       insert into invitation (account_id, email, role, token_hash, invited_by, expires_at)
       values (${account.id}, 'new@x.example', 'member', '\\x01', ${ben.id}, now()),
         (${account.id}, '${ben.email}', 'member', '\\x02', null, now())`,
    );
    expect((await ben.session.call('DELETE', '/dashboard/me', { email: ben.email.toUpperCase() })).status).toBe(200);

    for (const { column, table } of await tablesOfPeople()) {
      const left = await rows(`select 1 from ${table} where ${column} = $1`, [ben.id]);
      expect([table, left.length]).toEqual([table, 0]);
    }
    const kept = await rows<object>('select to_jsonb(e) as entry from audit_entry e where account_id = $1', [
      account.id,
    ]);
    expect(kept.length).toBeGreaterThan(2);
    expect(JSON.stringify(kept)).not.toContain(ben.email);
    expect(JSON.stringify(kept)).toContain('"person_name":"a deleted user"');
    const review = await rows('select asked_by_name, asked_by_email from account_review where account_id = $1', [
      account.id,
    ]);
    expect(review).toEqual([{ asked_by_name: 'a deleted user', asked_by_email: account.email }]);
    expect(await rows('select 1 from invitation where email = $1', [ben.email])).toEqual([]);
  });

  it('leaves their keys to the account, and the other owners are notified', async () => {
    const { account } = await app.newAccount();
    const heir = await newPerson(app, account.id);
    const cleo = await newPerson(app, account.id);
    const make = async (name: string) =>
      (await cleo.session.call('POST', '/dashboard/keys', { name, scopes: ['transactional:read'] })).body;
    const [kept, ended] = [await make('Kept'), await make('Ended')];
    await cleo.session.call('DELETE', `/dashboard/keys/${ended.id}`);
    await cleo.session.call('DELETE', '/dashboard/me', { email: cleo.email });
    const { text } = await mailTo(app, heir.email, (mail) => mail.includes('user account was deleted'));
    expect(text).toContain('Kept');
    expect(text).not.toContain('Ended');
    expect((await app.client(String(kept.key)).get('/transactional/emails')).status).toBe(200);
    expect((await mailsTo(app, cleo.email)).at(-1)?.subject).toBe('Your user account was deleted');
  });

  it('must enter the password if they signed in some time ago', async () => {
    const { account } = await app.newAccount();
    const dora = await newPerson(app, account.id, 'member');
    await rows(`update person_session set created_at = now() - interval '1 hour' where person_id = $1`, [dora.id]);
    expect((await dora.session.call('DELETE', '/dashboard/me', { email: dora.email })).status).toBe(403);
    expect((await rows('select 1 from person where id = $1', [dora.id])).length).toBe(1);
  });

  it('leaves an owner, also if two owners delete themselves concurrently', async () => {
    const { account } = await app.newAccount();
    const both = [await newPerson(app, account.id), await newPerson(app, account.id)];
    const leaving = await app.installation.db.transaction(async (tx) => {
      // Both deletions have started and are waiting when the lock on the account is released.
      await lockAccount(tx, account.id);
      const begun = both.map(async (one) => one.session.call('DELETE', '/dashboard/me', { email: one.email }));
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually('both requests wait for a lock', async () =>
        (await rows(waiting)).length === 2 ? true : undefined,
      );
      return begun;
    });
    const answers = await Promise.all(leaving);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await rows('select 1 from membership where account_id = $1', [account.id])).length).toBe(1);
  });
});
