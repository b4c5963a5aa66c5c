// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineWork } from '../../src/app/doctor/work.ts';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import { createUserMailer } from '../../src/app/people.ts';
import { silentLog } from '../../src/base/log.ts';
import { notifyAutomaticPauses } from '../../src/features/administration/account-settings/index.ts';
import { createPerson } from '../../src/features/tenants/people/index.ts';
import {
  findAccount,
  pauseAccount,
  pauseMailClass,
  resumeAccount,
  resumeMailClass,
} from '../../src/features/tenants/accounts/index.ts';
import { isolated, type RecordedOutcome } from '../../src/features/sending/delivery/index.ts';
import {
  addRecipients,
  createMailingMaker,
  pauseMailing,
  releaseLiftedClasses,
  resumeMailing,
  startMailing,
  viewMailing,
} from '../../src/features/sending/mailings/index.ts';
import { healthByClass } from '../../src/features/outcomes/mail-health/index.ts';
import { isFault, parseAddress, type EmailAddress } from '../../src/mail/address.ts';
import type { MailClass, MailingClass } from '../../src/mail/mail-class.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { goesOn } from '../support/time-left.ts';

const CHUNK = 250;

let sink: SmtpSink;
let app: TestApp;
let isLaterRefused = true;

beforeAll(async () => {
  sink = await startSmtpSink({
    on: {
      rcpt: ({ line }) => {
        if (line.includes('gone')) return { say: '550 5.1.1 No such user' };
        return line.includes('later') && isLaterRefused ? { say: '451 4.2.0 Come back' } : undefined;
      },
    },
  });
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_PAUSE_MINIMUM: '20',
  });
  app.deliver();
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

async function rows<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

async function newAccount(): Promise<{
  readonly id: number;
  readonly email: string;
  readonly send: () => Promise<number>;
}> {
  const tenant = await app.newAccount();
  const send = async (): Promise<number> => {
    const answer = await tenant.post('/transactional/emails', {
      from: `onboarding@${app.installation.config.sandboxDomain}`,
      to: ['delivered@sandbox.localhost'],
      subject: 'Your code',
      text: '123456',
    });
    return answer.status;
  };
  return { id: tenant.account.id, email: tenant.account.email, send };
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (isFault(parsed)) throw new Error(parsed.fault);
  return parsed;
}

async function start(accountId: number, to: readonly string[], mailClass: MailingClass = 'campaign'): Promise<string> {
  const { clock, config, db } = app.installation;
  const make = createMailingMaker({ clock });
  return db.transaction(async (tx) => {
    const id = await make(tx, accountId, {
      mailClass,
      from: { name: 'Acme', address: address(`onboarding@${config.sandboxDomain}`) },
      replyTo: [],
      headers: [],
      linkPrefixes: [],
      subject: ['News'],
      html: undefined,
      text: ['Hello'],
    });
    await addRecipients(
      tx,
      accountId,
      id,
      to.map((one) => ({ address: address(one), values: {} })),
    );
    await startMailing(tx, accountId, id);
    return id;
  });
}

function names(count: number, what: string): string[] {
  return Array.from({ length: count }, (_, no) => `${what}${no}@x.example`);
}

const view = (accountId: number, id: string) => viewMailing(app.installation.db, accountId, id);

async function sent(accountId: number, id: string): Promise<void> {
  await eventually('the mailing is sent', async () =>
    (await view(accountId, id))?.state === 'sent' ? true : undefined,
  );
}

async function pausedClasses(email: string): Promise<string[]> {
  const account = await findAccount(app.installation.db, email);
  return (account?.pausedClasses ?? []).map(({ mailClass, reason }) => `${mailClass}: ${reason}`);
}

/** Counts an account's waiting rows: held rows, which are never claimed, and due rows. */
async function waiting(accountId: number): Promise<{ held: number; due: number }> {
  const [row] = await rows<{ held: number; due: number }>(
    `select count(*) filter (where next_at = 'infinity')::integer as held,
       count(*) filter (where next_at < 'infinity')::integer as due
     from (
       select next_at from mailing_chunk where account_id = $1 and next_at is not null
       union all
       select next_at from delivery where account_id = $1 and class > 0 and next_at is not null
     ) w`,
    [accountId],
  );
  return row ?? { held: 0, due: 0 };
}

async function allHeld(accountId: number): Promise<number> {
  return eventually('all waiting messages are held', async () => {
    const { due, held } = await waiting(accountId);
    return due === 0 && held > 0 ? held : undefined;
  });
}

async function release(): Promise<void> {
  await releaseLiftedClasses(app.installation);
}

