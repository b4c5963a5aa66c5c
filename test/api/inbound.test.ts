import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { statement } from '../../src/base/db.ts';
import { purgeReceived, type ReportMail } from '../../src/features/outcomes/inbound/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import {
  dsnMail,
  feedbackMail,
  INBOUND_ENVIRONMENT,
  inboundMails,
  makeDue,
  moveTo,
  newSender,
  sentMail,
  startTestInbound,
  type SentMail,
  type TestInbound,
} from '../support/inbound.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

const countOutcomes = statement<[accountId: number], { delivered: number; bounced: number; complained: number }>(
  'test_inbound_counts',
  `select sum(delivered)::integer as delivered, sum(bounced)::integer as bounced, sum(complained)::integer as complained
   from transactional_tag_hour where account_id = $1 and tag = ''`,
);
const suppressedOf = statement<[accountId: number], { address: string; reason: string; detail: string | null }>(
  'test_inbound_suppressed',
  'select address, reason, detail from suppression where account_id = $1 order by address',
);
const unsubscribedOf = statement<[accountId: number], { address: string }>(
  'test_inbound_unsubscribed',
  'select address from inbound_unsubscribe where account_id = $1',
);
const waitAgain = statement<[], unknown>(
  'test_inbound_wait_again',
  `update inbound_mail set state = 'waiting', next_at = now(), attempts = 0`,
);
const stealLease = statement<[id: string], unknown>(
  'test_inbound_steal',
  'update inbound_mail set epoch = epoch + 1 where id = $1',
);
const setAttempts = statement<[attempts: number], unknown>(
  'test_inbound_attempts',
  'update inbound_mail set attempts = $1, next_at = now()',
);
const insertOld = statement<[id: string, state: string, isDue: boolean, bytes: number], unknown>(
  'test_inbound_insert_old',
  `insert into inbound_mail (id, mail_from, recipients, peer, raw, state, next_at)
   values ($1, '', '{}', '', convert_to(repeat('x', $4), 'UTF8'), $2, case when $3 then now() + interval '1 day' end)`,
);

let app: TestApp;
let tenant: Tenant;
let inbound: TestInbound;
let reports: ReportMail[];
let answerReport: (mail: ReportMail) => Promise<string>;

beforeEach(async () => {
  app = await startApp(INBOUND_ENVIRONMENT);
  tenant = await newSender(app);
  reports = [];
  answerReport = async () => 'done';
  inbound = await startTestInbound(app.installation, {
    'tls-reports': async (_tx, mail) => {
      reports.push(mail);
      return answerReport(mail);
    },
  });
});

afterEach(async () => {
  await inbound.close();
  await app.close();
});

async function recordOf({ id }: SentMail) {
  const { body } = await tenant.get(`/transactional/emails/${id}`);
  return { status: body.status, events: body.events.map(({ event }: { event: string }) => event), body };
}

