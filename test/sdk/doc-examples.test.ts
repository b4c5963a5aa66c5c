import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { docBlocks } from '../support/doc-blocks.ts';
import { vendorAccount } from '../support/mailgun.ts';

// The examples on a page form one program. `generator.test.ts` checks their types.

let app: TestApp;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;
let token: string;

beforeAll(async () => {
  app = await startApp();
  tenant = await vendorAccount(app, 'mailgun', {}, 'acme.example');
  ({ token } = await newPerson(app, tenant.accountId));
  await newList();
});
afterAll(() => app.close());

async function newList(): Promise<void> {
  const body = new URLSearchParams({ name: 'Newsletter' });
  await fetch(`${app.url}/lists`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
}

/**
 * Runs the examples on a page with the URL and the credentials of this server. `before` and `after` are code to run
 * before and after the examples.
 */
async function runPage(page: string, { before = '', after = '' } = {}): Promise<string> {
  const examples = docBlocks(page).filter(({ language }) => language === 'ts');
  expect(examples.length).toBeGreaterThan(0);
  const program = [before, ...examples.map(({ code }) => code), after]
    .join('\n')
    .replaceAll(/'@postrider\/client(?:\/(\w+))?'/g, (_, file = 'index') =>
      JSON.stringify(new URL(`../../sdk/src/${file}.ts`, import.meta.url).href),
    )
    .replaceAll(/https:\/\/mail\.example\.com|http:\/\/localhost:8025/g, app.url)
    .replaceAll('pr_...', tenant.key)
    .replaceAll('pt_...', token);
  const words = ['--no-warnings', '--input-type=module-typescript', '--eval', program];
  return (await promisify(execFile)(process.execPath, words)).stdout;
}

async function subjects(): Promise<string[]> {
  const { body } = await tenant.get('/transactional/emails');
  return body.data.map(({ subject }: { readonly subject: string }) => subject);
}

describe('the examples', () => {
  it('of README.md send an email and list emails', async () => {
    const before = `import { Postrider } from '@postrider/client';
      const from = 'mail@acme.example';`;
    await runPage('README.md', { before });
    expect(await subjects()).toContain('Hello');
  });

  it('of sdk/README.md send an email and read its status', async () => {
    expect(await runPage('sdk/README.md')).toMatch(/^queued \[/);
  });

  it('of docs/sdk.md send, list, handle errors, and verify a webhook', async () => {
    const after = `
      import { createHmac } from 'node:crypto';
      const sent = '{"id":"whd_1","event":"delivered","data":{}}';
      const at = Math.floor(Date.now() / 1000);
      for (const secret of ['whsec_new', 'whsec_old', 'whsec_other']) {
        const v1 = createHmac('sha256', secret).update(at + '.' + sent).digest('hex');
        const headers = { 'x-service-signature': \`t=\${at},v1=\${v1}\` };
        const answer = await onDelivery(new Request('https://app.example.com', { method: 'POST', headers, body: sent }));
        console.log('answered', answer.status);
      }`;
    const said = await runPage('docs/sdk.md', { after });
    expect(said).toMatch(/^tm_[0-9a-f]{32}\n/);
    expect(said).toMatch(/^Newsletter 0$/m);
    expect(said).toMatch(/^422 validation_error /m);
    expect(said).toMatch(/^unlimited 200 [0-9a-f]{32} /m);
    expect(said.match(/answered \d+/g)).toEqual(['answered 204', 'answered 204', 'answered 400']);
    expect(await subjects()).toEqual(expect.arrayContaining(['Your login code is 417 302', 'Order 417']));
  });
});
