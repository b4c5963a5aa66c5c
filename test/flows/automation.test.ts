import { rmSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newSender, type Sender } from '../support/campaign-contents.ts';
import { createTestDatabase } from '../support/db.ts';
import { countersOf, passHours, plantAutomation } from '../support/planted-automations.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runProgram, type Program } from './program.ts';

/** Tests an automation from the sign-up to the third email. Runs Postrider as a separate process, as users do. */

const SECRET = 'a secret that only tests use, long enough';

let app: TestApp;
let dataDir: string;
let program: Program;
let sender: Sender;
let sink: SmtpSink;
let baseUrl: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  const test = await createTestDatabase();
  app = await startApp({}, test);
  sender = await newSender(app);
  dataDir = scratchFolder('postrider-automation-');
  program = runProgram(['start'], {
    DATABASE_URL: test.url,
    POSTRIDER_SECRET: SECRET,
    POSTRIDER_UNSAFE_DURABILITY: '1',
    POSTRIDER_DATA: dataDir,
    POSTRIDER_WORKERS: '1',
    POSTRIDER_CAMPAIGN_APPROVAL: 'off',
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PORT: '0',
  });
  [, baseUrl = ''] = await program.printed(/API {10}(http:\S+)/);
});
afterAll(async () => {
  await program.stop();
  await app.close();
  await sink.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function mailsTo(name: string) {
  const found = sink.messages.filter(({ to }) => to.includes(`${name}@read.example`));
  return Promise.all(found.map(async ({ data }) => PostalMime.parse(data)));
}

const untilMails = async (name: string, count: number) =>
  eventually(`email ${count} to ${name} arrives`, async () => {
    const mails = await mailsTo(name);
    return mails.length >= count ? mails : undefined;
  });

it('sends a new subscriber three emails in sequence, and nothing more after an unsubscribe', async () => {
  const { accountId, domain } = sender;
  const { db } = app.installation;
  const call = async (path: string, body: unknown) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // Safe cast: the test reads only the ID of a created list.
    return (await answer.json()) as { id: number };
  };
  const list = await call('/lists', { name: 'Tea club' });
  const html = '<p>Hello {{ contact.first_name | default: "you" }}, <a href="https://shop.example/tea">tea</a></p>';
  const automation = await plantAutomation(db, accountId, { type: 'apply_list', list: list.id }, [0, 24, 48], {
    html,
    from: `news@${domain}`,
  });
  for (const name of ['ann', 'bea']) {
    await call('/contacts', { email: `${name}@read.example`, first_name: name, lists: [list.id] });
  }
  const [first] = await untilMails('ann', 1);
  await untilMails('bea', 1);
  expect(first?.subject).toBe('Mail 1');
  expect(first?.html).toContain('Hello ann');
  const header = (mail: Awaited<ReturnType<typeof mailsTo>>[number] | undefined, key: string) =>
    mail?.headers.find((field) => field.key === key)?.value ?? '';
  expect(header(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');

  // The email is not sent a minute too early.
  await passHours(db, accountId, automation.id, 23.9);
  expect((await mailsTo('ann')).length).toBe(1);
  await passHours(db, accountId, automation.id, 0.2);
  await untilMails('ann', 2);
  const [, second] = await untilMails('bea', 2);
  expect(second?.subject).toBe('Mail 2');

  const [oneClick = ''] = /https?:[^>]+/.exec(header(second, 'list-unsubscribe')) ?? [];
  const left = await fetch(`${baseUrl}${new URL(oneClick).pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(left.status).toBe(200);
  await passHours(db, accountId, automation.id, 48);
  const [, , third] = await untilMails('ann', 3);
  expect(third?.subject).toBe('Mail 3');
  const ended = await eventually('both contacts have left the automation', async () => {
    const counters = await countersOf(db, accountId, automation.id);
    return counters.in === 0 ? counters : undefined;
  });
  expect(ended).toMatchObject({ entered: 2, finished: 1, ended: 1 });
  expect(ended.items.map((item) => item.sent)).toEqual([2, 2, 1]);
  expect((await mailsTo('bea')).length).toBe(2);
  // The outcomes of each email are counted in the email's row.
  await eventually('the last outcome is counted', async () => {
    const text = 'select sum(sent)::integer as sent from campaign_count where account_id = $1';
    return (await rowsOf<{ sent: number }>(db, text, [accountId]))[0]?.sent === 5 || undefined;
  });
}, 120_000);
