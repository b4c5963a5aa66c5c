// Place in a run: slow.
import { createHtmlWork } from '../../src/app/html-work.ts';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { loadConfig } from '../../src/base/config.ts';
import { createVault, type Vault } from '../../src/base/crypto.ts';
import { silentLog } from '../../src/base/log.ts';
import { ensureOwner } from '../../src/app/first-start.ts';
import { sealedColumns } from '../../src/app/secret-rotation.ts';
import { createErasedPeople } from '../../src/features/audience/contacts/index.ts';
import {
  createLinkReader,
  createLinkTokens,
  type TrackedRecipient,
} from '../../src/features/outcomes/tracking/index.ts';
import { sealPurpose } from '../../src/features/transactional/webhooks/secrets.ts';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { eventually } from '../support/app.ts';
import { fromBase32, totp } from '../support/authenticator.ts';
import { createBrowser as createOauthBrowser, obtainTokens, registerClient } from '../api/oauth-browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/db.ts';
import { createBrowser, PASSWORD, type Browser } from '../support/people.ts';
import { runProgram, runToEnd, type Program } from './program.ts';

const OLD = randomBytes(24).toString('hex');
const NEW = randomBytes(24).toString('hex');
const OWNER = 'ada@rotate.example';
/** Number of inserted accounts. It is large enough that the rotation can be killed halfway through. */
const PLANTED = 1_000;
const FIRST_PLANTED = 1_000_000;
const DAMAGED = FIRST_PLANTED + 500;
const ERASED = 'ann@there.example';

let test: TestDatabase;
let accountId: number;
let key: string;
let owner: Browser;
let totpSecret: Buffer;
const programs: Program[] = [];

const oldVault = createVault(OLD);

function environmentOf(secret: string, previous?: string): Record<string, string> {
  return {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: secret,
    ...(previous !== undefined && { POSTRIDER_PREVIOUS_SECRETS: previous }),
    PORT: '0',
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
  };
}

async function startApi(secret: string, previous?: string): Promise<{ program: Program; url: string }> {
  const program = runProgram(['api'], environmentOf(secret, previous));
  programs.push(program);
  return { program, url: (await program.printed(/API on (http:\S+)/))[1] ?? '' };
}

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return test.db.query<Row>({ name: '', text }, values);
}

function erasedPeople(vault: Vault) {
  return createErasedPeople({ db: test.db, clock: systemClock, vault });
}
type ErasedAddress = Parameters<ReturnType<typeof erasedPeople>['keep']>[2];