describe('asynchronous bounce', () => {
  test("marks a delivered message as bounced, with an event, the server's reply, a count and a suppression", async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    expect(await inbound.send(mail.returnPath, dsnMail())).toBe('250 2.0.0 Stored');
    const [row] = await inbound.settled();
    expect(row).toMatchObject({ state: 'done', reason: `${mail.id} recipient 0 bounced 5.1.1` });
    const { body, events, status } = await recordOf(mail);
    expect({ status, events }).toEqual({ status: 'bounced', events: ['queued', 'bounced'] });
    expect(JSON.stringify(body.events)).toContain('550 5.1.1 User unknown');
    expect(await suppressedOf(app.installation.db, tenant.account.id)).toEqual([
      { address: 'ann@there.example', reason: 'bounced', detail: '550 5.1.1 User unknown' },
    ]);
    expect(await countOutcomes(app.installation.db, tenant.account.id)).toMatchObject([{ bounced: 1 }]);
  });

  test('of a full mailbox or a policy suppresses no address', async () => {
    const full = await sentMail(app.installation, tenant, ['full@there.example']);
    const blocked = await sentMail(app.installation, tenant, ['blocked@there.example']);
    await inbound.send(full.returnPath, dsnMail('5.2.2', 'smtp; 552 5.2.2 Mailbox full'));
    await inbound.send(blocked.returnPath, dsnMail('5.7.1', 'smtp; 550 5.7.1 Blocked'));
    await inbound.settled();
    expect([(await recordOf(full)).status, (await recordOf(blocked)).status]).toEqual(['bounced', 'bounced']);
    expect(await suppressedOf(app.installation.db, tenant.account.id)).toEqual([]);
  });

  test('suppresses the address if only the text reports that it does not exist', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const words = "smtp; 554: delivery error: dd This user doesn't have a there.example account";
    await inbound.send(mail.returnPath, dsnMail('5.0.0', words));
    await inbound.settled();
    expect(await suppressedOf(app.installation.db, tenant.account.id)).toMatchObject([
      { address: 'ann@there.example' },
    ]);
  });

  test('counts once, however often it arrives', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    for (let time = 0; time < 3; time += 1) await inbound.send(mail.returnPath, dsnMail());
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'ignored', 'ignored']);
    expect((await recordOf(mail)).events).toEqual(['queued', 'bounced']);
  });

  test('affects one recipient of several', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example', 'bob@there.example']);
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.settled();
    const suppressed = await suppressedOf(app.installation.db, tenant.account.id);
    expect(suppressed.map(({ address }) => address)).toEqual(['ann@there.example']);
    expect((await recordOf(mail)).status).toBe('delivered');
  });

  test('ends a message with an unknown result, so that it is not sent again', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example'], 6);
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.settled();
    expect((await recordOf(mail)).status).toBe('bounced');
    const [row] = await app.installation.db.query<{ next_at: Date | null }>(
      { name: '', text: 'select next_at from delivery where account_id = $1' },
      [tenant.account.id],
    );
    expect(row?.next_at).toBeNull();
  });

  test('waits if it arrives before the delivery is recorded', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example'], 5);
    await inbound.send(mail.returnPath, dsnMail());
    const { db } = app.installation;
    await eventually('the report is deferred', async () => {
      const [row] = await inboundMails(db);
      return row?.reason?.includes('still being sent') ? row : undefined;
    });
    expect((await recordOf(mail)).status).toBe('queued');
    await moveTo(app.installation, tenant, mail, 7);
    await makeDue(db);
    await inbound.settled();
    expect((await recordOf(mail)).status).toBe('bounced');
  });

  test('of a delay, of a failed or suppressed message, or of a deleted one changes nothing', async () => {
    const delayed = await sentMail(app.installation, tenant, ['ann@there.example']);
    const failed = await sentMail(app.installation, tenant, ['bob@there.example'], 2);
    await moveTo(app.installation, tenant, failed, 2);
    const dropped = await sentMail(app.installation, tenant, ['eve@there.example']);
    await app.installation.db.query({ name: '', text: 'delete from delivery where message_id = $1' }, [
      dropped.messageId,
    ]);
    await inbound.send(delayed.returnPath, dsnMail('4.4.1', 'smtp; 451 later', 'delayed'));
    await inbound.send(failed.returnPath, dsnMail());
    await inbound.send(dropped.returnPath, dsnMail());
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state)).toEqual(['ignored', 'ignored', 'unclassified']);
    expect((await recordOf(delayed)).status).toBe('delivered');
    expect((await recordOf(failed)).status).toBe('failed');
  });
});

