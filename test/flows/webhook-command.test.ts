// Place in a run: slow.
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { runToEnd } from './program.ts';

let app: TestApp;
let hook: WebhookReceiver;
let accounts = 0;
let email: string;

beforeAll(async () => {
  app = await startApp({ POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' });
  hook = await startWebhookReceiver();
  app.deliver();
});
beforeEach(async () => {
  accounts += 1;
  email = `owner${accounts}@hooks.example`;
  await createAccount(app.installation.db, { email, plan: 'free', isOperator: false });
});
afterAll(async () => {
  await hook.close();
  await app.close();
});

async function webhook(
  args: string[],
  environment: Record<string, string> = { POSTRIDER_ALLOW_LOOPBACK_WEBHOOKS: '1' },
) {
  return runToEnd(['webhook', ...args, '--account', email], {
    DATABASE_URL: app.installation.databaseUrl,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_SECRET: 'a secret that only tests use, long enough',
    ...environment,
  });
}

const secretIn = (output: string): string => /Secret: (whsec_\S+)/.exec(output)?.[1] ?? '';

describe('postrider webhook', { timeout: 120_000 }, () => {
  it('creates a webhook, tests it, rotates its secret and removes it', async () => {
    const none = await webhook(['show']);
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('has no webhook') });

    const made = await webhook(['set', hook.url, '--format', 'compatible', '--events', 'delivered,bounced']);
    expect(made.code).toBe(0);
    const secret = secretIn(made.output);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9]{44}$/);
    expect(made.output).toContain('delivered, bounced');

    const tested = await webhook(['test', '--event', 'bounced']);
    expect(tested).toMatchObject({ code: 0, output: expect.stringContaining('returned 200') });
    const [request] = hook.requests.splice(0);
    expect(request?.json).toMatchObject({ type: 'email.bounced', test: true });
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(() => new SvixWebhook(secret).verify(request?.body.toString() ?? '', headers)).not.toThrow();

    const shown = await webhook(['show']);
    expect(shown.output).toMatch(/last success {2}\d{4}-/);
    expect(shown.output).toContain(`ends with ${secret.slice(-4)}`);
    expect(shown.output).not.toContain(secret);

    const rotated = await webhook(['rotate']);
    const next = secretIn(rotated.output);
    expect(next).toMatch(/^whsec_/);
    expect(rotated.output).toContain(`ends with ${secret.slice(-4)}, signs until`);
    expect((await webhook(['activate'])).output).not.toContain('signs until');

    expect((await webhook(['disable'])).output).toContain('disabled by its owner');
    expect(await webhook(['test'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Enable the webhook first'),
    });
    expect((await webhook(['enable'])).output).toContain(': enabled');
    expect((await webhook(['remove'])).output).toContain('removed');
    expect((await webhook(['remove'])).code).toBe(1);
  });

  it("reports the receiver's response unless it is 2xx", async () => {
    await webhook(['set', hook.url]);
    hook.answer(status(500));
    const tested = await webhook(['test']);
    hook.answer(status(200));
    expect(tested).toMatchObject({ code: 1, output: expect.stringContaining('returned 500') });
  });

  it('rejects what the API rejects, field by field', async () => {
    const refused = await webhook(['set', 'http://app.example.com/', '--secret', 'whsec_x', '--events', 'sent,queued']);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('events.1');
    const loopback = await webhook(['set', hook.url], {});
    expect(loopback).toMatchObject({ code: 1, output: expect.stringContaining('url ') });
    const switched = await webhook(['set', '--single-signature', 'maybe']);
    expect(switched).toMatchObject({ code: 2, output: expect.stringContaining('must be on or off') });
    expect(await webhook(['frobnicate'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('expected one of'),
    });
  });
});
