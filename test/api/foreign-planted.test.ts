import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp } from '../support/app.ts';
import { runImports } from '../support/contact-files.ts';
import { newSender, plantCampaign } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { PLANTED } from './foreign-names.ts';
import { signedIn } from './oauth-browser.ts';

let operator: Person;

interface Person {
  readonly id: number;
  readonly accountId: number;
  readonly cookie: string;
}

/** A request for existing resources. The request succeeds if their owner sends it. */
interface Planted {
  readonly path: string;
  readonly body?: unknown;
}

interface Row {
  readonly plant: () => Promise<Planted>;
  /** Set if the operator sends the request, not the owner of the resource. */
  readonly isOperators?: true;
}

const app = shared(startApp);
const sender = shared(async () => newSender(app));
const victim = shared(async () => personOf(sender.accountId));
const stranger = shared(async () => personOf((await app.newAccount()).account.id));

beforeAll(async () => {
  const [row] = await rowsOf<{ account_id: number }>(
    app.installation.db,
    'select account_id from account where is_operator',
    [],
  );
  operator = await personOf(row?.account_id ?? 0);
});

async function personOf(accountId: number): Promise<Person> {
  const { cookie } = await signedIn(app, { accountId, role: 'owner' });
  const [row] = await sql<{ id: number }>(
    `select person_id as id from membership where account_id = $1 order by person_id desc limit 1`,
    [accountId],
  );
  return { id: row?.id ?? 0, accountId, cookie };
}

async function sql<R>(text: string, values: readonly unknown[]): Promise<R[]> {
  return rowsOf<R>(app.installation.db, text, values);
}

