import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { Refusal } from '../../src/base/refusal.ts';
import { resumeCampaign } from '../../src/features/campaigns/campaign-sending/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson, type TestPerson } from '../support/callers.ts';
import {
  campaignIn,
  campaignRow,
  createSender,
  openSafeguards,
  plainContents,
  plantCampaign,
  plantList,
  recipientsOf,
  wavesOf,
} from '../support/sent-campaigns.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

let db: Database;
let sender: ReturnType<typeof createSender>;
let delivery: { stop(): Promise<void> } | undefined;
/** If set, the peer awaits this promise before it replies to a message. Otherwise, it replies immediately. */
let slow: Promise<void> | undefined;
/** Number of messages that the peer has received but not replied to. */
let onWire = 0;
/** Matches the addresses of the recipients that the peer defers. */
let defer = /^never/;
const sink = shared(async () =>
  startSmtpSink({
    on: {
      rcpt: ({ line }) => (defer.test(/<([^>]*)>/.exec(line)?.[1] ?? '') ? { say: '451 4.2.0 Later' } : undefined),
      dot: () => {
        if (!slow) return undefined;
        onWire += 1;
        return { wait: slow };
      },
    },
  }),
);
const app = shared(async () =>
  startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` }),
);

beforeAll(async () => {
  ({ db } = app.installation);
  sender = createSender(app);
});
beforeEach(() => {
  slow = undefined;
  defer = /^never/;
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  await sender.stop();
});

interface Planted {
  readonly accountId: number;
  readonly contactIds: readonly number[];
  readonly id: number;
  readonly ann: TestPerson;
  readonly prefix: string;
}

let prefixes = 0;

async function planted(count: number, over: Record<string, unknown> = {}): Promise<Planted> {
  prefixes += 1;
  const prefix = `p${prefixes}x`;
  const accountId = (await app.newAccount()).account.id;
  const { contactIds, list } = await plantList(db, accountId, count, prefix);
  const id = await plantCampaign(db, accountId, { list_ids: [list], html: 'Old news', ...over });
  return { accountId, contactIds, id, ann: await newPerson(app, accountId), prefix };
}

const contents = () => plainContents(`hello@${app.installation.config.sandboxDomain}`);
const ask = async ({ ann, id }: Planted, what: string) => ann.call('POST', `/campaigns/${id}/${what}`, {});

/** Returns the recipients whose campaign messages reached the sink, with the content that they received. */
function took({ prefix }: Planted): { readonly to: string; readonly content: string }[] {
  return sink.messages
    .filter(({ to }) => to[0]?.startsWith(prefix))
    .map(({ data, to }) => ({
      to: to[0] ?? '',
      content: /(Old|New|Newest) news/.exec(data.toString('latin1'))?.[1] ?? '',
    }));
}

async function edit({ id }: Planted, html: string): Promise<void> {
  await rowsOf(db, 'update campaign set html = $2, updated_at = now() where id = $1', [id, html]);
}

describe('pause, resume and cancel', () => {
  it('return the status and refuse actions that do not match it', async () => {
    const planted1 = await planted(3, { state: 'draft', next_at: null });
    for (const what of ['pause', 'resume', 'cancel']) {
      expect(await ask(planted1, what)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('A campaign that is a draft cannot be') },
      });
    }
    const other = await planted(3);
    expect(await ask({ ...planted1, id: other.id }, 'pause')).toMatchObject({ status: 403 });
    expect(await ask({ ...planted1, id: 999_999_999 }, 'pause')).toMatchObject({ status: 404 });
    sender.run({ contents: contents() });
    await campaignIn(db, other.id, 'sending');
    const paused = await ask(other, 'pause');
    expect(paused).toMatchObject({
      status: 200,
      body: {
        id: other.id,
        status: 'paused',
        pause_reason: null,
        recipients_count: 3,
        progress_id: expect.stringMatching(/^job_/),
      },
    });
    expect(await wavesOf(db, other.id)).toMatchObject([{ state: 'paused' }]);
    // A job run that was in progress may have rescheduled the campaign before it noticed the pause.
    await expect.poll(async () => (await campaignRow(db, other.id)).next_at).toBeNull();
    expect(await ask(other, 'resume')).toMatchObject({ status: 200, body: { status: 'sending' } });
    await eventually('sending resumes', async () =>
      (await wavesOf(db, other.id))[0]?.state === 'sending' ? true : undefined,
    );
    expect(await ask(other, 'cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect(await wavesOf(db, other.id)).toMatchObject([{ state: 'cancelled' }]);
    expect(await ask(other, 'resume')).toMatchObject({ status: 409 });
  });

  it('are completed by the job if the process dies between the status change and its effects', async () => {
    const one = await planted(3);
    sender.run({ contents: contents() });
    await campaignIn(db, one.id, 'sending');
    for (const [state, mailing] of [
      ['paused', 'paused'],
      ['sending', 'sending'],
      ['cancelled', 'cancelled'],
    ]) {
      await rowsOf(db, 'update campaign set state = $2, next_at = now(), epoch = epoch + 1 where id = $1', [
        one.id,
        state,
      ]);
      await eventually(`the mailing is ${mailing}`, async () =>
        (await wavesOf(db, one.id))[0]?.state === mailing ? true : undefined,
      );
    }
  });

  it('during preparation keep the recipients found so far and continue after them', async () => {
    const one = await planted(50);
    let pages = 0;
    let isHeld: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const plain = contents();
    const runner = sender.run({
      pageContacts: 10,
      contents: {
        ...plain,
        async recipients(tx, account, ids, slots) {
          pages += 1;
          if (pages === 3) isHeld();
          return plain.recipients(tx, account, ids, slots);
        },
      },
    });
    await held;
    const answer = await ask(one, 'pause');
    expect([200, 409]).toContain(answer.status);
    await runner.close();
    const { recipients } = await campaignRow(db, one.id);
    expect((await recipientsOf(db, one.id)).length).toBe(recipients);
    if ((await campaignRow(db, one.id)).state === 'paused') await ask(one, 'resume');
    sender.run({ contents: plain, pageContacts: 10 });
    await campaignIn(db, one.id, 'sending');
    expect(await recipientsOf(db, one.id)).toEqual(one.contactIds);
  });

  it('check the safeguards before resuming', async () => {
    const one = await planted(3);
    sender.run({ contents: contents() });
    await campaignIn(db, one.id, 'sending');
    await ask(one, 'pause');
    const safeguards = openSafeguards({
      requireSendable: async () => Promise.reject(new Refusal('forbidden', { message: 'The door is shut.' })),
    });
    await expect(resumeCampaign({ db, safeguards }, one.accountId, one.id)).rejects.toThrow('The door is shut.');
    expect(await campaignRow(db, one.id)).toMatchObject({ state: 'paused' });
  });
});

describe('content changed while a campaign is paused', () => {
  it('is sent once to all recipients without an outcome, even if the peer is slow', async () => {
    const one = await planted(40);
    let answer: () => void = () => {};
    slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    sender.run({ contents: contents() });
    delivery = app.deliver();
    await campaignIn(db, one.id, 'sending');
    // Some messages are in flight: the peer has received them but has not replied.
    await eventually('messages are in flight', async () => Promise.resolve(onWire > 0 ? true : undefined));
    await ask(one, 'pause');
    await edit(one, 'New news');
    await ask(one, 'resume');
    await eventually('the unsent recipients move to a new mailing', async () =>
      (await wavesOf(db, one.id)).length === 2 ? true : undefined,
    );
    expect((await wavesOf(db, one.id))[1]).toMatchObject({ started_at: null });
    slow = undefined;
    answer();
    await campaignIn(db, one.id, 'sent');
    await eventually('all messages arrive', async () => (took(one).length >= 40 ? true : undefined));
    const mails = took(one);
    expect(mails).toHaveLength(40);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(40);
    const old = mails.filter(({ content }) => content === 'Old').length;
    expect(old).toBeGreaterThan(0);
    expect(mails.filter(({ content }) => content === 'New')).toHaveLength(40 - old);
    const waves = await wavesOf(db, one.id);
    expect(waves).toMatchObject([{ recipients: old, replaced_by: 2 }, { recipients: 40 - old }]);
    await eventually('both mailings are sent', async () =>
      (await wavesOf(db, one.id)).every(({ state }) => state === 'sent') ? true : undefined,
    );
  });

  it('is sent to deferred recipients, and each recipient is in one wave', async () => {
    const one = await planted(20);
    defer = new RegExp(`^${one.prefix}1`);
    sender.run({ contents: contents() });
    delivery = app.deliver();
    // 11 of the 20 addresses start with 1. The messages to the other addresses have already arrived.
    await eventually('the other messages arrive', async () => (took(one).length === 9 ? true : undefined));
    await campaignIn(db, one.id, 'sent', 'sending');
    // Set the campaign back to `sending`, because the retries of a campaign are not changed once it is sent.
    await db.script(`begin;
      update campaign set state = 'paused', sent_at = null, epoch = epoch + 1, next_at = now() where id = ${one.id};
      update campaign_wave set ended_at = null where campaign_id = ${one.id};
      commit`);
    await eventually('the campaign is paused', async () =>
      (await campaignRow(db, one.id)).next_at === null ? true : undefined,
    );
    await edit(one, 'New news');
    defer = /^never/;
    await ask(one, 'resume');
    await eventually('all messages arrive', async () => (took(one).length >= 20 ? true : undefined));
    await campaignIn(db, one.id, 'sent');
    expect(took(one).filter(({ content }) => content === 'New')).toHaveLength(11);
    expect(new Set(took(one).map(({ to }) => to)).size).toBe(20);
    expect(await recipientsOf(db, one.id)).toEqual(one.contactIds);
  });

  it('twice with a process that dies in between has each contact in one wave', async () => {
    const one = await planted(30);
    sender.run({ contents: contents() });
    await campaignIn(db, one.id, 'sending');
    for (const html of ['New news', 'Newest news']) {
      await ask(one, 'pause');
      await edit(one, html);
      await sender.close();
      await ask(one, 'resume');
      let left = 4;
      sender.run({
        contents: contents(),
        db: {
          ...db,
          async transaction(work, options) {
            left -= 1;
            if (left === 0) throw new Error('killed');
            return db.transaction(work, options);
          },
        },
      });
      await eventually('sending resumes', async () =>
        (await wavesOf(db, one.id)).at(-1)?.state === 'sending' && (await campaignRow(db, one.id)).state === 'sending'
          ? true
          : undefined,
      );
      expect(await recipientsOf(db, one.id)).toEqual(one.contactIds);
    }
    expect((await wavesOf(db, one.id)).map(({ recipients }) => recipients)).toEqual([0, 0, 30]);
  });
});

describe('contacts that unsubscribed, bounced or were deleted after a campaign was frozen', () => {
  it('get no message, both when their chunk is loaded and on a retry', async () => {
    const one = await planted(20);
    defer = new RegExp(`^${one.prefix}1@|^${one.prefix}2@`);
    sender.run({ contents: contents() });
    await campaignIn(db, one.id, 'sending');
    const flag = async (contactId: number | undefined, flags: number) =>
      rowsOf(db, 'update contact_stat set flags = $3 where account_id = $1 and contact_id = $2', [
        one.accountId,
        contactId,
        flags,
      ]);
    await flag(one.contactIds[4], 2);
    await flag(one.contactIds[5], 4);
    await rowsOf(db, 'delete from contact_stat where account_id = $1 and contact_id = $2', [
      one.accountId,
      one.contactIds[6],
    ]);
    delivery = app.deliver();
    await eventually('the other messages arrive', async () => (took(one).length === 15 ? true : undefined));
    await flag(one.contactIds[0], 2);
    defer = /^never/;
    await eventually('the deferred recipients have rows in the queue', async () =>
      (await rowsOf(db, 'select from delivery where account_id = $1 and next_at is not null', [one.accountId]))
        .length === 2
        ? true
        : undefined,
    );
    await rowsOf(db, 'update delivery set next_at = now() where account_id = $1 and next_at is not null', [
      one.accountId,
    ]);
    await eventually('the mailing is sent', async () =>
      (await wavesOf(db, one.id))[0]?.state === 'sent' ? true : undefined,
    );
    expect(took(one)).toHaveLength(16);
    const outcomes = await rowsOf<{ ref: number; reason: string }>(
      db,
      `select r.ref, o.reason from mailing_outcome o join mailing_recipient r using (account_id, batch_id, recipient_no)
       where o.account_id = $1 and o.status = 1 order by r.ref`,
      [one.accountId],
    );
    expect(outcomes.map(({ ref }) => ref)).toEqual([one.contactIds[0], ...one.contactIds.slice(4, 7)]);
    expect(outcomes[0]?.reason).toContain('the contact unsubscribed');
  });
});
