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

/** Sends a request. Resolves with the header section and the body of the next message that arrives. */
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

it('generates a text part from the HTML if the request has none', async () => {
  const { body } = await delivered({ html: '<!--$--><p>Hi <a href="https://x.example/a">there</a></p><!--/$-->' });
  expect(body).toContain('Content-Type: text/plain');
  expect(body).toContain('Hi there (https://x.example/a)');
  expect(body).toContain('<!--$--><p>Hi <a href=3D"https://x.example/a">there</a></p><!--/$-->');
});

it('sends only HTML if the request has an empty text', async () => {
  const { body, head } = await delivered({ html: '<p>Hi</p>', text: '' });
  expect(head).toMatch(/^Content-Type: text\/html; charset=utf-8$/m);
  expect(body).toContain('<p>Hi</p>');
});

it('delivers all addresses of reply_to and the headers that only this endpoint accepts', async () => {
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

it('replaces our Feedback-ID with that of the request', async () => {
  const { head } = await delivered({ text: 'Hi', headers: { 'feedback-id': 'a:b:c:acme' } });
  expect(head.match(/^Feedback-ID: .*$/gim)).toEqual(['feedback-id: a:b:c:acme']);
});