/** Passes outcomes of the given kinds to all listeners, as delivery records them. */
async function happen(
  accountId: number,
  counts: Partial<Record<RecordedOutcome['kind'], number>>,
  changes: Partial<RecordedOutcome> & { readonly mailClass: MailClass },
): Promise<void> {
  const { clock, config, db, log } = app.installation;
  const listen = isolated({ clock, log, listeners: outcomeListeners(config) });
  const finishedAt = new Date();
  // Safe cast: the keys of the record are the kinds.
  const outcomes = (Object.entries(counts) as [RecordedOutcome['kind'], number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, recipientNo): RecordedOutcome => ({
      id: crypto.randomUUID(),
      messageId: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41',
      recipientNo,
      recipient: address('ann@x.example'),
      kind,
      status: null,
      reason: null,
      bounceClass: kind === 'bounced' ? 'policy' : undefined,
      handedOverAt: finishedAt,
      finishedAt,
      wasSent: false,
      becameDelayed: false,
      route: 'direct',
      ...changes,
    })),
  );
  await db.transaction((tx) => listen(tx, accountId, outcomes));
}

describe('outcomes of bulk email', () => {
  it('are not counted as transactional, have no tag and no timeline, and never pause the account', async () => {
    const account = await newAccount();
    const mailing = await start(account.id, [...names(5, 'ann-a'), ...names(20, 'gone-a')]);
    await sent(account.id, mailing);
    expect(await view(account.id, mailing)).toMatchObject({ delivered: 5, bounced: 20 });
    expect(await rows('select tag from transactional_tag_hour where account_id = $1', [account.id])).toEqual([]);
    expect(await rows('select event from event where account_id = $1', [account.id])).toEqual([]);
    expect((await findAccount(app.installation.db, account.email))?.pausedAt).toBeUndefined();
    expect(
      await rows(
        'select class, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced from mail_class_hour where account_id = $1 group by 1',
        [account.id],
      ),
    ).toEqual([{ class: 3, delivered: 5, bounced: 20 }]);
    expect(await account.send()).toBe(202);
  });

  it('pause only their class, with the numbers, visible in status, doctor and to the operator', async () => {
    const account = await newAccount();
    await happen(account.id, { delivered: 100 }, { mailClass: 'confirmation' });
    await happen(account.id, { delivered: 90, bounced: 10 }, { mailClass: 'campaign' });
    const reason = 'bounce rate of 10% (10 of 100) in 7 days, above the limit of 5%';
    expect(await pausedClasses(account.email)).toEqual([`campaign: ${reason}`]);
    expect((await findAccount(app.installation.db, account.email))?.pausedAt).toBeUndefined();
    const findings = await examineWork(app.installation);
    expect(findings).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        subject: 'bulk email',
        message: `campaigns of ${account.email} are paused: ${reason}`,
      }),
    );
    const confirmation = await start(account.id, ['ann-b@x.example'], 'confirmation');
    await sent(account.id, confirmation);
    expect(await account.send()).toBe(202);
    await resumeMailClass(app.installation.db, account.id, 'campaign');
    await happen(account.id, { bounced: 1 }, { mailClass: 'campaign' });
    expect(await pausedClasses(account.email)).toEqual([]);
  });

  it('count from the hour in which the pause was lifted, as status shows', async () => {
    await goesOn(3_600_000, 10_000);
    const account = await newAccount();
    await happen(account.id, { delivered: 60, bounced: 40 }, { mailClass: 'campaign' });
    expect(await pausedClasses(account.email)).toHaveLength(1);
    await resumeMailClass(app.installation.db, account.id, 'campaign');
    const health = async () => healthByClass(app.installation.db, account.id);
    expect(await health()).toMatchObject([{ mail_class: 'campaign', delivered: 0, bounced: 0, bounce_rate: 0 }]);
    await happen(account.id, { delivered: 43 }, { mailClass: 'campaign' });
    await happen(account.id, { bounced: 1 }, { mailClass: 'campaign' });
    expect(await pausedClasses(account.email)).toEqual([]);
    await happen(account.id, { bounced: 39 }, { mailClass: 'campaign' });
    expect(await pausedClasses(account.email)).toEqual([
      'campaign: bounce rate of 48.2% (40 of 83) in 7 days, above the limit of 5%',
    ]);
    expect(await health()).toMatchObject([{ delivered: 43, bounced: 40, bounce_rate: 48.19 }]);
  });

  it('pause a class for reported complaints, and revoke deliveries after late bounces', async () => {
    const account = await newAccount();
    await happen(account.id, { delivered: 100 }, { mailClass: 'automation' });
    await happen(account.id, { bounced: 2 }, { mailClass: 'automation', route: 'report', deliveredAt: new Date() });
    expect(
      await rows('select delivered, bounced, complained from mail_class_hour where account_id = $1', [account.id]),
    ).toEqual([{ delivered: 98, bounced: 2, complained: 0 }]);
    expect(await pausedClasses(account.email)).toEqual([]);
    await happen(account.id, { complained: 1 }, { mailClass: 'automation', route: 'report' });
    expect(await pausedClasses(account.email)).toEqual([
      'automation: complaint rate of 1.03% (1 of 98) in 7 days, above the limit of 0.3%',
    ]);
  });

  it('to test addresses do not count, and a bad transactional rate pauses no bulk class', async () => {
    const account = await newAccount();
    await happen(account.id, { bounced: 50 }, { mailClass: 'campaign', route: 'test' });
    await happen(account.id, { bounced: 50 }, { mailClass: 'transactional' });
    expect(await pausedClasses(account.email)).toEqual([]);
    expect((await findAccount(app.installation.db, account.email))?.pauseReason).toContain('bounce rate of 100%');
  });
});

