import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { Refusal } from '../../src/base/refusal.ts';
import {
  cancelOpenMailings,
  createOpenMailings,
  keepOpenMailings,
  type OpenMailingParts,
} from '../../src/features/campaigns/open-mailings/index.ts';
import { addRecipients, createMailingMaker, viewMailing } from '../../src/features/sending/mailings/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { addressOf } from '../support/mailings.ts';
import { plantContacts, rowsOf } from '../support/planted-contacts.ts';
import { plainContents, plantCampaign } from '../support/sent-campaigns.ts';

let app: TestApp;
let db: Database;
beforeAll(async () => {
  app = await startApp();
  ({ db } = app.installation);
});
afterAll(() => app.close());

const OPEN: OpenMailingParts['safeguard'] = { requireSendable: async () => {}, requireSendableStill: async () => {} };

function partsOf(over: Partial<OpenMailingParts> = {}): OpenMailingParts {
  const clock = { now: () => Date.now() };
  return {
    db,
    clock,
    makeMailing: createMailingMaker({ clock }),
    contents: plainContents(),
    safeguard: OPEN,
    ...over,
  };
}

async function planted() {
  const accountId = (await app.newAccount()).account.id;
  const id = await plantCampaign(db, accountId, {
    kind: 'automation',
    state: 'draft',
    scheduled_at: null,
    next_at: null,
  });
  return { accountId, id, contactIds: await plantContacts(db, accountId, { count: 3, prefix: 'reader' }) };
}

async function mailsOf(accountId: number) {
  return rowsOf<{ mailing_id: string; is_replaced: boolean; is_closed: boolean }>(
    db,
    `select mailing_id, replaced_at is not null as is_replaced, closed_at is not null as is_closed
     from open_mailing where account_id = $1 order by made_at, mailing_id`,
    [accountId],
  );
}

async function change(accountId: number, id: number): Promise<void> {
  await db.query(
    {
      name: '',
      text: `update campaign set subject = subject || '.', updated_at = now() where account_id = $1 and id = $2`,
    },
    [accountId, id],
  );
}

describe('email sent to contacts one by one', () => {
  it('is queued in the transaction that adds contacts, and not if that is rolled back', async () => {
    const { accountId, contactIds, id } = await planted();
    const mail = await createOpenMailings(partsOf()).ready(accountId, id);
    await expect(
      db.transaction(async (tx) => {
        await mail.add(tx, contactIds);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    const [present] = await mailsOf(accountId);
    expect(await viewMailing(db, accountId, present?.mailing_id ?? '')).toMatchObject({ recipients: 0 });
    const added = await db.transaction(async (tx) => mail.add(tx, [...contactIds, 987_654_321]));
    expect(added).toEqual(contactIds);
    expect(await viewMailing(db, accountId, present?.mailing_id ?? '')).toMatchObject({
      state: 'sending',
      recipients: 3,
      mailClass: 'automation',
    });
  });

  it('has one mailing for the same content across concurrent processes', async () => {
    const { accountId, id } = await planted();
    const processes = [createOpenMailings(partsOf()), createOpenMailings(partsOf()), createOpenMailings(partsOf())];
    await Promise.all(processes.flatMap((mails) => [mails.ready(accountId, id), mails.ready(accountId, id)]));
    // Simulates a change to the campaign's title, which does not affect the email.
    await db.query({ name: '', text: 'update campaign set updated_at = now() where account_id = $1' }, [accountId]);
    await Promise.all(processes.map(async (mails) => mails.ready(accountId, id)));
    expect(await mailsOf(accountId)).toHaveLength(1);
  });

  it('has a new mailing after a content change, and the old one accepts recipients for another hour', async () => {
    const { accountId, contactIds, id } = await planted();
    const mails = createOpenMailings(partsOf());
    const before = await mails.ready(accountId, id);
    await change(accountId, id);
    const after = await mails.ready(accountId, id);
    await keepOpenMailings({ db, log: silentLog });
    await db.transaction(async (tx) => before.add(tx, contactIds.slice(0, 1)));
    await db.transaction(async (tx) => after.add(tx, contactIds.slice(1)));
    const [old, present] = await mailsOf(accountId);
    expect(old).toMatchObject({ is_replaced: true, is_closed: false });
    expect(await viewMailing(db, accountId, old?.mailing_id ?? '')).toMatchObject({ recipients: 1 });
    expect(await viewMailing(db, accountId, present?.mailing_id ?? '')).toMatchObject({ recipients: 2 });
  });

  it('has its old mailings closed and deleted once sent, and one failure does not block others', async () => {
    const { accountId, id } = await planted();
    const other = await planted();
    const mails = createOpenMailings(partsOf());
    for (const one of [{ accountId, id }, other]) {
      await mails.ready(one.accountId, one.id);
      await change(one.accountId, one.id);
      await mails.ready(one.accountId, one.id);
    }
    const [stuck] = await mailsOf(other.accountId);
    const held = await db.transaction(async (tx) =>
      addRecipients(tx, other.accountId, stuck?.mailing_id ?? '', [{ address: addressOf('a@b.example') }]),
    );
    expect(held).toBeUndefined();
    const now = { closedAfterSeconds: -1, forgottenAfterDays: -1 };
    await keepOpenMailings({ db, log: silentLog }, now);
    await keepOpenMailings({ db, log: silentLog }, now);
    expect(await mailsOf(accountId)).toMatchObject([{ is_replaced: false }]);
    // One of the messages has not been sent yet.
    expect(await mailsOf(other.accountId)).toMatchObject([{ is_closed: true }, { is_replaced: false }]);
    await expect(
      db.transaction(async (tx) =>
        addRecipients(tx, other.accountId, stuck?.mailing_id ?? '', [{ address: addressOf('c@b.example') }]),
      ),
    ).rejects.toThrow('no longer accepts recipients');
  });

  it('is cancelled with its queued messages', async () => {
    const { accountId, contactIds, id } = await planted();
    const mail = await createOpenMailings(partsOf()).ready(accountId, id);
    await db.transaction(async (tx) => mail.add(tx, contactIds));
    await cancelOpenMailings(db, accountId, [id]);
    const [row] = await mailsOf(accountId);
    expect(await viewMailing(db, accountId, row?.mailing_id ?? '')).toMatchObject({ state: 'cancelled' });
    await expect(db.transaction(async (tx) => mail.add(tx, contactIds))).rejects.toThrow(
      'no longer accepts recipients',
    );
  });

  it('is not created if it cannot be sent, and leaves no data', async () => {
    const { accountId, id } = await planted();
    const refusing = createOpenMailings(
      partsOf({ safeguard: { ...OPEN, requireSendable: async () => Promise.reject(new Refusal('account_paused')) } }),
    );
    await expect(refusing.ready(accountId, id)).rejects.toMatchObject({ code: 'account_paused' });
    expect(await mailsOf(accountId)).toEqual([]);
    const mails = createOpenMailings(partsOf());
    await expect(mails.ready(accountId, id + 1_000_000)).rejects.toMatchObject({ code: 'not_found' });
    const stranger = (await app.newAccount()).account.id;
    await expect(mails.ready(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(mails.ready(accountId, await plantCampaign(db, accountId))).rejects.toThrow(
      'is not a confirmation or automation email',
    );
  });
});
