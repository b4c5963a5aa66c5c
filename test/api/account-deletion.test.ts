import { describe, expect, it } from 'vitest';
import { deletionOf } from '../../src/app/deletion.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { examineWork } from '../../src/app/doctor/work.ts';
import { systemClock } from '../../src/base/clock.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { closeAccount, purgeAccounts, restoreAccount } from '../../src/features/tenants/deletion/index.ts';
import { claimChecks } from '../../src/features/sending/domains/queries.ts';
import { takeSenderAlerts } from '../../src/features/sending/delivery-alerts/queries.ts';
import { observeAlerts } from '../../src/features/outcomes/transactional-tags/alert-queries.ts';
import { takeUnhealthy } from '../../src/features/transactional/webhooks/queue-queries.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import { mailsTo } from '../support/people.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { obtainTokens, registerClient, signedIn } from './oauth-browser.ts';
import { rowsByTable, seedEveryTable } from './tenant-tables.ts';
import { addRecipients, cancelMailing, startMailing } from '../../src/features/sending/mailings/index.ts';
import { makeMailing, readers } from '../support/mailings.ts';
import { shared } from '../support/shared.ts';

const sink = shared(startSmtpSink);
const app = shared(async () =>
  startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_DELETION_GRACE_DAYS: '0',
  }),
);

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function operator(): Promise<TestPerson> {
  const [row] = await rows<{ account_id: number }>('select account_id from account where is_operator');
  return newPerson(app, row?.account_id ?? 0);
}

const parts = () => deletionOf(app.installation);
const purge = () => purgeAccounts(parts());
const isThere = async (id: number) => (await rows('select 1 from account where account_id = $1', [id])).length === 1;
const close = async (id: number) => closeAccount(parts(), undefined, id);

async function send(client: { post: TestAppPost }, domain: string): Promise<string> {
  const mail = { from: `post@${domain}`, to: ['ann@customer.example'], subject: 'Code', text: '481 552' };
  const answer = await client.post('/transactional/emails', mail);
  expect(answer.status).toBe(202);
  return String(answer.body.id);
}
type TestAppPost = Awaited<ReturnType<TestApp['newAccount']>>['post'];

async function verifiedDomain(accountId: number, name: string): Promise<void> {
  await addDomain(domainPartsOf(app.installation), accountId, name);
  await app.installation.db.script(
    `update domain set status = 'verified', verified_at = now() where account_id = ${accountId};
     update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId}`,
  );
}