describe('automatic pause', () => {
  const report = async (isBroken?: (to: string) => boolean): Promise<void> => {
    const { clock, config, db } = app.installation;
    const send = createUserMailer({ clock, config });
    await notifyAutomaticPauses({
      db,
      log: silentLog,
      async sendNotice(tx, notice) {
        await send(tx, notice);
        if (isBroken?.(notice.to) === true) throw new Error('The disk is full');
      },
    });
  };
  const reported = async (accountId: number): Promise<{ to: string; subject: string }[]> =>
    rows(
      `select head -> 'to' ->> 0 as to, subject from message
       where account_id = $1 and sender like 'Postrider%' order by subject, 1`,
      [accountId],
    );

  it("notifies the owners and the account's address once", async () => {
    const { db } = app.installation;
    const account = await newAccount();
    for (const role of ['owner', 'admin'] as const) {
      const email = `${role}${account.id}@example.com`;
      await createPerson(db, { name: role, email, membership: { accountId: account.id, role } });
    }
    await happen(account.id, { delivered: 90, bounced: 10 }, { mailClass: 'campaign' });
    await happen(account.id, { bounced: 10 }, { mailClass: 'campaign' });
    await Promise.all([report(), report()]);
    await report();
    const subject = `Campaign sending paused: ${account.email}`;
    const to = [account.email, `owner${account.id}@example.com`].toSorted();
    expect(await reported(account.id)).toEqual(to.map((one) => ({ to: one, subject })));
    const [mail] = await rows<{ text: string }>(
      `select convert_from(substr(content, 2), 'UTF8') as text from message
       where account_id = $1 and get_byte(content, 0) = 0 limit 1`,
      [account.id],
    );
    expect(mail?.text).toContain('Bounce rate: 10% (10 of 100), limit: 5%');

    await resumeMailClass(db, account.id, 'campaign');
    await rows(`update mail_class_pause set health_since = '-infinity' where account_id = $1`, [account.id]);
    await happen(account.id, { bounced: 1 }, { mailClass: 'campaign' });
    await report();
    expect(await reported(account.id)).toHaveLength(4);
  });

  it('of all sending notifies too, but not one that was lifted in the meantime or made by a person', async () => {
    const { db } = app.installation;
    const [account, lifted, stopped] = [await newAccount(), await newAccount(), await newAccount()];
    await happen(account.id, { bounced: 50 }, { mailClass: 'transactional' });
    await happen(lifted.id, { bounced: 50 }, { mailClass: 'campaign' });
    await resumeMailClass(db, lifted.id, 'campaign');
    await pauseMailClass(db, stopped.id, 'campaign', 'Somebody complained');
    await report();
    expect(await reported(account.id)).toEqual([{ to: account.email, subject: `Sending paused: ${account.email}` }]);
    expect([...(await reported(lifted.id)), ...(await reported(stopped.id))]).toEqual([]);
    expect(await rows('select account_id from pause_notice')).toEqual([]);
  });

  it('is retried as a whole if a notice fails, without affecting other accounts', async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    for (const { id } of [account, other]) await happen(id, { bounced: 50 }, { mailClass: 'campaign' });
    await report((to) => to === account.email);
    await report();
    expect([(await reported(account.id)).length, (await reported(other.id)).length]).toEqual([0, 1]);
    await rows('update pause_notice set next_at = now() where account_id = $1', [account.id]);
    await report();
    expect([(await reported(account.id)).length, (await reported(other.id)).length]).toEqual([1, 1]);
  });
});

