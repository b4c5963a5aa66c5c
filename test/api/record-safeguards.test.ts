import { beforeAll, describe, expect, it } from 'vitest';
import { FILTER_PARTS } from '../../src/app/bulk.ts';
import { automationRoomOf } from '../../src/app/campaign-safeguards.ts';
import { erasedPeopleOf } from '../../src/app/contact-privacy.ts';
import { openMailingsOf } from '../../src/app/open-mailings.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { startAutomationRuns } from '../../src/features/campaigns/automation-runs/index.ts';
import {
  createAutomationRoom,
  createConfirmationRoom,
  type MailRoom,
} from '../../src/features/campaigns/campaign-safeguards/index.ts';
import {
  sendWaitingConfirmations,
  createConfirmations,
  type ConfirmationParts,
} from '../../src/features/campaigns/confirmations/index.ts';
import { addMembers, contactAddressOf, lockAudience } from '../../src/features/audience/contacts/index.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { eventually, startApp, type Answer } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { heldBy, testSafeguards } from '../support/safeguards.ts';
import { mailsTo } from '../support/people.ts';
import { countersOf, passHours, plantAutomation } from '../support/planted-automations.ts';
import { plantContacts, plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const SANDBOX = 'onboarding@sandbox.localhost';
const HOUR_MS = 3_600_000;

let db: Database;
let chief: Caller;
let operatorId: number;

const app = shared(async () =>
  startApp({
    POSTRIDER_CAMPAIGN_APPROVAL: 'always',
    POSTRIDER_DOUBLE_OPT_IN: 'on',
    POSTRIDER_DELIVERY: 'inbox',
    POSTRIDER_CAMPAIGN_BLOCKED_WORDS: 'pills',
  }),
);

beforeAll(async () => {
  ({ db } = app.installation);
  operatorId = (await findAccount(db, app.installation.config.ownerEmail))?.id ?? 0;
  chief = (await newPerson(app, operatorId, 'owner')).session;
});

const openMailings = () => openMailingsOf(app.installation, () => app.api.baseUrl);
/** Prepares an email with empty caches, as a new process would. */
const readyAgain: ConfirmationParts['ready'] = async (of, id) => openMailings().ready(of, id);

async function set(accountId: number, campaignId: number, html: string): Promise<void> {
  await rowsOf(db, 'update campaign set html = $3, updated_at = now() where account_id = $1 and id = $2', [
    accountId,
    campaignId,
    html,
  ]);
}

const pathOf = (accountId: number, campaignId: number): string =>
  `/dashboard/operator/accounts/${accountId}/campaigns/${campaignId}/approval`;

async function decide(accountId: number, campaignId: number, decision: string, reason?: string): Promise<Answer> {
  const { hash } = (await chief.call('GET', pathOf(accountId, campaignId))).body;
  return chief.call('POST', pathOf(accountId, campaignId), { decision, hash, ...(reason && { reason }) });
}

async function queueOf(accountId: number): Promise<{ campaign: { id: number; kind: string }; findings: unknown[] }[]> {
  const { body } = await chief.call('GET', '/dashboard/operator/campaign-approvals?per_page=100');
  return body.data.filter((one: { account: { id: number } }) => one.account.id === accountId);
}

/** Creates an account with an automation that has a single email, and contacts for which the email is due. */
async function tenant(contacts = 1, html?: string) {
  const { account } = await app.newAccount();
  const accountId = account.id;
  await rowsOf(db, `insert into campaign_settings (account_id, postal_address) values ($1, 'Main Street 1')`, [
    accountId,
  ]);
  const list = await plantGroup(db, accountId, 'list', 'News');
  const automation = await plantAutomation(db, accountId, { type: 'apply_list', list }, [0], {
    from: SANDBOX,
    ...(html !== undefined && { html }),
  });
  const join = async (count: number, prefix: string): Promise<void> => {
    const ids = await plantContacts(db, accountId, { count, prefix });
    await db.transaction(async (tx) => {
      await lockAudience(tx, accountId);
      await addMembers(
        tx,
        accountId,
        'list',
        ids.map((contactId) => ({ groupId: list, contactId })),
      );
    });
  };
  await join(contacts, 'reader');
  const [mail] = automation.items;
  const item = async () => {
    const [row] = await rowsOf<{ fault: string | null; next_at: Date | null; sent: number; waiting: number }>(
      db,
      'select fault, next_at, sent, waiting from automation_item where account_id = $1 and id = $2',
      [accountId, mail?.id],
    );
    return row;
  };
  return { accountId, email: account.email, automation, campaignId: mail?.campaignId ?? 0, item, join };
}

type Tenant = Awaited<ReturnType<typeof tenant>>;

/** Runs automations until the email of a tenant is in the expected state. */
async function runUntil(
  one: Tenant,
  what: string,
  stands: (row: Awaited<ReturnType<Tenant['item']>>) => boolean,
  room: MailRoom = automationRoomOf(app.installation),
  clock = systemClock,
) {
  const runs = startAutomationRuns({
    db,
    clock,
    log: silentLog,
    mails: openMailings(),
    room,
    reportSteps: async () => Promise.resolve(),
    filterParts: FILTER_PARTS,
    pollMs: 10,
  });
  try {
    return await eventually(what, async () => {
      const row = await one.item();
      return stands(row) ? row : undefined;
    });
  } finally {
    await runs.close();
  }
}

describe('automation email', () => {
  it("waits for the operator's approval, shows it, and continues automatically after approval", async () => {
    const one = await tenant();
    const { accountId, campaignId } = one;
    const held = await runUntil(one, 'it is held', (row) => Boolean(row?.fault));
    expect(held).toMatchObject({ sent: 0, waiting: 1 });
    expect(held?.fault).toContain('is waiting for the operator’s approval');
    expect(await queueOf(accountId)).toMatchObject([{ campaign: { id: campaignId, kind: 'automation' } }]);
    expect((await chief.call('GET', pathOf(accountId, campaignId))).body).toMatchObject({
      campaign: { kind: 'automation' },
      contents: [{ html: '<p>Tea</p>' }],
    });
    expect((await decide(accountId, campaignId, 'approve')).body).toMatchObject({ state: 'approved' });
    // The approval causes an immediate retry, although the next attempt was not due yet.
    await runUntil(one, 'it is sent', (row) => row?.sent === 1);
    const [mail] = await mailsTo(app, one.email);
    expect(mail?.subject).toContain('Content approved');
    expect(mail?.text).toContain('sent automatically');
  });

  it('that is rejected shows the reason and is checked again after a change', async () => {
    const one = await tenant(1, '<p>Buy pills</p>');
    const { accountId, campaignId } = one;
    await heldBy(openMailings().ready(accountId, campaignId));
    expect(await queueOf(accountId)).toMatchObject([{ findings: [{ check: 'blocked_word' }] }]);
    expect((await decide(accountId, campaignId, 'reject', 'No pills, please.')).status).toBe(200);
    const held = await runUntil(one, 'it is held', (row) => Boolean(row?.fault));
    expect([held?.fault, held?.sent]).toEqual([expect.stringContaining('No pills, please.'), 0]);
    await set(accountId, campaignId, '<p>Buy tea</p>');
    expect(await heldBy(openMailings().ready(accountId, campaignId))).toMatchObject({ limits: { state: 'waiting' } });
    await decide(accountId, campaignId, 'approve');
    await runUntil(one, 'it is sent', (row) => row?.sent === 1);
  });

  it('that was approved is held again when its content changes', async () => {
    const { accountId, campaignId } = await tenant();
    const mails = openMailings();
    await heldBy(mails.ready(accountId, campaignId));
    await decide(accountId, campaignId, 'approve');
    await mails.ready(accountId, campaignId);
    await set(accountId, campaignId, '<p>Other</p>');
    expect(await heldBy(mails.ready(accountId, campaignId))).toMatchObject({ safeguard: 'content_approval' });
  });

  it("of the operator's own account needs no approval", async () => {
    await rowsOf(
      db,
      `insert into campaign_settings (account_id, postal_address) values ($1, 'Main Street 1')
       on conflict (account_id) do update set postal_address = excluded.postal_address`,
      [operatorId],
    );
    const list = await plantGroup(db, operatorId, 'list', 'News');
    const { items } = await plantAutomation(db, operatorId, { type: 'apply_list', list }, [0], { from: SANDBOX });
    await openMailings().ready(operatorId, items[0]?.campaignId ?? 0);
  });
});

describe('confirmation email', () => {
  it('is sent without approval in its default form, and needs approval once edited', async () => {
    const accountId = (await app.newAccount()).account.id;
    const ann = await newPerson(app, accountId);
    expect((await ann.call('POST', '/contacts', { email: 'one@there.example' })).status).toBe(200);
    expect(await askedOf(accountId)).toBe(1);
    const { campaign, campaign_id: campaignId } = (await ann.call('GET', '/double-opt-in')).body;
    const html = '<p><a href="{{ confirm_url }}">Yes</a></p>';
    expect((await ann.call('PATCH', `/campaigns/${campaignId}`, { html })).status).toBe(200);
    // Use a directory with empty caches, like that of a new process.
    await signUpBy(partsWith({ ready: readyAgain }), accountId, 'two@there.example');
    expect((await ann.call('GET', '/double-opt-in')).body.fault).toContain('is waiting for the operator’s approval');
    expect(await askedOf(accountId)).toBe(1);
    expect(await queueOf(accountId)).toMatchObject([{ campaign: { id: campaignId, kind: 'confirmation' } }]);

    await decide(accountId, campaignId, 'approve');
    await sendWaitingConfirmations(partsWith({ ready: readyAgain }));
    expect(await askedOf(accountId)).toBe(2);

    // Approval depends on the content, not on whether the content was edited.
    await ann.call('PATCH', `/campaigns/${campaignId}`, { html: '<p>Pills! {{ confirm_url }}</p>' });
    await heldBy(openMailings().ready(accountId, campaignId));
    await ann.call('PATCH', `/campaigns/${campaignId}`, { html: campaign.html, subject: campaign.subject });
    await openMailings().ready(accountId, campaignId);
    await ann.call('PATCH', `/campaigns/${campaignId}`, { subject: 'Pills' });
    await heldBy(openMailings().ready(accountId, campaignId));
  });

  it('is limited per hour, and later sign-ups wait', async () => {
    const accountId = (await app.newAccount()).account.id;
    const clock = { nowMs: Date.now(), now: () => clock.nowMs };
    const parts = partsWith({ room: createConfirmationRoom({ clock }, 2) });
    for (const name of ['one', 'two', 'three']) await signUpBy(parts, accountId, `${name}@there.example`);
    const safeguardCounts = async () =>
      rowsOf(
        db,
        `select (select count(*)::integer from contact_sign_up where account_id = $1 and asked_at is not null) as asked,
           (select count(*)::integer from contact_sign_up where account_id = $1 and is_waiting) as waiting, fault
         from confirmation_mail where account_id = $1`,
        [accountId],
      );
    const hurried = async () => {
      await rowsOf(db, 'update confirmation_mail set next_at = now() where account_id = $1', [accountId]);
      await sendWaitingConfirmations(parts);
      return safeguardCounts();
    };
    expect(await hurried()).toEqual([{ asked: 2, waiting: 1, fault: expect.stringContaining('The limit is 2') }]);
    clock.nowMs += HOUR_MS + 60_000;
    expect(await hurried()).toMatchObject([{ asked: 3, waiting: 0 }]);
  });
});

describe('automation emails', () => {
  const approved = async (one: Tenant): Promise<void> => {
    await heldBy(openMailings().ready(one.accountId, one.campaignId));
    await decide(one.accountId, one.campaignId, 'approve');
  };

  it("count against the plan's monthly quota with campaigns and resume in the next month", async () => {
    const plan = `records-${Date.now()}`;
    await rowsOf(db, 'insert into plan (name, campaign_monthly_quota) values ($1, 5)', [plan]);
    const one = await tenant(5);
    await rowsOf(db, 'update account set plan = $2 where account_id = $1', [one.accountId, plan]);
    await approved(one);
    const { begin, safeguards, parts, plant } = testSafeguards(db, { audience: 1 });
    await begin(one.accountId, await plant(one.accountId, { state: 'sent' }), 2);
    const room = createAutomationRoom(parts);
    const held = await runUntil(one, 'there is no room', (row) => Boolean(row?.fault), room, parts.clock);
    // Exactly as many emails are sent as the quota allows.
    expect(held).toMatchObject({ sent: 3, waiting: 2 });
    expect(held?.fault).toContain('all of its 5 campaign and automation emails');
    expect(held?.fault).toContain('2026-12-01T00:00:00.000Z');
    const hold = await heldBy(safeguards.requireSendable(db, one.accountId, await plant(one.accountId)));
    expect(hold).toMatchObject({ safeguard: 'monthly_quota', limits: { left: 0 } });

    parts.clock.nowMs = Date.parse('2026-12-02T00:00:00Z');
    await passHours(db, one.accountId, one.automation.id, 2);
    await runUntil(one, 'the rest is sent', (row) => row?.sent === 5 && row.fault === null, room, parts.clock);
    expect(await countersOf(db, one.accountId, one.automation.id)).toMatchObject({ finished: 5, ended: 0 });
  });

  it('respect the throttle and are retried when it ends', async () => {
    const one = await tenant(3);
    await approved(one);
    const set = `insert into campaign_safeguard (account_id, overrides) values ($1, '{"hourly_mails": 2}')
      on conflict (account_id) do update set overrides = excluded.overrides`;
    await rowsOf(db, set, [one.accountId]);
    const clock = { nowMs: Date.now(), now: () => clock.nowMs };
    const room = createAutomationRoom({ ...testSafeguards(db).parts, clock });
    const held = await runUntil(one, 'there is no room', (row) => Boolean(row?.fault), room, clock);
    expect(held).toMatchObject({ sent: 2, waiting: 1 });
    // The throttle ends after at most one hour.
    expect(Math.abs((held?.next_at?.getTime() ?? 0) - Date.now() - HOUR_MS)).toBeLessThan(2 * 60_000);
    clock.nowMs += HOUR_MS + 60_000;
    await passHours(db, one.accountId, one.automation.id, 2);
    await runUntil(one, 'the rest is sent', (row) => row?.sent === 3, room, clock);
  });

  it('never exceed a limit when queued concurrently, and rolled-back ones are not charged', async () => {
    const { accountId } = await tenant(0);
    const { parts } = testSafeguards(db, { numbers: { daily_mails: 10 } });
    const room = createAutomationRoom(parts);
    const take = async (isReverted: boolean): Promise<number> =>
      db.transaction(async (tx) => {
        const { mails } = await room.room(tx, accountId, 4);
        await room.charge(tx, accountId, mails);
        if (isReverted) throw new Error('taken back');
        return mails;
      });
    await expect(take(true)).rejects.toThrow('taken back');
    const taken = await Promise.all(Array.from({ length: 5 }, async () => take(false)));
    expect(taken.toSorted((a, b) => b - a)).toEqual([4, 4, 2, 0, 0]);
  });
});

/** Returns the number of confirmation emails that an account has queued. */
async function askedOf(accountId: number): Promise<number> {
  const [row] = await rowsOf<{ mails: number }>(
    db,
    `select count(*)::integer as mails from mailing_recipient r
     join recipient_batch l on l.account_id = $1 and l.id = r.batch_id
     join mailing m on m.account_id = $1 and m.id = l.mailing_id and m.class = 2
     where r.account_id = $1`,
    [accountId],
  );
  return row?.mails ?? 0;
}

function partsWith(over: Partial<ConfirmationParts>): ConfirmationParts {
  return {
    db,
    clock: systemClock,
    log: silentLog,
    erasedPeople: erasedPeopleOf(app.installation),
    ready: async () => Promise.resolve({ add: async (_tx, ids) => Promise.resolve(ids) }),
    room: createConfirmationRoom({ clock: systemClock }),
    localSender: SANDBOX,
    onConfirmed: [],
    ...over,
  };
}

async function signUpBy(parts: ConfirmationParts, accountId: number, email: string): Promise<void> {
  const address = contactAddressOf(email);
  if (typeof address === 'object') throw new Error(address.fault);
  const signUps = await createConfirmations(parts).prepare(accountId);
  await db.transaction(async (tx) => signUps.signUp(tx, { email: address, listIds: [], source: 'form' }));
}
