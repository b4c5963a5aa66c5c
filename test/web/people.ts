import { cookiesOf } from '../../src/app/people.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createPerson, startSession } from '../../src/features/tenants/people/index.ts';
import type { Role } from '../../src/http/principal.ts';
import type { TestApp } from '../support/app.ts';
import { mailTo, tokenIn } from '../support/people.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

const TEAM = [
  ['Grace Hopper', 'grace', 'admin'],
  ['Linus Pauling', 'linus', 'member'],
  ['Barbara McClintock', 'barbara', 'read_only'],
] as const satisfies readonly (readonly [string, string, Role])[];

/**
 * Adds team members, tokens, applications, several months of usage, and an audit log to an account, and adds other
 * accounts to the installation.
 */
export async function seedPeople(app: TestApp, accountId: number): Promise<Readonly<Record<string, string>>> {
  const { db } = app.installation;
  await db.script(`update account set name = 'Northwind', timezone = 'Europe/Berlin' where account_id = ${accountId}`);
  for (const [name, local, role] of TEAM) await member(app, accountId, { name, local, role });
  const post = await caller(
    app,
    accountId,
    await member(app, accountId, { name: 'Vera Rubin', local: 'vera', role: 'owner' }),
  );
  await post('/dashboard/team/invitations', { email: 'jocelyn@northwind.example', role: 'member' });
  await post('/dashboard/team/invitations', { email: 'lise@northwind.example', role: 'admin' });
  await post('/dashboard/tokens', { name: 'Website' });
  await post('/dashboard/tokens', { name: HOSTILE_TEXTS[0] });
  const client = await post('/dashboard/oauth-clients', {
    name: 'Newsletter plugin',
    redirect_uris: ['https://shop.northwind.example/oauth/callback', 'http://127.0.0.1:8123/callback'],
  });
  await post('/dashboard/oauth-clients', {
    name: 'Telephone app',
    redirect_uris: ['https://app.northwind.example/back'],
    is_public: true,
  });
  await post('/dashboard/operator/queues/stops', {
    site: 'mail.example.org',
    reason: 'Blocked: asked them to lift it',
  });
  await seedGrants(app, accountId, client['client_id']);
  await seedMonths(app, accountId);
  const { text } = await mailTo(app, 'jocelyn@northwind.example');
  return { ...(await seedAccounts(app)), invitation: tokenIn(text), oauth_client: client['client_id'] ?? '' };
}

async function member(
  app: TestApp,
  accountId: number,
  person: { readonly name: string; readonly local: string; readonly role: Role },
): Promise<number> {
  const { local, name, role } = person;
  const email = `${local}@northwind.example`;
  const { id } = await createPerson(app.installation.db, { name, email, membership: { accountId, role } });
  return id;
}

type Post = (path: string, body: object) => Promise<Record<string, string>>;

/** Returns a function that calls the API as a signed-in user. */
async function caller(app: TestApp, accountId: number, personId: number): Promise<Post> {
  const { db } = app.installation;
  const origin = {
    address: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  };
  const session = await startSession(db, cookiesOf(app.installation), personId, { accountId, origin });
  const [cookie = ''] = session.cookie.split(';');
  return async (path, body) => {
    const answer = await fetch(`${app.api.baseUrl}${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Seeding ${path} was refused: ${text}`);
    return JSON.parse(text);
  };
}

async function seedGrants({ installation }: TestApp, accountId: number, clientId = ''): Promise<void> {
  await installation.db.script(`
    insert into oauth_client (client_id, name, redirect_uris)
      values ('self-${accountId}', 'Assistant on the desk', '{http://127.0.0.1/callback}');
    insert into oauth_grant (grant_hash, client_id, person_id, account_id, scopes, payload, expires_at, used_at)
      select sha256(convert_to(client_id || person_id, 'UTF8')), client_id, person_id, ${accountId}, scopes, '',
        now() + interval '90 days', used_at
      from (values
        ('${clientId}', '{account}'::text[], now() - interval '3 hours'),
        ('self-${accountId}', '{transactional:read,transactional:send}'::text[], null)
      ) as allowed (client_id, scopes, used_at)
      cross join (select person_id from membership where account_id = ${accountId} and role = 'owner' limit 1) as one`);
}

async function seedMonths({ installation }: TestApp, accountId: number): Promise<void> {
  await installation.db.script(`
    insert into account_usage (account_id, month, used, day)
    select ${accountId}, (date_trunc('month', now()) - no * interval '1 month')::date, 90000 - no * 11000, now()::date
    from generate_series(1, 7) as no`);
}

async function seedAccounts({ installation }: TestApp): Promise<Readonly<Record<string, string>>> {
  const { db } = installation;
  const make = async (email: string, name: string): Promise<number> =>
    (await createAccount(db, { email, name, plan: 'free', isOperator: false })).id;
  const paused = await make('mail@contoso.example', 'Contoso');
  const restricted = await make('mail@fabrikam.example', 'Fabrikam');
  const quiet = await make('mail@tailspin.example', 'Tailspin Toys');
  await db.script(`
    update account set transactional_enabled = true, paused_at = now() - interval '5 hours',
      pause_reason = 'bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%' where account_id = ${paused};
    update account set restricted_at = now() - interval '2 days',
      restricted_reason = 'Mail to addresses that never asked for it.' where account_id = ${restricted};
    insert into account_usage (account_id, month, used, day, day_used) values
      (${paused}, date_trunc('month', now())::date, 2800, now()::date, 60),
      (${quiet}, date_trunc('month', now())::date, 41, now()::date, 3);
    insert into account_review (account_id, asks_for, message, asked_by_name, asked_by_email)
      values (${paused}, '{pause}', E'An old list was imported by mistake.\\nIt is gone, and the import asks first now.',
        'Maria', 'maria@contoso.example')`);
  await db.script(`
    insert into delivery_site (worker, site, waiting, connections, allowed_connections, per_second, resting_until, reason,
      seen_at)
    values
      (9, 'gmail-smtp-in.l.google.com', 1840, 12, 20, 31.5, null, null, now() + interval '1 hour'),
      (10, 'gmail-smtp-in.l.google.com', 220, 3, 20, 4.5, null, null, now() + interval '1 hour'),
      (9, 'mx.mail.example.org', 96, 0, 2, 0, now() + interval '9 minutes',
        '421 4.7.0 Too many connections from 203.0.113.7, try again later', now() + interval '1 hour')`);
  return { paused_account: String(paused), restricted_account: String(restricted) };
}
