import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queueCommand } from '../../src/app/commands/queue.ts';
import {
  addRecipients,
  createMailingMaker,
  startMailing,
  type NewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const RECIPIENTS = 600;

let app: TestApp;
let sink: SmtpSink;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

/** Runs the command and returns its output. */
async function queue(...args: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await queueCommand(app.installation, args);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

it('rejects new email while a running campaign finishes, and waits for it', async () => {
  const { clock, config, db } = app.installation;
  const tenant = await app.newAccount();
  const mailing: NewMailing = {
    mailClass: 'campaign',
    from: { name: 'Acme', address: address(`onboarding@${config.sandboxDomain}`) },
    replyTo: [],
    headers: [],
    linkPrefixes: [],
    subject: ['News'],
    html: ['<p>Hello</p>'],
    text: ['Hello'],
  };
  const make = createMailingMaker({ clock });
  const id = await db.transaction((tx) => make(tx, tenant.account.id, mailing));
  const recipients = Array.from({ length: RECIPIENTS }, (_none, no) => ({
    address: address(`reader${no}@drained.example`),
    values: {},
  }));
  await db.transaction((tx) => addRecipients(tx, tenant.account.id, id, recipients));
  await db.transaction((tx) => startMailing(tx, tenant.account.id, id));

  await expect(queue('drain', '--wait', '1')).rejects.toThrow(/not drained within 1 s: .*bulk email is due/);
  const mail = { from: `onboarding@${config.sandboxDomain}`, to: [tenant.account.email], subject: 'Hi', text: 'Hi' };
  expect((await tenant.post('/transactional/emails', mail)).status).toBe(503);
  app.deliver();
  expect(await queue('drain', '--wait', '60')).toMatch(/Drained: no emails are due\.\n$/);
  expect(sink.messages).toHaveLength(RECIPIENTS);
  expect((await tenant.post('/transactional/emails', mail)).status).toBe(503);
}, 120_000);
