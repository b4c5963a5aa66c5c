import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

let app: TestApp;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

/** Header section and body of the next mail that arrives after a request. */
async function delivered(changes: Record<string, unknown>): Promise<{ head: string; body: string }> {
  const tenant = await app.newAccount();
  const before = sink.messages.length;
  const mail = { from: 'onboarding@resend.dev', to: tenant.account.email, subject: 'x', ...changes };
  expect((await tenant.post('/emails', mail)).status).toBe(200);
  await sink.waitFor(before + 1);
  const text = sink.messages[before]?.data.toString() ?? '';
  const end = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body: text.slice(end) };
}

it('recipients get a text part that is made from the HTML where the request had none', async () => {
  const { body } = await delivered({ html: '<!--$--><p>Hi <a href="https://x.example/a">there</a></p><!--/$-->' });
  expect(body).toContain('Content-Type: text/plain');
  expect(body).toContain('Hi there (https://x.example/a)');
  expect(body).toContain('<!--$--><p>Hi <a href=3D"https://x.example/a">there</a></p><!--/$-->');
});

it('all addresses of reply_to arrive, and headers that only this endpoint takes', async () => {
  const { head } = await delivered({
    text: 'Hi',
    replyTo: ['a@x.example', 'Lee, Ann <b@x.example>'],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Order': '77' },
  });
  expect(head).toMatch(/^Reply-To: a@x\.example, "Lee, Ann" <b@x\.example>$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(head).toMatch(/^X-Order: 77$/m);
  expect(head.match(/^Feedback-ID:/gim)).toHaveLength(1);
});

it('a Feedback-ID of the request takes the place of ours', async () => {
  const { head } = await delivered({ text: 'Hi', headers: { 'feedback-id': 'a:b:c:acme' } });
  expect(head.match(/^Feedback-ID: .*$/gim)).toEqual(['feedback-id: a:b:c:acme']);
});
