// Place in a run: slow.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { postmarkClient } from '../support/postmark.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const DOMAIN = 'broadcast.news.test';
const READERS = Array.from({ length: 1_000 }, (_, index) => `reader-${index}@x.test`);
/** Recipients who unsubscribe with their email client's one-click button. */
const LEAVING = READERS.filter((_, index) => index % 40 === 7);
/** Postmark's maximum batch size. */
const BATCH = 500;

let app: TestApp;
let sink: SmtpSink;
let tenant: Awaited<ReturnType<typeof vendorAccount>>;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  tenant = await vendorAccount(app, 'postmark', {}, DOMAIN);
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

it(
  'a Postmark broadcast leaves out the readers who unsubscribed from the previous one',
  { timeout: 300_000 },
  async () => {
    const client = postmarkClient(app.url, tenant.key);
    const broadcast = async (Subject: string): Promise<readonly number[]> => {
      const mails = READERS.map((To) => ({
        From: `news@${DOMAIN}`,
        To,
        Subject,
        MessageStream: 'broadcast',
        HtmlBody: '<p>News</p><a href="{{{ pm:unsubscribe_url }}}">Unsubscribe</a>',
      }));
      const results = [];
      for (let start = 0; start < mails.length; start += BATCH) {
        results.push(...(await client.sendEmailBatch(mails.slice(start, start + BATCH))));
      }
      return results.map(({ ErrorCode }) => ErrorCode);
    };
    const receivedOf = (subject: string) =>
      sink.messages.filter(({ data }) => data.toString().includes(`\r\nSubject: ${subject}\r\n`));

    expect(new Set(await broadcast('First'))).toEqual(new Set([0]));
    await sink.until(({ messages }) => messages.length === READERS.length);
    for (const { data, to } of receivedOf('First')) {
      if (!LEAVING.some((address) => to.includes(address))) continue;
      const head = data.toString().replaceAll(/\r\n[ \t]+/g, ' ');
      const [, link = ''] = /^List-Unsubscribe: <([^>]+)>/m.exec(head) ?? [];
      const { pathname } = new URL(link);
      const body = 'List-Unsubscribe=One-Click';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await fetch(`${app.url}${pathname}`, { method: 'POST', headers, body })).status).toBe(200);
    }
    const { Suppressions } = await client.getSuppressions('broadcast');
    expect(Suppressions.map(({ EmailAddress }) => EmailAddress).toSorted()).toEqual(LEAVING.toSorted());

    const second = await broadcast('Second');
    expect(READERS.filter((_, index) => second[index] !== 0)).toEqual(LEAVING);
    await sink.until(({ messages }) => messages.length === 2 * READERS.length - LEAVING.length);
    const got = new Set(receivedOf('Second').flatMap(({ to }) => to));
    expect(LEAVING.filter((address) => got.has(address))).toEqual([]);
  },
);
