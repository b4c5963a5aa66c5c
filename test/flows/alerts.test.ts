import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHousekeeping } from '../../src/app/housekeeping.ts';
import type { RunningJobs } from '../../src/base/jobs.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let app: TestApp;
let jobs: RunningJobs;
let hook: WebhookReceiver;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_DELIVERY: 'direct', POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
  hook = await startWebhookReceiver();
  app.deliver();
});
afterAll(async () => {
  await jobs.close();
  await app.close();
  await hook.close();
});

it("notifies the owner once by email and by webhook when a tag's bounce rate exceeds the threshold, without using quota", async () => {
  const tenant = await app.newAccount();
  const webhook = await fetch(`${app.api.baseUrl}/transactional/webhook`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: hook.url, events: ['alert'] }),
  });
  expect(webhook.status).toBe(201);
  const alert = await tenant.post('/transactional/alerts', {
    tag: 'receipt',
    kind: 'bounce_rate',
    threshold_percent: 10,
    window_minutes: 60,
    minimum_volume: 3,
  });
  expect(alert.status).toBe(201);
  const mail = { from: 'onboarding@sandbox.localhost', subject: 'S', text: 'T', tag: 'receipt' };
  const to = ['bounced+1@sandbox.localhost', 'bounced+2@sandbox.localhost', 'bounced+3@sandbox.localhost'];
  expect((await tenant.post('/transactional/emails', { ...mail, to })).status).toBe(202);
  await eventually('the bounces are counted', async () => {
    const { body } = await tenant.get('/transactional/tags/receipt');
    return body.last_30_days?.bounced === 3 || undefined;
  });

  jobs = startHousekeeping(app.installation);
  const reported = await eventually('the owner is notified', async () => {
    const { body } = await tenant.get('/transactional/emails?from=onboarding@sandbox.localhost');
    return body.data?.find((entry: { to: string[] }) => entry.to[0] === tenant.account.email);
  });
  expect(reported).toMatchObject({ from: 'Postrider <onboarding@sandbox.localhost>' });
  expect(reported.subject).toContain('receipt');
  expect((await tenant.get(`/transactional/emails/${reported.id}`)).body.text).toContain('3 of 3');
  expect((await tenant.get('/transactional/usage')).body.month.used).toBe(0);
  const { body } = await tenant.get(`/transactional/alerts/${alert.body.id}`);
  expect(body.firing_since).not.toBeNull();

  await eventually('the webhook is notified', async () => hook.requests.length > 0 || undefined);
  expect(hook.requests.map(({ json }) => json)).toMatchObject([
    {
      event: 'alert',
      occurred_at: body.firing_since,
      data: {
        message: null,
        reason: expect.stringContaining('100% (3 of 3)'),
        alert: { id: alert.body.id, tag: 'receipt', kind: 'bounce_rate', state: 'firing', value_percent: 100 },
      },
    },
  ]);
});