/** Returns a browser that has the same cookies but sends its requests to another process. */
function elsewhere(url: string, browser: Browser): Browser {
  const other = createBrowser(url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

async function secretOfWebhook(url: string): Promise<unknown> {
  const response = await fetch(`${url}/transactional/webhook`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { secret_ends_with: unknown }).secret_ends_with;
}

async function plantWebhooks(): Promise<void> {
  const ids = Array.from({ length: PLANTED }, (_, at) => FIRST_PLANTED + at);
  const sealed = ids.map((id) =>
    id === DAMAGED ? Buffer.from('not sealed at all') : oldVault.seal(sealPurpose(id), Buffer.from(`whsec_${id}`)),
  );
  await rows(
    `insert into webhook (account_id, url, format, events, secret)
     select id, 'https://x.example/', 'native', '{}', secret from unnest($1::bigint[], $2::bytea[]) as t (id, secret)`,
    [ids, sealed],
  );
}

/** Signs in with a password and a second factor. The second factor can be sent to another process. */
async function signIn(first: string, second = first): Promise<Browser> {
  await test.db.script('delete from person_used_code; delete from person_attempt');
  const browser = createBrowser(first);
  const answer = await browser.post('/dashboard/sign-in', { email: OWNER, password: PASSWORD });
  expect(answer.body).toEqual({ status: 'second_factor' });
  const next = elsewhere(second, browser);
  const code = totp(totpSecret, Date.now());
  const done = await next.post('/dashboard/sign-in/second-factor', { code });
  expect([done.status, done.body]).toMatchObject([200, { status: 'signed_in' }]);
  return next;
}

async function underNewest(): Promise<number> {
  const header = createVault(NEW).seal('', Buffer.alloc(0)).subarray(0, 5);
  const [row] = await rows<{ n: number }>(
    'select count(*)::integer as n from webhook where substr(secret, 1, 5) = $1',
    [header],
  );
  return row?.n ?? 0;
}

let firstUrl: string;

beforeAll(async () => {
  test = await createTestDatabase();
  const config = loadConfig(environmentOf(OLD));
  const installation = {
    config,
    environment: {},
    clock: systemClock,
    log: silentLog,
    db: test.db,
    databaseUrl: test.url,
    vault: oldVault,
    isReady: () => Promise.resolve(true),
    html: createHtmlWork(),
    postgres: undefined,
    dataDir: '/nonexistent',
    close: async () => {},
  };
  const { firstStartToken: token } = await ensureOwner(installation);
  ({ url: firstUrl } = await startApi(OLD));
  owner = createBrowser(firstUrl);
  const begun = await owner.post('/dashboard/first-start', { token, name: 'Ada', email: OWNER, password: PASSWORD });
  expect(begun.status).toBe(200);
  const factor = await owner.post('/dashboard/me/two-factor', { password: PASSWORD });
  totpSecret = fromBase32(factor.body.secret);
  const code = totp(totpSecret, Date.now());
  expect((await owner.post('/dashboard/me/two-factor/confirm', { code })).status).toBe(200);

  const account = await createAccount(test.db, { email: 'shop@rotate.example', plan: 'unlimited', isOperator: false });
  accountId = account.id;
  const scopes = [SCOPES.send, SCOPES.read, SCOPES.manage];
  ({ key } = await createKey(test.db, { accountId, name: 'test', scopes }));
  const made = await fetch(`${firstUrl}/transactional/webhook`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://receiver.example/hook', format: 'native' }),
  });
  expect(made.status).toBeLessThan(300);
  const { client_id } = await registerClient(firstUrl);
  const browser = createOauthBrowser(firstUrl);
  browser.keep(`postrider_session=${owner.cookies.get('postrider_session')}`);
  await obtainTokens(firstUrl, browser, client_id);
  const relay = await runToEnd(
    ['route', 'add-relay', 'spare', 'smtps://me:password@relay.example:465'],
    environmentOf(OLD),
  );
  expect(relay.code).toBe(0);
  await test.db.transaction((tx) => erasedPeople(oldVault).keep(tx, accountId, ERASED as ErasedAddress));
  await plantWebhooks();
}, 120_000);
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop()));
  await test.drop();
});

