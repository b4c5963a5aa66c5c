import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { signedIn } from './oauth-browser.ts';

const TO = 'delivered@sandbox.localhost';
const VICTIM = 'victim@x.example';
/** Characters that end a line in SMTP, in terminals, in Unicode (UAX 14), or in C. */
const BREAKS = ['\r\n', '\n', '\r', '\0', '\v', '\f', '\u0085', '\u2028', '\u2029', '\r\n '];
const MAIL = { from: 'onboarding@sandbox.localhost', to: [TO], subject: 'Hello', text: 'Hi' };

/** Message fields with the given text in each position that becomes part of a header or address. */
const PLACES: Readonly<Record<string, (text: string) => object>> = {
  subject: (text) => ({ subject: text }),
  'the display name of from': (text) => ({ from: `"${text}" <onboarding@sandbox.localhost>` }),
  from: (text) => ({ from: `onboarding@sandbox.localhost${text}` }),
  'the display name of a recipient': (text) => ({ to: [`"${text}" <${TO}>`] }),
  to: (text) => ({ to: [`${TO}${text}`] }),
  cc: (text) => ({ cc: [`${TO}${text}`] }),
  bcc: (text) => ({ bcc: [`${TO}${text}`] }),
  reply_to: (text) => ({ reply_to: `${TO}${text}` }),
  'the value of a header': (text) => ({ headers: { 'X-A': text } }),
  'the name of a header': (text) => ({ headers: { [`X-A${text}`]: 'v' } }),
  'a list of references': (text) => ({ headers: { References: `<a@x.example>${text}` } }),
  tag: (text) => ({ tag: text }),
};

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let cookie: string;

beforeAll(async () => {
  app = await startApp();
  tenant = await app.newAccount();
  await app.installation.db.script(
    `update api_key set rate_per_second = 1000000, rate_per_minute = 1000000 where account_id = ${tenant.account.id}`,
  );
  ({ cookie } = await signedIn(app, { accountId: tenant.account.id }));
});
afterAll(() => app.close());

async function sourceOf(id: string): Promise<string> {
  const response = await fetch(`${app.api.baseUrl}/dashboard/messages/${id}/source`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return response.text();
}

async function recipientsOf(id: string): Promise<string[]> {
  const text = `select d.recipient from delivery d where account_id = $1 and replace(message_id::text, '-', '') = $2`;
  const found = await app.installation.db.query<{ recipient: string }>({ name: '', text }, [
    tenant.account.id,
    id.slice(3),
  ]);
  return found.map(({ recipient }) => recipient);
}

describe('line break in a value', () => {
  it.each(Object.entries(PLACES))('in %s adds no header and no recipient', async (_, mailWith) => {
    for (const lineBreak of BREAKS) {
      const given = mailWith(`a${lineBreak}Bcc: ${VICTIM}${lineBreak}X-Mine: 1`);
      const { body, status } = await tenant.post('/transactional/emails', { ...MAIL, ...given });
      expect([202, 422]).toContain(status);
      // Characters that end an SMTP line or a C string are always rejected.
      if (status === 422) continue;
      expect(/[\r\n\0]/.test(lineBreak)).toBe(false);
      const recipients = await recipientsOf(body.id);
      expect(new Set(recipients)).toEqual(new Set([TO]));
      await app.installation.db.script('truncate person_rate');
      expect(await sourceOf(body.id)).not.toMatch(/(?:^|[\r\n\v\f\u0085\u2028\u2029])(?:Bcc|X-Mine):/);
    }
  });

  it('is detected by this test if a header is really added', async () => {
    const { body, status } = await tenant.post('/transactional/emails', { ...MAIL, headers: { 'X-Mine': '1' } });
    expect(status).toBe(202);
    expect(await sourceOf(body.id)).toMatch(/\nX-Mine:/);
  });
});
