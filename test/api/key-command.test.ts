import { GetSendQuotaCommand } from '@aws-sdk/client-ses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyCommand } from '../../src/app/commands/key.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { oldSesClient, vendorAccount } from '../support/ses.ts';
import { captured } from '../support/stdout.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('key create --signing prints the key and a signing pair as environment variables, and both work', async () => {
  const { account } = await vendorAccount(app, 'ses', 'key-command.test');
  const output = await captured(() =>
    keyCommand(app.installation, ['create', '--account', account.email, '--scopes', 'send,read', '--signing']),
  );
  const lines = output.trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^Key \\d+ for ${account.email} \\(shown only once\\):$`)),
    expect.stringMatching(/^pr_\w+$/),
    'For Amazon SES clients (also shown only once):',
    expect.stringMatching(/^AWS_ACCESS_KEY_ID=[A-Z0-9]+$/),
    expect.stringMatching(/^AWS_SECRET_ACCESS_KEY=\S+$/),
  ]);
  const [, key = '', , id = '', secret = ''] = lines.map((line) => line.replace(/^AWS_\w+=/, ''));
  const usage = await fetch(`${app.url}/transactional/usage`, { headers: { authorization: `Bearer ${key}` } });
  expect(usage.status).toBe(200);
  const client = oldSesClient(app.url, { accessKeyId: id, secretAccessKey: secret });
  expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: expect.any(Number) });
});

it('key create without --signing prints no signing secret', async () => {
  const { email } = (await app.newAccount()).account;
  const output = await captured(() => keyCommand(app.installation, ['create', '--account', email]));
  expect(output.trim().split('\n')).toHaveLength(2);
  expect(output).not.toContain('AWS_');
});