describe('master secret rotation', { timeout: 120_000 }, () => {
  it('lets processes with the old and the new secret work side by side', async () => {
    const { url } = await startApi(NEW, OLD);
    expect((await elsewhere(url, owner).get('/dashboard/session')).status).toBe(200);
    expect(await secretOfWebhook(url)).toBe(await secretOfWebhook(firstUrl));
    // The response to one process's challenge is sent to the other process, which signs with the other secret.
    const both = await signIn(firstUrl, url);
    expect((await both.get('/dashboard/session')).status).toBe(200);
    const named: TrackedRecipient = { kind: 'campaign', accountId, source: 7, recipient: 8 };
    const vault = createVault(NEW, [OLD]);
    expect(createLinkReader(vault, 'view')(createLinkTokens(oldVault)(named, 'view'))).toEqual(named);
    expect(createLinkReader(createVault(NEW), 'view')(createLinkTokens(oldVault)(named, 'view'))).toBeUndefined();
    const found = await erasedPeople(vault).among(test.db, accountId, [ERASED as ErasedAddress]);
    expect([...found]).toEqual([ERASED]);
  });

  it('fails without the secret of the database', async () => {
    const { code, output } = await runToEnd(['secret', 'rotate'], environmentOf(NEW));
    expect(code).toBe(1);
    expect(output).toContain('POSTRIDER_PREVIOUS_SECRETS');
    expect(await underNewest()).toBe(0);
  });

  it('continues after a kill, and skips a value that cannot be decrypted', async () => {
    await test.db.script(`create function slow_down() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.01); return new; end $$;
      create trigger slow_down before update on webhook for each row execute function slow_down()`);
    const first = runProgram(['secret', 'rotate'], environmentOf(NEW, OLD));
    await eventually('the rotation is half done', async () => ((await underNewest()) > 0 ? true : undefined), 60_000);
    first.child.kill('SIGKILL');
    await first.ended;
    const before = await underNewest();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(PLANTED);
    await test.db.script('drop trigger slow_down on webhook');

    const { code, output } = await runToEnd(['secret', 'rotate'], environmentOf(NEW, OLD));
    // All inserted webhooks except the one with an invalid secret, plus the account's own webhook.
    expect(await underNewest()).toBe(PLANTED);
    expect(output).toContain(`webhook.secret, account_id ${DAMAGED}: Encrypted value has an unknown format`);
    expect(output).toContain('values that no known secret can decrypt: 1');
    expect(code).toBe(1);
    await rows('delete from webhook where account_id = $1', [DAMAGED]);
  });

  it('leaves only links and cookies that need the old secret', async () => {
    const again = await runToEnd(['secret', 'status'], environmentOf(NEW));
    expect([again.code, again.output]).toEqual([0, expect.stringMatching(/route_relay +sealed_url +1 +0 +0/)]);
    expect(again.output).toMatch(/person_two_factor +secret +1 +0 +0/);
    expect(again.output).toMatch(/oauth_grant +payload +1 +0 +0/);
    expect(again.output).toMatch(/oauth_artifact +payload +[1-9]\d* +0 +0/);
    expect(again.output).toMatch(/installation +value +1 +0 +0/);
    const { url } = await startApi(NEW);
    expect(await secretOfWebhook(url)).toMatch(/^\w{4}$/);
    const browser = await signIn(url);
    expect((await browser.get('/dashboard/session')).status).toBe(200);
    expect((await elsewhere(url, owner).get('/dashboard/session')).status).toBe(401);
    // The hashes cannot be recomputed, so the key derived from the old secret was kept.
    const found = await erasedPeople(createVault(NEW)).among(test.db, accountId, [ERASED as ErasedAddress]);
    expect([...found]).toEqual([ERASED]);
    const back = erasedPeople(createVault(NEW));
    expect(await test.db.transaction((tx) => back.welcomeBack(tx, accountId, ERASED as ErasedAddress))).toBe(true);
  });

  it('prevents processes from starting with only the old secret', async () => {
    const { code, output } = await runToEnd(['api'], environmentOf(OLD));
    expect(code).toBe(1);
    expect(output).toContain('The master secret does not match');
  });
});

describe('list of sealed columns', () => {
  it('contains every bytea column that is not listed as something else', async () => {
    const vault = createVault(NEW);
    const listed = sealedColumns({ config: loadConfig({}), vault }).map(({ column, table }) => `${table}.${column}`);
    const bytes = await rows<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.data_type = 'bytea' and t.table_type = 'BASE TABLE'
         and not exists (select from pg_inherits where inhrelid = (c.table_schema || '.' || c.table_name)::regclass)`,
    );
    const others = bytes.map(({ name }) => name).filter((name) => !listed.includes(name) && !HASH.test(name));
    expect(others.toSorted()).toEqual(NOT_SEALED.toSorted());
  });
});

/** Bytea columns that are not encrypted with the master secret: hashes, content, and public keys. */
const NOT_SEALED = [
  'campaign_wave.content',
  'form_attempt.subject',
  'image.body',
  'import.sha256',
  'import_piece.bytes',
  'inbound_mail.raw',
  'inbox_mail.raw',
  'mail_template.template',
  'mailing.template',
  'message.content',
  'message_file.content',
  'person_attempt.subject',
  'person_passkey.public_key',
  'webhook_delivery.body',
];
/** Names of columns that contain a hash. */
const HASH = /[._]hash$/;
