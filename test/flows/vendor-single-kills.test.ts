// Place in a run: slow.
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually, startApp } from '../support/app.ts';
import { createTestDatabase } from '../support/db.ts';
import { basic, vendorAccount } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { scratchFolder } from '../support/scratch.ts';
import { newPairOf, signedHeaders } from '../support/ses.ts';
import { shared } from '../support/shared.ts';
import { held, killAll, waitForLocks } from './held-kills.ts';
import { runProgram, type Program } from './program.ts';

/**
 * Covers single messages through the APIs of other vendors while the accepting process is killed: before the commit,
 * and between the commit and the response.
 */

const CALLERS = 8;
/** Number of stored messages per API after which the process is killed. */
const STORED = 15;

const test = shared(() => createTestDatabase());
// This app creates accounts and repeats requests. It does not deliver messages.
const app = shared(() => startApp({}, test));
const folder = shared(() => {
  const path = scratchFolder('postrider-single-kills-');
  return Promise.resolve({ path, close: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) });
});

type Tenant = Awaited<ReturnType<typeof newTenant>>;

let tenants = 0;

async function newTenant(vendor: 'mailgun' | 'ses') {
  tenants += 1;
  const domain = `killed${tenants}.test`;
  const { accountId, key } = await vendorAccount(app, vendor, {}, domain);
  return { accountId, key, domain, pair: await newPairOf(app.installation, accountId) };
}

async function startProgram(): Promise<{ readonly program: Program; readonly url: string }> {
  const program = runProgram(['api'], {
    DATABASE_URL: test.url,
    PORT: '0',
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    POSTRIDER_DATA: folder.path,
    POSTRIDER_UNSAFE_DURABILITY: '1',
  });
  const [, url = ''] = await program.printed(/API on (http:\S+)/);
  return { program, url };
}

/** Sends a message with the ID that the client of Amazon SES repeats. Returns the ID of the message. */
async function sendSes({ domain, pair }: Tenant, base: string, invocation: string): Promise<string> {
  const url = `${base}/v2/email/outbound-emails`;
  const body = JSON.stringify({
    FromEmailAddress: `mail@${domain}`,
    Destination: { ToAddresses: ['a@x.test'] },
    Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
  });
  const headers = {
    'content-type': 'application/json',
    'amz-sdk-invocation-id': invocation,
    ...signedHeaders({ method: 'POST', url, body }, pair),
  };
  const response = await fetch(url, { method: 'POST', headers, body });
  // Safe cast: the response of Amazon SES is an object.
  const { MessageId: id } = (await response.json()) as { readonly MessageId?: string };
  if (id === undefined) throw new Error(`Status ${response.status}`);
  return hexOf(id);
}

async function sendMailgun({ domain, key }: Tenant, base: string): Promise<string> {
  const response = await fetch(`${base}/v3/${domain}/messages`, {
    method: 'POST',
    headers: { authorization: basic(key) },
    body: new URLSearchParams({ from: `mail@${domain}`, to: 'a@x.test', subject: 'Hello', text: 'Hi' }),
  });
  // Safe cast: the response of Mailgun is an object.
  const { id } = (await response.json()) as { readonly id?: string };
  if (id === undefined) throw new Error(`Status ${response.status}`);
  return hexOf(id);
}

/** Returns the IDs of the messages with all their rows, and the number of messages that lack a row. */
async function kept({ accountId }: Tenant): Promise<{ readonly whole: readonly string[]; readonly torn: number }> {
  const rows = await rowsOf<{ id: string; is_whole: boolean }>(
    test.db,
    `select coalesce(m.id, v.id) as id, m.id is not null and v.id is not null
       and exists (select from delivery d where d.account_id = $1 and d.message_id = m.id)
       and exists (select from vendor_event e where e.account_id = $1 and e.message_id = v.id) as is_whole
     from (select * from message where account_id = $1) m
     full join (select * from vendor_message where account_id = $1) v on v.id = m.id`,
    [accountId],
  );
  return {
    whole: rows.filter(({ is_whole: isWhole }) => isWhole).map(({ id }) => id.replaceAll('-', '')),
    torn: rows.filter(({ is_whole: isWhole }) => !isWhole).length,
  };
}

it('stores nothing if killed before the commit, and one message when the client repeats the request', async () => {
  const tenant = await newTenant('ses');
  const { program, url } = await startProgram();
  const unblock = await held(
    test.db,
    `insert into vendor_event_order (account_id, last_id, last_at) values ($1, 0, '-infinity')`,
    [tenant.accountId],
  );
  const lost = Promise.allSettled([sendSes(tenant, url, 'a'), sendSes(tenant, url, 'b')]);
  await waitForLocks(test.db, 1);
  await killAll(program);
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await unblock();
  // The database may not have noticed yet that the process was killed. A repeated request waits until it has.
  const ids = [await sendSes(tenant, app.url, 'a'), await sendSes(tenant, app.url, 'b')];
  expect(await sendSes(tenant, app.url, 'a')).toBe(ids[0]);
  const { torn, whole } = await kept(tenant);
  expect(torn).toBe(0);
  expect(whole.toSorted()).toEqual(ids.toSorted());
}, 60_000);

it('loses no message that was accepted, and repeats none, if killed between commits and responses', async () => {
  const [mailgun, ses] = [await newTenant('mailgun'), await newTenant('ses')];
  const { program, url } = await startProgram();
  const answered: string[] = [];
  const asked: string[] = [];
  const ids = new Map<string, string>();
  const call = async (): Promise<never> => {
    for (;;) {
      answered.push(await sendMailgun(mailgun, url));
      const invocation = `message-${asked.length}`;
      asked.push(invocation);
      ids.set(invocation, await sendSes(ses, url, invocation));
    }
  };
  const ends = Promise.allSettled(Array.from({ length: CALLERS }, call));
  await eventually('some messages are stored', async () =>
    (await kept(mailgun)).whole.length >= STORED && (await kept(ses)).whole.length >= STORED ? true : undefined,
  );
  await killAll(program);
  await ends;
  const stored = await kept(mailgun);
  expect(stored.torn).toBe(0);
  expect(stored.whole).toEqual(expect.arrayContaining(answered));
  const before = await kept(ses);
  expect(before.torn).toBe(0);
  expect(before.whole).toEqual(expect.arrayContaining([...ids.values()]));
  // The client repeats all requests. Those whose messages are stored return the IDs of these messages.
  const repeated = await Promise.all(asked.map(async (invocation) => sendSes(ses, app.url, invocation)));
  expect(repeated).toEqual(expect.arrayContaining([...before.whole]));
  for (const [no, invocation] of asked.entries()) expect(repeated[no]).toBe(ids.get(invocation) ?? repeated[no]);
  const after = await kept(ses);
  expect(after.torn).toBe(0);
  expect(after.whole.toSorted()).toEqual(repeated.toSorted());
}, 60_000);

/** Returns the 32 hex digits of an ID from any vendor's API. */
function hexOf(id: string): string {
  const [hex = ''] = /[0-9a-f]{32}/.exec(id) ?? [];
  return hex;
}