/** Sends a request with a user's credentials, and returns the response. */
async function call(by: Person, method: string, path: string, body?: unknown) {
  await app.installation.db.script('truncate person_rate');
  const isText = typeof body === 'string';
  const hasBody = method !== 'GET' && body !== undefined;
  const answer = await fetch(`${app.api.baseUrl}${path}`, {
    method,
    headers: {
      cookie: by.cookie,
      'sec-fetch-site': 'same-origin',
      ...(hasBody && { 'content-type': isText ? 'text/csv' : 'application/json' }),
    },
    ...(hasBody && { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  // The body is of type `any`, because bodies have many shapes. The expectations check them.
  return { status: answer.status, text, body: type.startsWith('application/json') ? JSON.parse(text) : {} };
}

/** Creates a resource as its owner, and returns the response body. */
async function made(path: string, body: unknown) {
  const answer = await call(victim, 'POST', path, body);
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Ends imports, because an account can have only a few at a time. */
async function endImports(): Promise<void> {
  await sql(`update import set state = 'cancelled', next_at = null where account_id = $1`, [victim.accountId]);
}

async function imported(path: string, at: string, file: string): Promise<string> {
  await endImports();
  return `${at}/${(await made(path, file)).id}`;
}

const contactImport = async (): Promise<string> =>
  imported('/contacts/imports?file_name=a.csv', '/contacts/imports', 'email\nann@there.example\n');
/** Runs an import that can still be undone. */
const doneImport = async (): Promise<string> => {
  const path = await contactImport();
  await call(victim, 'POST', `${path}/start`, {});
  const runner = runImports(app);
  await eventually('the import is done', async () =>
    (await call(victim, 'GET', path)).body.state === 'done' ? true : undefined,
  );
  await runner.close();
  return path;
};
const suppressionImport = async (): Promise<string> =>
  imported('/dashboard/suppressions/imports', '/dashboard/suppressions/imports', 'gone@there.example\n');
const mail = async (): Promise<string> => {
  const given = { from: `post@${sender.domain}`, to: ['ann@there.example'], subject: 'Hi', text: 'Hi', tag: 'planted' };
  return (await made('/transactional/emails', given)).id;
};

async function passkey(): Promise<Planted> {
  const text = `insert into person_passkey (person_id, credential_id, public_key, counter, transports, name)
    values ($1, $2, '\\x00', 0, '{}', 'planted') returning id`;
  const [row] = await sql<{ id: number }>(text, [victim.id, randomBytes(8).toString('hex')]);
  return { path: `/dashboard/me/passkeys/${row?.id}` };
}

async function grant(): Promise<Planted> {
  const client = randomBytes(8).toString('hex');
  await sql(`insert into oauth_client (client_id, name, redirect_uris) values ($1, 'planted', '{}')`, [client]);
  const text = `insert into oauth_grant (grant_hash, client_id, person_id, account_id, scopes, payload, expires_at)
    values ($1, $2, $3, $4, '{account}', '\\x00', now() + interval '1 day') returning id`;
  const [row] = await sql<{ id: number }>(text, [randomBytes(32), client, victim.id, victim.accountId]);
  return { path: `/dashboard/grants/${row?.id}` };
}

async function session(): Promise<Planted> {
  const text = `insert into person_session (person_id, token_hash, account_id, expires_at)
    values ($1, $2, $3, now() + interval '1 day') returning id`;
  const [row] = await sql<{ id: number }>(text, [victim.id, randomBytes(32), victim.accountId]);
  return { path: `/dashboard/me/sessions/${row?.id}` };
}

async function share(): Promise<Planted> {
  const path = `/dashboard/messages/${await mail()}/shares`;
  const { id } = await made(path, { recipient: 'ann@there.example' });
  return { path: `${path}/${id}` };
}

/** Creates a tag by changing one of its settings. */
const tagged = async (): Promise<Planted> => {
  await call(victim, 'PATCH', '/transactional/tags/planted', { track_opens: false });
  return { path: '/transactional/tags/planted' };
};
const ofAccount = async (path = '', body?: unknown): Promise<Planted> =>
  Promise.resolve({ path: `/dashboard/operator/accounts/${victim.accountId}${path}`, body });

async function deletedAccount(path = '', body?: unknown): Promise<Planted> {
  const { account } = await app.newAccount();
  const at = `/dashboard/operator/accounts/${account.id}`;
  await call(operator, 'DELETE', at, { email: account.email });
  return { path: `${at}${path}`, body };
}

async function approval(path: string, body?: unknown): Promise<Planted> {
  const { id } = await plantCampaign(app, sender);
  await sql(
    `insert into campaign_approval (account_id, campaign_id, hash, state, asked_at) values ($1, $2, 'x', 'waiting', now())`,
    [victim.accountId, id],
  );
  return ofAccount(`/campaigns/${id}${path}`, body);
}

const ROWS: Readonly<Record<(typeof PLANTED)[number], Row>> = {
  'DELETE /dashboard/grants/:id': { plant: grant },
  'DELETE /dashboard/me/passkeys/:id': { plant: passkey },
  'DELETE /dashboard/me/sessions/:id': { plant: session },
  'DELETE /dashboard/messages/:id/shares/:share_id': { plant: share },
  'DELETE /dashboard/tokens/:id': {
    plant: async () => ({ path: `/dashboard/tokens/${(await made('/dashboard/tokens', { name: 'one' })).id}` }),
  },
  'GET /contacts/imports/:id': { plant: async () => ({ path: await contactImport() }) },
  'GET /contacts/imports/:id/preview': { plant: async () => ({ path: `${await contactImport()}/preview` }) },
  'GET /contacts/imports/:id/rejects': { plant: async () => ({ path: `${await contactImport()}/rejects` }) },
  'POST /contacts/imports/:id/cancel': { plant: async () => ({ path: `${await contactImport()}/cancel` }) },
  'POST /contacts/imports/:id/start': { plant: async () => ({ path: `${await contactImport()}/start`, body: {} }) },
  'POST /contacts/imports/:id/undo': { plant: async () => ({ path: `${await doneImport()}/undo` }) },
  'GET /dashboard/suppressions/imports/:id/rejects': {
    plant: async () => ({ path: `${await suppressionImport()}/rejects` }),
  },
  'POST /dashboard/suppressions/imports/:id/cancel': {
    plant: async () => ({ path: `${await suppressionImport()}/cancel` }),
  },
  'GET /campaigns/:id/engagement': {
    plant: async () => ({ path: `/campaigns/${(await plantCampaign(app, sender)).id}/engagement?type=openers` }),
  },
  'GET /transactional/tags/:tag': { plant: async () => tagged() },
  'GET /dashboard/operator/accounts/:id': { isOperators: true, plant: async () => ofAccount() },
  'GET /dashboard/operator/accounts/:id/audit': { isOperators: true, plant: async () => ofAccount('/audit') },
  'GET /dashboard/operator/accounts/:id/campaign-safeguards': {
    isOperators: true,
    plant: async () => ofAccount('/campaign-safeguards'),
  },
  'PATCH /dashboard/operator/accounts/:id/campaign-safeguards': {
    isOperators: true,
    plant: async () => ofAccount('/campaign-safeguards', { optimized: false }),
  },
  'GET /dashboard/operator/accounts/:id/campaigns/:campaign_id/approval': {
    isOperators: true,
    plant: async () => approval('/approval'),
  },
  'GET /dashboard/operator/accounts/:id/campaigns/:campaign_id/approval/preview': {
    isOperators: true,
    plant: async () => approval('/approval/preview'),
  },
  'POST /dashboard/operator/accounts/:id/campaigns/:campaign_id/approval': {
    isOperators: true,
    async plant() {
      const { path } = await approval('/approval');
      const { hash } = (await call(operator, 'GET', path)).body;
      return { path, body: { decision: 'approve', hash } };
    },
  },
  'DELETE /dashboard/operator/queues/stops/:site': {
    isOperators: true,
    async plant() {
      await call(operator, 'POST', '/dashboard/operator/queues/stops', { site: 'there.example', reason: 'planted' });
      return { path: '/dashboard/operator/queues/stops/there.example' };
    },
  },
  'POST /dashboard/operator/accounts/:id/review': {
    isOperators: true,
    async plant() {
      await sql('update account set paused_at = now() where account_id = $1', [victim.accountId]);
      await made('/dashboard/account/review', { message: 'It was a mistake.' });
      return ofAccount('/review', { decision: 'approve' });
    },
  },
  'GET /dashboard/operator/accounts/:id/deletion': {
    isOperators: true,
    plant: async () => deletedAccount('/deletion'),
  },
  'POST /dashboard/operator/accounts/:id/restore': {
    isOperators: true,
    plant: async () => deletedAccount('/restore', {}),
  },
  'DELETE /dashboard/operator/accounts/:id': {
    isOperators: true,
    async plant() {
      const { account } = await app.newAccount();
      return { path: `/dashboard/operator/accounts/${account.id}`, body: { email: account.email } };
    },
  },
  'PATCH /dashboard/operator/accounts/:id': {
    isOperators: true,
    plant: async () => ofAccount('', { plan: 'unlimited' }),
  },
  'PATCH /dashboard/operator/plans/:name': {
    isOperators: true,
    plant: async () => Promise.resolve({ path: '/dashboard/operator/plans/free', body: { api_access: true } }),
  },
};

/** Statuses of responses that reject the account or report that the object does not exist. */
const REFUSED = [403, 404];

describe('resources of an owner', { timeout: 120_000 }, () => {
  it('have a row for each name', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual([...PLANTED].toSorted());
  });

  it.each(PLANTED)('can be used by their owner only: %s', async (name) => {
    const { isOperators, plant } = ROWS[name];
    const [method = ''] = name.split(' ');
    const { body, path } = await plant();
    const answers: Record<string, number> = {};
    for (const [who, person] of Object.entries({ stranger, ...(isOperators && { victim }) })) {
      const { status } = await call(person, method, path, body);
      if (!REFUSED.includes(status)) answers[who] = status;
    }
    const own = await call(isOperators ? operator : victim, method, path, body);
    expect([answers, own.status < 300 ? 'done' : `${own.status} ${own.text}`]).toEqual([{}, 'done']);
  });
});