describe('email of a paused class', () => {
  it('is held without failing, and resumes when the pause is lifted; other accounts and login codes continue', async () => {
    const { db } = app.installation;
    const [account, other] = [await newAccount(), await newAccount()];
    await pauseMailClass(db, account.id, 'campaign', 'Somebody complained');
    const mailings = [
      await start(account.id, names(CHUNK * 2 + 1, 'wait-c')),
      await start(account.id, names(3, 'wait-d')),
    ];
    expect(await allHeld(account.id)).toBe(4);
    const others = await start(other.id, ['ann-c@x.example']);
    await sent(other.id, others);
    expect(await account.send()).toBe(202);
    const automation = await start(account.id, ['ann-d@x.example'], 'automation');
    await sent(account.id, automation);
    for (const id of mailings)
      expect(await view(account.id, id)).toMatchObject({ state: 'sending', delivered: 0, failed: 0 });
    await resumeMailClass(db, account.id, 'campaign');
    await release();
    for (const id of mailings) await sent(account.id, id);
    expect(await view(account.id, mailings[0] ?? '')).toMatchObject({ delivered: CHUNK * 2 + 1 });
    expect(sink.messages.filter(({ to }) => to.some((one) => one.includes('wait-')))).toHaveLength(CHUNK * 2 + 4);
  });

  it('is held like its chunks when a deferred recipient becomes due', async () => {
    const { db } = app.installation;
    const account = await newAccount();
    isLaterRefused = true;
    const mailing = await start(account.id, names(3, 'later-e'));
    await eventually('all messages are deferred', async () => {
      const found = await rows('select 1 from delivery where account_id = $1 and attempts = 1', [account.id]);
      return found.length === 3 ? true : undefined;
    });
    await pauseMailClass(db, account.id, 'campaign', 'Somebody complained');
    // The process read the mailing before it was paused, so it makes another attempt, and the message is deferred
    // again.
    await eventually('all due messages are held', async () => {
      const due = await rows(
        `update delivery set next_at = now() where account_id = $1 and next_at between now() + interval '1 minute'
           and now() + interval '1 year' returning 1`,
        [account.id],
      );
      return due.length === 0 && (await waiting(account.id)).held === 3 ? true : undefined;
    });
    isLaterRefused = false;
    await resumeMailClass(db, account.id, 'campaign');
    await release();
    await rows('update delivery set next_at = now() where account_id = $1 and next_at is not null', [account.id]);
    await sent(account.id, mailing);
    expect(await view(account.id, mailing)).toMatchObject({ delivered: 3, failed: 0 });
  });

  it('is also held while the whole account is paused, and resumes with the account', async () => {
    const { db } = app.installation;
    const account = await newAccount();
    await pauseAccount(db, account.id, 'Under review');
    const mailing = await start(account.id, names(2, 'ann-f'));
    expect(await allHeld(account.id)).toBe(1);
    await resumeAccount(db, account.id);
    await release();
    await sent(account.id, mailing);
  });

  it('stays held while its own mailing is paused, regardless of the order of resuming', async () => {
    const { db } = app.installation;
    const account = await newAccount();
    await pauseMailClass(db, account.id, 'campaign', 'Somebody complained');
    const mailing = await start(account.id, names(2, 'ann-g'));
    await allHeld(account.id);
    await pauseMailing(db, account.id, mailing);
    await resumeMailClass(db, account.id, 'campaign');
    await release();
    await allHeld(account.id);
    await pauseMailClass(db, account.id, 'campaign', 'Once more');
    await resumeMailing(db, account.id, mailing);
    await allHeld(account.id);
    expect(await view(account.id, mailing)).toMatchObject({ state: 'sending', delivered: 0 });
    await resumeMailClass(db, account.id, 'campaign');
    await release();
    await sent(account.id, mailing);
  });

  it('resumes if a process died while releasing it, including messages that were held in the meantime', async () => {
    const { db } = app.installation;
    const account = await newAccount();
    await pauseMailClass(db, account.id, 'campaign', 'Somebody complained');
    const mailing = await start(account.id, names(CHUNK * 3, 'ann-h'));
    await allHeld(account.id);
    await resumeMailClass(db, account.id, 'campaign');
    // Release a single batch.
    await rows('select release_mail_class($1, 3::smallint, 1, 0)', [account.id]);
    // A process that has just read the pause still tries to hold its messages, but this no longer has any effect.
    await rows('select hold_mail_class($1, 3::smallint, 10)', [account.id]);
    await release();
    await sent(account.id, mailing);
    expect(await rows('select 1 from mail_class_pause where account_id = $1 and is_lifted', [account.id])).toEqual([]);
  });
});
