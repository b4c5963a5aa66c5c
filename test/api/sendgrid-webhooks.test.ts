// Place in a run: slow.
import { EventWebhook } from '@sendgrid/eventwebhook';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type TestApp } from '../support/app.ts';
import { sendgridClient, sendgridMail } from '../support/sendgrid.ts';
import { vendorAccount } from '../support/ses.ts';
import { startVendorStage, type VendorStage } from '../support/vendor-stage.ts';
import { status, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SETTINGS = '/v3/user/webhooks/event/settings';

let stage: VendorStage;
let app: TestApp;

beforeAll(async () => {
  stage = await startVendorStage();
  ({ app } = stage);
});
afterEach(async () => stage.endReceivers());
afterAll(async () => stage.close());

/** Creates an account that sends through the official client, and sets the webhook of the account. */
async function tenantOf(domain: string) {
  const { accountId, key } = await vendorAccount(app, 'sendgrid', domain);
  const client = sendgridClient(app.url, `SG.${key}`);
  return {
    accountId,
    set: async (body: object) => (await client.request({ method: 'PATCH', url: SETTINGS, body }))[1],
    read: async (path = '') => (await client.request({ method: 'GET', url: SETTINGS + path }))[1],
    send: async (to: string, more: object = {}) =>
      sendgridMail(app.url, `SG.${key}`).send({ from: `news@${domain}`, subject: 'Hello', text: 'Hi', to, ...more }),
  };
}

const ALL = { processed: true, delivered: true, deferred: true, bounce: true, dropped: true, spam_report: true };

/** Returns the events that a receiver got for an address. */
function reportedOf({ requests }: WebhookReceiver, address: string): Record<string, unknown>[] {
  return requests.flatMap(({ json }) => json).filter(({ email }: { email: string }) => email === address);
}

describe('posted events', () => {
  it("have the vendor's format, and the official verifier accepts only their signatures", async () => {
    const tenant = await tenantOf('posted.test');
    const to = await stage.receiver();
    expect(await tenant.read()).toMatchObject({ enabled: false, url: '' });
    expect(await tenant.set({ enabled: true, url: to.url, ...ALL })).toMatchObject({ enabled: true, bounce: true });
    await tenant.send('fine@x.test', { categories: ['a', 'b'], customArgs: { order: '7', email: 'not this' } });
    await tenant.send('gone@x.test');
    const reported = await eventually('all events of both messages are received', async () => {
      const all = [...reportedOf(to, 'fine@x.test'), ...reportedOf(to, 'gone@x.test')];
      return all.length === 4 ? all : undefined;
    });
    const of = (email: string, event: string) =>
      reported.find((each) => each['email'] === email && each['event'] === event);
    expect(of('fine@x.test', 'processed')).toMatchObject({ category: ['a', 'b'], order: '7' });
    expect(of('fine@x.test', 'delivered')).toMatchObject({
      timestamp: expect.any(Number),
      response: expect.any(String),
    });
    expect(of('gone@x.test', 'bounce')).toMatchObject({ type: 'bounce', status: '5.1.1' });
    expect(new Set(reported.map(({ sg_event_id: id }) => id)).size).toBe(4);
    const { public_key: key } = (await tenant.read('/signed')) as { public_key: string };
    expect(key).toHaveLength(124);
    const verifier = new EventWebhook();
    for (const { body, headers } of to.requests) {
      const signature = String(headers['x-twilio-email-event-webhook-signature']);
      const timestamp = String(headers['x-twilio-email-event-webhook-timestamp']);
      const verify = (payload: string, at = timestamp) =>
        verifier.verifySignature(verifier.convertPublicKeyToECDSA(key), payload, signature, at);
      expect(verify(body.toString())).toBe(true);
      expect(verify(`${body.toString()} `)).toBe(false);
      expect(verify(body.toString(), `${Number(timestamp) + 1}`)).toBe(false);
    }
    const other = (await (await tenantOf('other-key.test')).read('/signed')) as { public_key: string };
    expect(other.public_key).not.toBe(key);
  });

  it('report a suppressed address as dropped, and include only enabled events', async () => {
    const tenant = await tenantOf('switched.test');
    const to = await stage.receiver();
    await tenant.set({ enabled: true, url: to.url, dropped: true });
    await tenant.set({ delivered: false, bounce: true });
    expect(await tenant.read()).toMatchObject({ bounce: true, dropped: true, delivered: false, processed: false });
    await tenant.send('gone-twice@x.test');
    await eventually('the bounce is received', async () =>
      reportedOf(to, 'gone-twice@x.test').length === 1 ? true : undefined,
    );
    await tenant.send('gone-twice@x.test');
    const [, dropped] = await eventually('the dropped event is received', async () => {
      const all = reportedOf(to, 'gone-twice@x.test');
      return all.length === 2 ? all : undefined;
    });
    expect(dropped).toMatchObject({ event: 'dropped', reason: 'Bounced Address' });
    expect(await tenant.set({ enabled: false })).toMatchObject({ enabled: false, url: '' });
  });

  it('to a permanently failing URL do not affect other accounts', async () => {
    const [broken, fine] = [await tenantOf('broken.test'), await tenantOf('fine.test')];
    const [bad, good] = [await stage.receiver(), await stage.receiver()];
    bad.answer(status(500));
    await broken.set({ enabled: true, url: bad.url, ...ALL });
    await fine.set({ enabled: true, url: good.url, ...ALL });
    for (const number of [1, 2, 3]) await broken.send(`b${number}@x.test`);
    await fine.send('works@x.test');
    await eventually('the working receiver is notified', async () =>
      reportedOf(good, 'works@x.test').length === 2 ? true : undefined,
    );
    await eventually('the failing receiver gets a request', async () => (bad.requests.length > 0 ? true : undefined));
  });

  it('are not sent to private URLs, which are refused as for every webhook', async () => {
    const tenant = await tenantOf('inside.test');
    for (const url of ['http://10.0.0.1/x', 'ftp://x.test/', 'https://user:pass@x.test/', '']) {
      await expect(tenant.set({ enabled: true, url, delivered: true })).rejects.toMatchObject({ code: 400 });
    }
    await expect(tenant.set({ enabled: true, url: 'https://x.test/', oauth_client_id: 'x' })).rejects.toMatchObject({
      code: 400,
    });
  });
});
