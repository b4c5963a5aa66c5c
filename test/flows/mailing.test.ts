import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { sandboxDkimRecord } from '../../src/features/sending/domains/index.ts';
import {
  addRecipients,
  closeMailing,
  createMailingMaker,
  startMailing,
  viewMailing,
  type NewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const RECIPIENTS = 1_200;

let sink: SmtpSink;
let app: TestApp;

beforeAll(async () => {
  const refused = new Set<string>();
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => {
        if (line.includes('nobody')) return { say: '550 5.1.1 No such user' };
        if (!line.includes('later') || refused.has(line)) return undefined;
        refused.add(line);
        return { say: '451 4.2.0 Come back' };
      },
    },
  });
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

function mailing(): NewMailing {
  return {
    mailClass: 'campaign',
    from: { name: 'Acme', address: address(`onboarding@${app.installation.config.sandboxDomain}`) },
    replyTo: [],
    headers: [],
    linkPrefixes: [],
    subject: ['News for ', { slot: 'name', as: 'text' }],
    html: ['<p>Hello ', { slot: 'name', as: 'html' }, '</p>'],
    text: ['Hello ', { slot: 'name', as: 'text' }],
  };
}

/** Returns the address of a recipient by number. Some addresses do not exist, and some are greylisted. */
function recipientOf(no: number): string {
  if (no % 100 === 0) return `nobody${no}@x.example`;
  return no % 50 === 1 ? `later${no}@x.example` : `reader${no}@x.example`;
}

async function send(accountId: number, count: number): Promise<string> {
  const { clock, db } = app.installation;
  const make = createMailingMaker({ clock });
  const id = await db.transaction((tx) => make(tx, accountId, mailing()));
  const recipients = Array.from({ length: count }, (_none, no) => ({
    address: address(recipientOf(no)),
    values: { name: `Zoë ${no} <b>` },
  }));
  await db.transaction((tx) => addRecipients(tx, accountId, id, recipients));
  await db.transaction((tx) => startMailing(tx, accountId, id));
  return id;
}

describe('mailing', () => {
  it('reaches each recipient once with a separate, valid message, and a login code overtakes it', async () => {
    const tenant = await app.newAccount();
    const { account } = tenant;
    const id = await send(account.id, RECIPIENTS);
    const code = await tenant.post('/transactional/emails', {
      from: `onboarding@${app.installation.config.sandboxDomain}`,
      to: [account.email],
      subject: 'Your code',
      text: '123456',
    });
    expect(code.status).toBe(202);
    app.deliver();
    const { db } = app.installation;
    await eventually('the greylisted recipients have rows in the queue', async () => {
      const waiting = await db.query(
        { name: 'test_waiting', text: 'select from delivery where next_at is not null' },
        [],
      );
      return waiting.length === RECIPIENTS / 50 ? waiting : undefined;
    });
    await db.script('update delivery set next_at = now() where next_at is not null');
    const done = await eventually('the mailing is sent', async () => {
      const view = await viewMailing(db, account.id, id);
      return view?.state === 'sent' ? view : undefined;
    });
    expect(done).toMatchObject({ recipients: RECIPIENTS, delivered: RECIPIENTS * 0.99, bounced: RECIPIENTS / 100 });

    const campaign = sink.messages.filter(({ to }) => to[0]?.endsWith('@x.example'));
    expect(new Set(campaign.map(({ to }) => to[0])).size).toBe(RECIPIENTS * 0.99);
    expect(campaign).toHaveLength(RECIPIENTS * 0.99);
    const codeAt = sink.messages.findIndex(({ to }) => to[0] === account.email);
    expect(codeAt).toBeLessThan(RECIPIENTS / 2);

    const { config, vault } = app.installation;
    const record = await sandboxDkimRecord(db, vault, config.sandboxDomain);
    const verified = await dkimVerify(campaign[7]?.data ?? Buffer.alloc(0), {
      resolver: () => Promise.resolve([[record.data]]),
    });
    expect(verified.results.map(({ status }) => status)).toMatchObject([{ result: 'pass' }]);
    const bodies = new Set(campaign.map(({ data }) => data.toString('latin1').split('\r\n\r\n').slice(1).join()));
    expect(bodies.size).toBe(campaign.length);
  });

  it('suppresses nonexistent recipients, for transactional email too', async () => {
    const { db } = app.installation;
    const found = await db.query<{ count: number }>(
      {
        name: 'test_suppressed',
        text: `select count(*)::integer as count from suppression where address like 'nobody%'`,
      },
      [],
    );
    expect(found).toEqual([{ count: RECIPIENTS / 100 }]);
  });
});

describe('open mailing', () => {
  it('sends to each recipient as it is added, reports suppressed ones, and ends once it is closed', async () => {
    const { clock, db } = app.installation;
    const { account } = await app.newAccount();
    const make = createMailingMaker({ clock });
    const id = await db.transaction((tx) =>
      make(tx, account.id, { ...mailing(), mailClass: 'confirmation', kind: 'open' }),
    );
    await db.query(
      {
        name: 'test_suppress',
        text: `insert into suppression (account_id, address, reason) values ($1, $2, 'manual')`,
      },
      [account.id, 'stop@open.example'],
    );
    for (const name of ['one', 'stop', 'two', 'nobody']) {
      const recipient = { address: address(`${name}@open.example`), values: { name } };
      await db.transaction((tx) => addRecipients(tx, account.id, id, [recipient]));
      await eventually(`${name} has an outcome`, async () => {
        const view = await viewMailing(db, account.id, id);
        const finished = view && view.delivered + view.bounced + view.suppressed;
        return finished === view?.recipients || undefined;
      });
    }
    expect(await viewMailing(db, account.id, id)).toMatchObject({
      state: 'sending',
      recipients: 4,
      delivered: 2,
      bounced: 1,
      suppressed: 1,
    });
    await db.transaction((tx) => closeMailing(tx, account.id, id));
    expect(await viewMailing(db, account.id, id)).toMatchObject({ state: 'sent', recipients: 4 });
    const arrived = sink.messages.flatMap(({ to }) => to).filter((to) => to.endsWith('@open.example'));
    expect(arrived).toEqual(['one@open.example', 'two@open.example']);
  });
});