describe('deleted account', () => {
  it('refuses keys, tokens, sessions and applications within a second and first reports what is deleted', async () => {
    const { account, ...client } = await app.newAccount();
    const owner = await newPerson(app, account.id);
    const { browser } = await signedIn(app, { accountId: account.id, role: 'owner' });
    const { client_id: application } = await registerClient(app.api.baseUrl);
    const tokens = await obtainTokens(app.api.baseUrl, browser, application, {
      scope: 'transactional:read',
      resource: app.api.baseUrl,
    });
    const first = await owner.session.call('GET', '/dashboard/account/deletion');
    expect(first.body).toMatchObject({ keys: 2, members: 2, messages: 0, grace_days: 0, deletion: null });

    const wrong = await owner.session.call('DELETE', '/dashboard/account', { name: 'Another' });
    expect([wrong.status, wrong.body.errors.name]).toEqual([422, [expect.stringContaining(account.name)]]);
    const admin = await newPerson(app, account.id, 'admin');
    expect((await admin.session.call('DELETE', '/dashboard/account', { name: account.name })).status).toBe(403);

    const answer = await owner.session.call('DELETE', '/dashboard/account', { name: account.name });
    expect(answer).toMatchObject({ status: 200, body: { data_goes_at: expect.any(String) } });
    const bearer = { authorization: `Bearer ${tokens.access_token}` };
    const tries = {
      key: async () => (await client.get('/transactional/emails')).status,
      send: async () => (await client.post('/transactional/emails', {})).status,
      token: async () => (await owner.call('GET', '/me')).status,
      session: async () => (await owner.session.call('GET', '/dashboard/session')).status,
      application: async () => (await fetch(`${app.api.baseUrl}/transactional/emails`, { headers: bearer })).status,
    };
    for (const [what, tried] of Object.entries(tries)) {
      await eventually(`${what} is refused`, async () => ((await tried()) === 401 ? true : undefined), 2_000);
    }
  });

  it('requires the password if the sign-in is not recent', async () => {
    const { account } = await app.newAccount();
    const owner = await newPerson(app, account.id);
    await rows(`update person_session set created_at = now() - interval '1 hour' where person_id = $1`, [owner.id]);
    const answer = await owner.session.call('DELETE', '/dashboard/account', { name: account.name });
    expect(answer.status).toBe(403);
    expect(await isThere(account.id)).toBe(true);
  });

  it('leaves no rows in any table with accounts and deletes none of other accounts', async () => {
    const [gone, stays] = [(await app.newAccount()).account.id, (await app.newAccount()).account.id];
    for (const id of [gone, stays]) await seedEveryTable(app.installation.db, id);
    const before = await rowsByTable(app.installation.db, stays);
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    await close(gone);
    await purge();
    expect(Object.values(await rowsByTable(app.installation.db, gone)).every((count) => count === 0)).toBe(true);
    expect(await isThere(gone)).toBe(false);
    expect(await rowsByTable(app.installation.db, stays)).toEqual(before);
  });

  it('sends its queued messages with DKIM signatures before its data and DKIM keys are deleted', async () => {
    const { account, ...client } = await app.newAccount();
    await verifiedDomain(account.id, 'leaving.example');
    const id = await send(client, 'leaving.example');
    await close(account.id);
    await purge();
    expect((await rows('select 1 from message where account_id = $1', [account.id])).length).toBe(1);
    expect((await rows('select 1 from domain_key where account_id = $1', [account.id])).length).toBe(1);

    const delivery = app.deliver();
    await eventually(`${id} is delivered`, async () =>
      (await rows('select 1 from delivery where account_id = $1 and status = 7', [account.id])).at(0),
    );
    await delivery.stop();
    const mail = sink.messages.find(({ data }) => data.toString().includes('481 552'));
    expect(mail?.data.toString()).toContain('d=leaving.example');
    await rows('update account_deletion set next_at = now() where account_id = $1', [account.id]);
    await purge();
    expect(await isThere(account.id)).toBe(false);
    expect((await rows('select 1 from domain_key where account_id = $1', [account.id])).length).toBe(0);
  });

  it('waits for an open mailing with deliveries but not for one without', async () => {
    const { db } = app.installation;
    const { account } = await app.newAccount();
    const id = await makeMailing(db, account.id, { kind: 'open' });
    const frozen = await makeMailing(db, account.id);
    await db.transaction((tx) => addRecipients(tx, account.id, frozen, readers(1)));
    await db.transaction((tx) => startMailing(tx, account.id, frozen));
    await close(account.id);
    await purge();
    expect(await isThere(account.id)).toBe(true);
    await cancelMailing(db, account.id, frozen);
    await db.transaction((tx) => addRecipients(tx, account.id, id, readers(1)));
    await rows('update account_deletion set next_at = now() where account_id = $1', [account.id]);
    await purge();
    expect(await isThere(account.id)).toBe(true);
    await rows('update delivery set next_at = null where account_id = $1', [account.id]);
    await rows('update account_deletion set next_at = now() where account_id = $1', [account.id]);
    await purge();
    expect(await isThere(account.id)).toBe(false);
  });

  it('is deleted with messages that never finish thirty days after the grace period', async () => {
    const { account, ...client } = await app.newAccount();
    await verifiedDomain(account.id, 'held.example');
    await send(client, 'held.example');
    await close(account.id);
    await rows(`update account_deletion set due_at = now() - interval '31 days' where account_id = $1`, [account.id]);
    await purge();
    expect(await isThere(account.id)).toBe(false);
  });

  it('can be restored unchanged until deletion of its data starts', async () => {
    const { account, ...client } = await app.newAccount();
    const chief = await operator();
    const path = `/dashboard/operator/accounts/${account.id}`;
    expect((await chief.session.call('DELETE', path, { email: 'else@x.example' })).status).toBe(422);
    const closed = await chief.session.call('DELETE', path, { email: account.email });
    expect(closed.body.deletion).toMatchObject({ may_be_restored: true, failed: null });
    expect((await chief.session.call('GET', path)).body.status).toBe('closed');
    await eventually('the key is refused', async () =>
      (await client.get('/inbox')).status === 401 ? true : undefined,
    );
    expect((await chief.session.call('POST', `${path}/restore`)).body.deletion).toBe(null);
    await eventually('the key is accepted', async () =>
      (await client.get('/inbox')).status === 200 ? true : undefined,
    );
    await purge();
    expect(await isThere(account.id)).toBe(true);

    await close(account.id);
    await rows('update account_deletion set begun_at = now() where account_id = $1', [account.id]);
    expect((await chief.session.call('POST', `${path}/restore`)).status).toBe(409);
  });

  it('emails its owners at the start with the consequences and how to restore it, and at the end', async () => {
    const { account } = await app.newAccount();
    const owner = await newPerson(app, account.id);
    await newPerson(app, account.id, 'member');
    await close(account.id);
    const [start] = await mailsTo(app, owner.email);
    expect(start?.subject).toBe(`The account ${account.name} was deleted`);
    expect(start?.text).toContain('can restore the account');
    expect((await mailsTo(app, account.email)).length).toBe(1);
    await purge();
    expect((await mailsTo(app, owner.email)).at(-1)?.subject).toBe(
      `All data in the account ${account.name} was deleted`,
    );
  });

  it('is recorded in the log of the installation by number and name without its people', async () => {
    const { account } = await app.newAccount();
    await rows(`update account set name = 'Northwind' where account_id = $1`, [account.id]);
    const owner = await newPerson(app, account.id);
    await owner.session.call('DELETE', '/dashboard/account', { name: 'Northwind' });
    await purge();
    const noted = await rows<Record<string, unknown>>(
      `select e.* from audit_entry e join account a using (account_id)
       where a.is_operator and action = 'account.delete' and subject = 'Northwind'`,
    );
    expect(noted).toMatchObject([{ person_id: null, person_name: null, person_email: null, is_operator: false }]);
    expect(noted[0]?.['after']).toMatchObject({ account: account.id, by: 'an owner of the account' });
  });

  it('is skipped by jobs for domains, alerts and webhooks', async () => {
    const [gone, stays] = [(await app.newAccount()).account.id, (await app.newAccount()).account.id];
    for (const id of [gone, stays]) {
      await seedEveryTable(app.installation.db, id);
      await app.installation.db.script(
        `update domain set next_check_at = now() - interval '1 hour', deleted_at = null where account_id = ${id};
         update delivery_alert set kind = 'sender', last_at = now(), noticed_at = null where account_id = ${id};
         update webhook set state = 'enabled', failures = 9, failing_since = now() - interval '1 day', notified_at = null
         where account_id = ${id}`,
      );
    }
    await close(gone);
    const { db } = app.installation;
    const now = new Date(systemClock.now());
    const looks = {
      domains: await claimChecks(db, now, 1_000, now),
      senders: await takeSenderAlerts(db, 1_000),
      alerts: (await observeAlerts(db, 0, 0, 1_000, now)).filter((alert) => !alert.is_closed),
      webhooks: await takeUnhealthy(db, 3, 60, 1_000),
    };
    for (const [what, found] of Object.entries(looks)) {
      const ids = new Set(found.map((row) => row.account_id));
      expect([what, ids.has(stays), ids.has(gone)]).toEqual([what, true, false]);
    }
  });

  it('reports a failed deletion, does not block others and continues once deletion is possible', async () => {
    const [stuck, fine] = [(await app.newAccount()).account.id, (await app.newAccount()).account.id];
    for (const id of [stuck, fine]) await seedEveryTable(app.installation.db, id);
    await app.installation.db.script(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'a disk is broken here'; end $$;
       create trigger stuck before delete on suppression for each row when (old.account_id = ${stuck})
       execute function refuse()`,
    );
    await close(stuck);
    await close(fine);
    await purge();
    expect([await isThere(fine), await isThere(stuck)]).toEqual([false, true]);
    expect((await rowsByTable(app.installation.db, stuck))['domain_key']).toBe(0);
    const finding = (await examineWork(app.installation)).find(({ subject }) => subject === 'deletions');
    expect(finding?.message).toContain('a disk is broken here');
    await expect(restoreAccount(parts(), undefined, stuck)).rejects.toMatchObject({ code: 'conflict' });

    await app.installation.db.script('drop trigger stuck on suppression; drop function refuse');
    await rows('update account_deletion set next_at = now() where account_id = $1', [stuck]);
    await purge();
    expect(await isThere(stuck)).toBe(false);
  });

  it("cannot be the operator's own account or the account that sends sign-in emails", async () => {
    const chief = await operator();
    const [own] = await rows<{ account_id: number; email: string }>(
      'select account_id, email from account where is_operator',
    );
    const path = `/dashboard/operator/accounts/${own?.account_id}`;
    expect((await chief.session.call('DELETE', path, { email: own?.email })).status).toBe(409);
    expect((await chief.session.call('DELETE', '/dashboard/account', { name: own?.email })).status).toBe(409);
    const [mails] = await rows<{ account_id: number }>(`select account_id from account where email like 'sign-in@%'`);
    await expect(close(mails?.account_id ?? 0)).rejects.toMatchObject({ code: 'conflict' });
  });
});