describe('complaint', () => {
  test('marks a delivered message as complained with one event and suppresses the address', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    await inbound.send('fbl@mx.shop.example', feedbackMail(mail.returnPath), 'feedback@provider.example');
    await inbound.send('fbl@mx.shop.example', feedbackMail(mail.returnPath), 'feedback@provider.example');
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'ignored']);
    expect(await recordOf(mail)).toMatchObject({ status: 'complained', events: ['queued', 'complained'] });
    expect(await suppressedOf(app.installation.db, tenant.account.id)).toMatchObject([
      { address: 'ann@there.example', reason: 'complained' },
    ]);
    expect(await countOutcomes(app.installation.db, tenant.account.id)).toEqual([
      { delivered: 0, bounced: 0, complained: 1 },
    ]);
  });

  test('is recorded after a bounce too, but not a bounce after a complaint', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.settled();
    await inbound.send('fbl@bounces.example', feedbackMail(mail.returnPath));
    await inbound.settled();
    await inbound.send(mail.returnPath, dsnMail());
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'ignored']);
    expect(await recordOf(mail)).toMatchObject({ status: 'complained', events: ['queued', 'bounced', 'complained'] });
  });

  test.each([
    ["of the sender's domain", () => []],
    ['and the account in the Feedback-ID', () => [`Feedback-ID: t:transactional:${tenant.account.id}:postrider`]],
    [
      'and a wrong account in the Feedback-ID',
      () => [`Feedback-ID: t:transactional:${tenant.account.id + 1}:postrider`],
    ],
  ])('is matched by the Message-ID %s if the return path is missing', async (_name, more) => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const header = [`Message-ID: <${mail.id.slice(3)}@shop.example>`, ...more()];
    await inbound.send('fbl@mx.shop.example', feedbackMail(undefined, 'abuse', header));
    expect(await inbound.settled()).toMatchObject([{ state: 'done' }]);
    expect((await recordOf(mail)).status).toBe('complained');
  });

  test('by Message-ID applies to the named recipient, and to none of several without a name', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example', 'bob@there.example']);
    const id = `Message-ID: <${mail.id.slice(3)}@shop.example>`;
    await inbound.send('fbl@mx.shop.example', feedbackMail(undefined, 'abuse', [id, 'To: redacted@there.example']));
    await inbound.send(
      'fbl@mx.shop.example',
      feedbackMail(undefined, 'abuse', [id, 'Delivered-To: BOB@there.example']),
    );
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['done', 'unclassified']);
    expect(await suppressedOf(app.installation.db, tenant.account.id)).toMatchObject([
      { address: 'bob@there.example', reason: 'complained' },
    ]);
  });

  test('by an unknown Message-ID or one of another domain is only recorded', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const other = mail.id.slice(3).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const id of [`${other}@shop.example`, `${mail.id.slice(3)}@elsewhere.example`]) {
      await inbound.send('fbl@mx.shop.example', feedbackMail(undefined, 'abuse', [`Message-ID: <${id}>`]));
    }
    expect((await inbound.settled()).map(({ state }) => state)).toEqual(['unclassified', 'unclassified']);
    expect((await recordOf(mail)).status).toBe('delivered');
  });

  test('by public data changes nothing: a Message-ID, or an altered code', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const header = [`Message-ID: <${mail.id.slice(3)}@shop.example>`];
    const altered = mail.returnPath.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@'));
    for (const from of ['x@shop.example', altered]) {
      await inbound.send('fbl@mx.shop.example', feedbackMail(from, 'abuse', header));
      await inbound.send('fbl@mx.shop.example', feedbackMail(from, 'opt-out', header));
    }
    const rows = await inbound.settled();
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'unclassified'));
    expect((await recordOf(mail)).status).toBe('delivered');
    expect(await unsubscribedOf(app.installation.db, tenant.account.id)).toEqual([]);
    const { body } = await tenant.get('/transactional/suppressions');
    expect(body.data).toEqual([]);
  });

  test('of not-spam is only recorded', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    await inbound.send('fbl@mx.shop.example', feedbackMail(mail.returnPath, 'not-spam'));
    expect(await inbound.settled()).toMatchObject([{ state: 'ignored' }]);
    expect((await recordOf(mail)).status).toBe('delivered');
  });
});

describe('unsubscribe email', () => {
  test('is stored once with the recipient address of the message', async () => {
    const mail = await sentMail(app.installation, tenant, ['Ann@there.example']);
    const raw = 'From: somebody@else.example\r\nSubject: unsubscribe\r\n\r\n';
    await inbound.send(mail.unsubscribe, raw, 'somebody@else.example');
    await inbound.send(mail.unsubscribe, raw, 'somebody@else.example');
    await inbound.send('fbl@mx.shop.example', feedbackMail(mail.returnPath, 'opt-out'));
    expect(await inbound.settled()).toMatchObject([{ state: 'done' }, { state: 'done' }, { state: 'done' }]);
    expect(await unsubscribedOf(app.installation.db, tenant.account.id)).toEqual([{ address: 'ann@there.example' }]);
    expect((await recordOf(mail)).status).toBe('delivered');
  });
});

describe('report', () => {
  const raw = [
    'From: tlsrpt@provider.example',
    'Subject: Report Domain: shop.example',
    'Content-Type: multipart/report; report-type=tlsrpt; boundary=r',
    '',
    '--r',
    'Content-Type: application/TLSRPT+gzip; name="r.json.gz"',
    'Content-Transfer-Encoding: base64',
    '',
    gzipSync('{"policies":[]}').toString('base64'),
    '--r--',
    '',
  ].join('\r\n');

  test('reaches its handler with its parts', async () => {
    await inbound.send('TLS-Reports@mx.shop.example', raw, 'tlsrpt@provider.example');
    expect(await inbound.settled()).toMatchObject([{ state: 'done' }]);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      rcptLocalPart: 'tls-reports',
      rcptDomain: 'mx.shop.example',
      mailFrom: 'tlsrpt@provider.example',
      attachments: [{ mimeType: 'application/tlsrpt+gzip', filename: 'r.json.gz' }],
    });
    expect(Buffer.from(reports[0]?.attachments[0]?.content ?? [])).toEqual(gzipSync('{"policies":[]}'));
    expect(reports[0]?.headers.get('subject')).toBe('Report Domain: shop.example');
  });

  test('that its handler cannot parse is unreadable, and one without a handler stays unclassified', async () => {
    answerReport = async () => 'No JSON';
    await inbound.send('tls-reports@mx.shop.example', raw);
    await inbound.send('dmarc-reports@mx.shop.example', raw);
    expect(await inbound.settled()).toMatchObject([
      { state: 'unreadable', reason: 'No JSON' },
      { state: 'unclassified', reason: 'No handler for dmarc-reports' },
    ]);
  });

  test('expires after five attempts if it crashes its handler', async () => {
    answerReport = () => Promise.reject(new Error(`Poison \u0000${reports.length}`));
    const { db } = app.installation;
    await inbound.send('tls-reports@mx.shop.example', raw);
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await eventually(`attempt ${attempt} fails`, async () => {
        const [row] = await inboundMails(db);
        return row?.reason === `Poison ${attempt}` ? row : undefined;
      });
      await makeDue(db);
      inbound.wake();
    }
    expect(await inbound.settled()).toMatchObject([{ state: 'unreadable', attempts: 5, reason: 'Poison 5' }]);
    expect(reports).toHaveLength(5);
  });

  test('whose handler exceeds its lease has no effect from that run', async () => {
    const { db } = app.installation;
    answerReport = async ({ id }) => {
      if (reports.length === 1) await stealLease(db, id);
      return 'done';
    };
    await inbound.send('tls-reports@mx.shop.example', raw);
    await eventually('the first attempt is made', async () => (reports.length === 1 ? true : undefined));
    await makeDue(db);
    expect(await inbound.settled()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });
});

