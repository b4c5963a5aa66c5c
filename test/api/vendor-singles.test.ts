import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import type { Vendor } from '../../src/features/compatibility/vendors/index.ts';
import type { SigningPair } from '../../src/features/tenants/access/index.ts';
import { startApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { newPairOf } from '../support/ses.ts';
import { shared } from '../support/shared.ts';
import { keyHeaders } from '../support/vendor-credentials.ts';

/** Covers single messages through the APIs of other vendors: they are accepted like native ones, with their records. */

const AT_ONCE = 10;
const STARTED = 'http.server.request.start';

const app = shared(() => startApp());

interface Tenant {
  readonly accountId: number;
  readonly key: string;
  readonly pair: SigningPair;
  readonly domain: string;
}

let tenants = 0;

async function newTenant(vendor: Vendor): Promise<Tenant> {
  tenants += 1;
  const domain = `singles${tenants}.test`;
  const { accountId, key } = await vendorAccount(app, vendor, {}, domain);
  return { accountId, key, pair: await newPairOf(app.installation, accountId), domain };
}

interface Api {
  readonly path: (domain: string) => string;
  readonly body: (from: string, to: string) => object;
  /** The header in which a client sends the key of a request that it may repeat. */
  readonly keyHeader?: string;
  readonly idIn: (answer: { readonly body: Record<string, unknown>; readonly headers: Headers }) => unknown;
}

const APIS: Readonly<Record<Vendor, Api>> = {
  mailgun: {
    path: (domain) => `/v3/${domain}/messages`,
    body: (from, to) => ({ from, to, subject: 'Hello', text: 'Hi' }),
    idIn: ({ body }) => body['id'],
  },
  postmark: {
    path: () => '/compat/postmark/email',
    body: (From, To) => ({ From, To, Subject: 'Hello', TextBody: 'Hi' }),
    keyHeader: 'idempotency-key',
    idIn: ({ body }) => body['MessageID'],
  },
  sendgrid: {
    path: () => '/v3/mail/send',
    body: (from, to) => ({
      from: { email: from },
      personalizations: [{ to: [{ email: to }] }],
      subject: 'Hello',
      content: [{ type: 'text/plain', value: 'Hi' }],
    }),
    idIn: ({ headers }) => headers.get('x-message-id'),
  },
  ses: {
    path: () => '/v2/email/outbound-emails',
    body: (from, to) => ({
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
    }),
    keyHeader: 'amz-sdk-invocation-id',
    idIn: ({ body }) => body['MessageId'],
  },
};
// Safe cast: these are the table's own keys.
const VENDORS = Object.keys(APIS) as Vendor[];

async function send(vendor: Vendor, tenant: Tenant, more: { readonly key?: string; readonly to?: string } = {}) {
  const { body, idIn, keyHeader = '', path } = APIS[vendor];
  const fields = body(`mail@${tenant.domain}`, more.to ?? 'a@x.test');
  const isForm = vendor === 'mailgun';
  const text = isForm ? new URLSearchParams(Object.entries(fields)).toString() : JSON.stringify(fields);
  const url = `${app.url}${path(tenant.domain)}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...keyHeaders(vendor, tenant.key, tenant.pair, { method: 'POST', url, body: text }),
      ...(more.key !== undefined && { [keyHeader]: more.key }),
    },
    body: text,
  });
  const answer = await response.text();
  // Safe cast: all bodies are JSON objects or empty.
  const parsed = answer === '' ? {} : (JSON.parse(answer) as Record<string, unknown>);
  return { status: response.status, id: idIn({ body: parsed, headers: response.headers }) };
}

/**
 * Returns the number of messages that have all their rows, and the number of transactions that stored these messages.
 */
async function kept({ accountId }: Tenant) {
  const [row] = await rowsOf<{ messages: number; transactions: number }>(
    app.installation.db,
    `select count(*)::integer as messages, count(distinct v.xmin::text)::integer as transactions
     from vendor_message v
     join message m on m.account_id = v.account_id and m.id = v.id and m.xmin = v.xmin
     join vendor_recipient r on r.account_id = v.account_id and r.message_id = v.id and r.xmin = v.xmin
     join vendor_event e on e.account_id = v.account_id and e.message_id = v.id and e.xmin = v.xmin
     where v.account_id = $1 and e.event = 'accepted'`,
    [accountId],
  );
  return row;
}

describe.each(VENDORS)('single messages through the API of %s', (vendor) => {
  it('share commits', async () => {
    const [tenant, other] = [await newTenant(vendor), await newTenant(vendor)];
    for (const each of [tenant, other]) await send(vendor, each);
    let started = 0;
    const count = (): void => {
      started += 1;
    };
    const sent: ReturnType<typeof send>[] = [];
    subscribe(STARTED, count);
    await app.installation.db
      .transaction(async (tx) => {
        await rowsOf(tx, 'select from account_usage where account_id = $1 for update', [tenant.accountId]);
        sent.push(...Array.from({ length: AT_ONCE }, () => send(vendor, tenant)));
        await expect.poll(() => started).toBe(AT_ONCE);
        // A message of another account needs more steps, so the others are waiting for the next commit after that.
        await send(vendor, other);
      })
      .finally(() => unsubscribe(STARTED, count));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([vendor === 'sendgrid' ? 202 : 200]));
    const { messages, transactions = 0 } = (await kept(tenant)) ?? {};
    expect(messages).toBe(AT_ONCE + 1);
    // The first message, the message whose commit waited for the lock, and the rest.
    expect(transactions).toBeLessThanOrEqual(4);
  });
});

describe.each(VENDORS.filter((vendor) => APIS[vendor].keyHeader))('a repeated request to the API of %s', (vendor) => {
  it('gives one message if the requests are concurrent', async () => {
    const tenant = await newTenant(vendor);
    const all = await Promise.all(Array.from({ length: AT_ONCE }, () => send(vendor, tenant, { key: 'once' })));
    const later = await send(vendor, tenant, { key: 'once' });
    expect(new Set([...all, later].map(({ id }) => id)).size).toBe(1);
    for (const { status } of all) expect(status).toBe(200);
    expect(await kept(tenant)).toEqual({ messages: 1, transactions: 1 });
  });

  it('is rejected if the key was used with another body', async () => {
    const tenant = await newTenant(vendor);
    await send(vendor, tenant, { key: 'used' });
    const { status } = await send(vendor, tenant, { key: 'used', to: 'b@x.test' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await kept(tenant)).toEqual({ messages: 1, transactions: 1 });
  });
});

it('a repeated request to the API of ses returns the first ID if its recipient was suppressed or released meanwhile', async () => {
  const { db } = app.installation;
  const tenant = await newTenant('ses');
  const suppress = (address: string) =>
    rowsOf(db, `insert into suppression (account_id, address, reason) values ($1, $2, 'manual')`, [
      tenant.accountId,
      address,
    ]);
  const [sent, unsent] = [
    { key: 'sent', to: 'late@x.test' },
    { key: 'unsent', to: 'early@x.test' },
  ];
  const first = await send('ses', tenant, sent);
  await suppress(sent.to);
  expect(await send('ses', tenant, sent)).toEqual(first);
  await suppress(unsent.to);
  const second = await send('ses', tenant, unsent);
  await rowsOf(db, 'delete from suppression where account_id = $1', [tenant.accountId]);
  expect(await send('ses', tenant, unsent)).toEqual(second);
  const messages = await rowsOf(db, 'select from vendor_message where account_id = $1', [tenant.accountId]);
  expect(messages).toHaveLength(2);
});
