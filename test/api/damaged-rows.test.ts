import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';

// A corrupt row of one message does not prevent the other messages from being listed.

const DOMAIN = 'damaged.news.test';

let app: TestApp;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;

beforeAll(async () => {
  app = await startApp();
  tenant = await vendorAccount(app, 'postmark', {}, DOMAIN);
});
afterAll(() => app.close());

const uuidOf = (id: string): string => id.replace(/^tm_(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

async function sent(): Promise<string> {
  const mail = { from: `news@${DOMAIN}`, to: ['ann@x.test'], subject: 'Hello', text: 'Hi' };
  const { body, status } = await tenant.post('/transactional/emails', mail);
  expect(status).toBe(202);
  return body.id;
}

it.each([
  ['is empty', `'{}'`],
  ['is null', `'null'`],
  ['is a list', `'[]'`],
  ['has values of other types', `'{"to":7,"cc":[null],"bcc":{},"reply_to":"x","headers":[1],"tags":[1],"track":1}'`],
])('a message whose head %s is listed and read without its damaged parts', async (_, head) => {
  const [whole, damaged] = [await sent(), await sent()];
  await app.installation.db.script(`update message set head = ${head} where id = '${uuidOf(damaged)}'`);
  for (const path of ['/transactional/emails', '/transactional/compat/emails']) {
    const { body, status } = await tenant.get(`${path}?limit=2`);
    expect([path, status]).toEqual([path, 200]);
    expect(body.data.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([damaged, whole]);
    expect((await tenant.get(`${path}/${damaged}`)).status).toBe(200);
  }
  expect((await tenant.get(`/transactional/emails/${damaged}`)).body).toMatchObject({ subject: 'Hello', to: [] });
});

it('a message whose recipients are lost or have an unknown status is listed as failed', async () => {
  const [lost, odd] = [await sent(), await sent()];
  await app.installation.db.script(
    `delete from delivery where message_id = '${uuidOf(lost)}';
     alter table delivery drop constraint if exists delivery_status_check;
     update delivery set status = 99 where message_id = '${uuidOf(odd)}'`,
  );
  const { body, status } = await tenant.get('/transactional/emails?limit=2');
  expect(status).toBe(200);
  expect(body.data.slice(0, 2)).toMatchObject([
    { id: odd, status: 'failed' },
    { id: lost, status: 'failed' },
  ]);
});

it("a vendor's request whose recipients are lost is listed without recipients", async () => {
  const client = postmarkClient(app.url, tenant.key);
  const mail = { From: `news@${DOMAIN}`, To: 'ann@x.test', Subject: 'Vendor', TextBody: 'Hi' };
  const { MessageID } = await client.sendEmail(mail);
  await app.installation.db.script(`delete from vendor_recipient where message_id = '${MessageID}'`);
  const { Messages } = await client.getOutboundMessages({ count: 1 });
  expect(Messages).toMatchObject([{ MessageID, Recipients: [] }]);
});