describe('processing', () => {
  test('of a message again has no second effect', async () => {
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    await inbound.send(mail.returnPath, dsnMail());
    await inbound.settled();
    await waitAgain(app.installation.db);
    expect(await inbound.settled()).toMatchObject([{ state: 'ignored' }]);
    expect((await recordOf(mail)).events).toEqual(['queued', 'bounced']);
    expect(await countOutcomes(app.installation.db, tenant.account.id)).toMatchObject([{ bounced: 1 }]);
  });

  test('by two processes handles each message once', async () => {
    const other = await startTestInbound(app.installation);
    try {
      const mails = await Promise.all(
        Array.from({ length: 12 }, (_, no) => sentMail(app.installation, tenant, [`user${no}@there.example`])),
      );
      await Promise.all(mails.map(({ returnPath }, no) => (no % 2 ? inbound : other).send(returnPath, dsnMail())));
      const rows = await inbound.settled();
      expect(rows.map(({ attempts, state }) => [state, attempts])).toEqual(mails.map(() => ['done', 1]));
      expect(await countOutcomes(app.installation.db, tenant.account.id)).toMatchObject([{ bounced: 12 }]);
    } finally {
      await other.close();
    }
  });

  test('expires a message after its process has died five times', async () => {
    await inbound.close();
    const mail = await sentMail(app.installation, tenant, ['ann@there.example']);
    const listening = await startTestInbound(app.installation);
    await listening.send(mail.returnPath, dsnMail());
    await listening.settled();
    await listening.close();
    await waitAgain(app.installation.db);
    await setAttempts(app.installation.db, 5);
    inbound = await startTestInbound(app.installation);
    expect(await inbound.settled()).toMatchObject([
      { state: 'unreadable', reason: 'Not processed: the process ended 5 times while reading the message' },
    ]);
  });

  test('of a message to several addresses applies to each', async () => {
    const ann = await sentMail(app.installation, tenant, ['ann@there.example']);
    const bob = await sentMail(app.installation, tenant, ['bob@there.example']);
    await inbound.send([bob.returnPath, ann.returnPath, ann.returnPath.toUpperCase()], dsnMail());
    expect(await inbound.settled()).toMatchObject([{ state: 'done' }]);
    expect([(await recordOf(ann)).status, (await recordOf(bob)).status]).toEqual(['bounced', 'bounced']);
  });
});

describe('received message', () => {
  const old = (day: string, no: number): string => `${day}-7000-8000-00000000000${no}`;

  test('is removed after thirty days unless it still waits', async () => {
    const { db } = app.installation;
    const day = 86_400_000;
    const idOf = (daysAgo: number): string => {
      const hex = (Math.floor(Date.now() / day) * day - daysAgo * day).toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}`;
    };
    await insertOld(db, old(idOf(31), 1), 'done', false, 10);
    await insertOld(db, old(idOf(31), 2), 'waiting', true, 10);
    await insertOld(db, old(idOf(30), 3), 'ignored', false, 10);
    // A background job of the running server may already have removed the row.
    await purgeReceived(db);
    expect((await inboundMails(db)).map(({ id }) => id.slice(-1))).toEqual(['2', '3']);
  });

  test('is removed, oldest first, if the total size is too large', async () => {
    const { db } = app.installation;
    for (let no = 1; no <= 4; no += 1) await insertOld(db, old('ffffffff-0000', no), 'done', false, 1_000);
    expect(await purgeReceived(db, { keptBytes: 2_000 })).toBe(2);
    expect((await inboundMails(db)).map(({ id }) => id.slice(-1))).toEqual(['3', '4']);
  });
});
