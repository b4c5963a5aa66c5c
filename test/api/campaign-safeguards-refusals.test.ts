import { describe, expect, it } from 'vitest';
import { findCampaign } from '../../src/features/campaigns/campaigns/index.ts';
import { createAccountDialect } from '../../src/features/tenants/account-api/index.ts';
import {
  createAccount,
  pauseAccount,
  pauseMailClass,
  restrictAccount,
  resumeAccount,
} from '../../src/features/tenants/accounts/index.ts';
import { route } from '../../src/http/route.ts';
import { createTestDatabase } from '../support/db.ts';
import { docJson } from '../support/doc-blocks.ts';
import { heldBy, testSafeguards } from '../support/safeguards.ts';
import { shared } from '../support/shared.ts';
import { KEY, startListener } from './http-listener.ts';

const HOUR_MS = 3_600_000;

let accounts = 0;

const test = shared(createTestDatabase);

async function newAccount(plan = 'unlimited', isOperator = false): Promise<number> {
  accounts += 1;
  return (await createAccount(test.db, { email: `safeguard${accounts}@safeguards.example`, plan, isOperator })).id;
}

async function newPlan(limits: { monthly?: number; daily?: number; hourly?: number }): Promise<string> {
  accounts += 1;
  const text = `insert into plan (name, campaign_monthly_quota, campaign_daily_quota, campaign_hourly_quota)
    values ($1, $2, $3, $4)`;
  const name = `safeguard-plan-${accounts}`;
  await test.db.query({ name: '', text }, [name, limits.monthly ?? null, limits.daily ?? null, limits.hourly ?? null]);
  return name;
}

describe('campaign of an account that cannot send', () => {
  it('is refused with the reason while the account is paused', async () => {
    const { safeguards, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const campaign = await plant(account);
    await safeguards.requireSendable(test.db, account, campaign);
    await pauseAccount(test.db, account, 'Bought addresses');
    const hold = await heldBy(safeguards.requireSendable(test.db, account, campaign));
    expect(hold).toMatchObject({ code: 'account_paused', safeguard: 'account', liftsAt: undefined });
    expect(hold.message).toContain('Bought addresses');
    await resumeAccount(test.db, account);
    await safeguards.requireSendable(test.db, account, campaign);
  });

  it('is refused while its class of email is paused, but other classes are not', async () => {
    const { safeguards, plant } = testSafeguards(test.db);
    const account = await newAccount();
    await pauseMailClass(test.db, account, 'campaign', '7% bounced.');
    expect(await heldBy(safeguards.requireSendable(test.db, account, await plant(account)))).toMatchObject({
      code: 'campaign_held',
      safeguard: 'mail_class',
      limits: { mail_class: 'campaign' },
    });
    await safeguards.requireSendable(test.db, account, await plant(account, { kind: 'automation' }));
  });

  it('is refused while the account is restricted, also at its start', async () => {
    const { begin, safeguards, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const campaign = await plant(account);
    await restrictAccount(test.db, account, 'Fraud');
    await expect(safeguards.requireSendable(test.db, account, campaign)).rejects.toMatchObject({
      code: 'account_restricted',
      message: expect.stringMatching(/^The account has been restricted since .*: Fraud\.$/),
    });
    await expect(begin(account, campaign, 10)).rejects.toMatchObject({ code: 'account_restricted' });
  });
});

describe('sender domain during warm-up', () => {
  it('sends to the first contacts and holds other campaigns with the remaining time', async () => {
    const { begin, safeguards, passWave, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const first = await plant(account, { title: 'Big' });
    expect(await begin(account, first, 5_000)).toEqual({
      engagedOnly: false,
      firstWave: { contacts: 1_000, waitMs: 24 * HOUR_MS, safeguard: 'warm_up' },
    });
    await passWave(first, HOUR_MS);
    const other = await plant(account);
    const hold = await heldBy(safeguards.requireSendable(test.db, account, other));
    expect(hold).toMatchObject({
      code: 'campaign_held',
      safeguard: 'warm_up',
      limits: { campaign_id: first.id, contacts: 1_000 },
    });
    expect(Math.abs((hold.liftsAt?.getTime() ?? 0) - Date.now() - 23 * HOUR_MS)).toBeLessThan(60_000);
    expect(hold.message).toContain('23 h');
    expect(await heldBy(begin(account, other, 10))).toMatchObject({ safeguard: 'warm_up' });
    // The domain's current campaign is not held, and neither are campaigns of other accounts.
    await safeguards.requireSendable(test.db, account, first);
    const stranger = await newAccount();
    await safeguards.requireSendable(test.db, stranger, await plant(stranger));
  });

  it('releases the next campaign when its own is cancelled, or after at most a day when it is paused', async () => {
    const { begin, safeguards, move, passWave, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const [first, other] = [await plant(account), await plant(account)];
    await begin(account, first, 5_000);
    await move(first, account, 'paused');
    await heldBy(safeguards.requireSendable(test.db, account, other));
    await passWave(first, 24 * HOUR_MS);
    await safeguards.requireSendable(test.db, account, other);
    await move(first, account, 'sending');
    await heldBy(safeguards.requireSendable(test.db, account, other));
    await move(first, account, 'cancelled');
    await safeguards.requireSendable(test.db, account, other);
  });

  it.each<[string, number, number | undefined]>([
    ["an audience of the first wave's size", 1_000, undefined],
    ['one contact more', 1_001, 1_000],
  ])('has the correct first wave for %s', async (_, audience, contacts) => {
    const { begin, plant } = testSafeguards(test.db);
    const account = await newAccount();
    expect((await begin(account, await plant(account), audience)).firstWave?.contacts).toBe(contacts);
  });

  it('is warm after a thousand deliveries without bounces, but another domain of the account is not', async () => {
    const { begin, count, move, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const small = await plant(account, { from: 'a@Warm.example' });
    await begin(account, small, 1_000);
    await move(small, account, 'sent');
    await count(account, small.id, { sent: 1_001, bounced: 2 });
    const second = await plant(account, { from: 'b@warm.example' });
    expect((await begin(account, second, 2_000)).firstWave?.safeguard).toBe('warm_up');
    await move(second, account, 'cancelled');
    await count(account, small.id, { sent: 1_001, bounced: 1 });
    expect((await begin(account, await plant(account, { from: 'b@warm.example' }), 2_000)).firstWave).toBeUndefined();
    const cold = await plant(account, { from: 'b@cold.example' });
    expect((await begin(account, cold, 2_000)).firstWave?.safeguard).toBe('warm_up');
  });

  it('is started by only one of two concurrent campaigns', async () => {
    const { begin, plant } = testSafeguards(test.db);
    const account = await newAccount();
    // The safeguards row of the domain already exists, so both transactions must wait for its lock.
    await begin(account, await plant(account), 1);
    const both = [await plant(account), await plant(account)];
    const settled = await Promise.allSettled(both.map(async (campaign) => begin(account, campaign, 5_000)));
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = settled.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ details: { held: { safeguard: 'warm_up' } } });
  });
});

describe('canary wave', () => {
  it.each<[string, number, number | undefined]>([
    ['is not sent to a small audience', 19_999, undefined],
    ['has a minimum size', 20_000, 200],
    ['is one percent', 123_456, 1_235],
    ['has a maximum size', 1_000_000, 5_000],
  ])('%s', async (_, audience, contacts) => {
    const { begin, plant } = testSafeguards(test.db, { numbers: { warm_up_contacts: 0, daily_mails: 0 } });
    const account = await newAccount();
    const { firstWave } = await begin(account, await plant(account), audience);
    expect(firstWave).toEqual(contacts === undefined ? undefined : { contacts, waitMs: 600_000, safeguard: 'canary' });
  });

  it('is not sent if it is disabled for the account, unless the operator enabled it', async () => {
    const { begin, plant } = testSafeguards(test.db, { numbers: { warm_up_contacts: 0, daily_mails: 0 } });
    const account = await newAccount();
    const off = 'insert into campaign_settings (account_id, uses_canary) values ($1, false)';
    await test.db.query({ name: '', text: off }, [account]);
    expect((await begin(account, await plant(account), 50_000)).firstWave).toBeUndefined();
    const set = `insert into campaign_safeguard (account_id, overrides) values ($1, '{"canary_audience": 100}')
      on conflict (account_id) do update set overrides = excluded.overrides`;
    await test.db.query({ name: '', text: set }, [account]);
    expect((await begin(account, await plant(account), 150)).firstWave).toBeUndefined();
    expect((await begin(account, await plant(account), 50_000)).firstWave?.contacts).toBe(500);
  });
});

describe('quota of the plan', () => {
  it('refuses a larger audience before the first message with the numbers and the start of the next month', async () => {
    const plan = await newPlan({ monthly: 1_000 });
    const account = await newAccount(plan);
    const { begin, safeguards, plant } = testSafeguards(test.db, { audience: 700 });
    await begin(account, await plant(account), 400);
    const hold = await heldBy(safeguards.requireSendable(test.db, account, await plant(account)));
    expect(hold).toMatchObject({
      safeguard: 'monthly_quota',
      limits: { monthly_mails: 1_000, used: 400, left: 600, mails: 700 },
      liftsAt: new Date('2026-12-01T00:00:00Z'),
    });
    await begin(account, await plant(account), 600);
    expect(await heldBy(begin(account, await plant(account), 1))).toMatchObject({ limits: { left: 0 } });
  });

  it('never lifts for an audience larger than the whole quota', async () => {
    const account = await newAccount(await newPlan({ monthly: 10 }));
    const { safeguards, plant } = testSafeguards(test.db, { audience: 11 });
    const hold = await heldBy(safeguards.requireSendable(test.db, account, await plant(account)));
    expect(hold).toMatchObject({ safeguard: 'monthly_quota', liftsAt: undefined });
  });

  it('resets with the month and allows scheduling a campaign for then', async () => {
    const account = await newAccount(await newPlan({ monthly: 1_000 }));
    const { begin, safeguards, parts, plant } = testSafeguards(test.db, { audience: 700, numbers: { daily_mails: 0 } });
    await begin(account, await plant(account), 1_000);
    const later = await plant(account, { state: 'scheduled', scheduledAt: new Date('2026-12-01T00:00:00Z') });
    await safeguards.requireSendable(test.db, account, later);
    parts.clock.nowMs = Date.parse('2026-11-30T23:59:59.999Z');
    await heldBy(begin(account, later, 700));
    parts.clock.nowMs += 1;
    await begin(account, later, 700);
  });

  it('is exact for two concurrent campaigns', async () => {
    const account = await newAccount(await newPlan({ monthly: 1_000 }));
    const { begin, plant } = testSafeguards(test.db);
    await begin(account, await plant(account), 100);
    const campaigns = await Promise.all(Array.from({ length: 6 }, async () => plant(account)));
    const settled = await Promise.allSettled(campaigns.map(async (campaign) => begin(account, campaign, 300)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('charges a campaign once, however often it starts, and by its final audience', async () => {
    const account = await newAccount(await newPlan({ monthly: 1_000 }));
    const { begin, safeguards, plant } = testSafeguards(test.db);
    const [one, other] = [await plant(account), await plant(account)];
    await begin(account, one, 900);
    await begin(account, one, 900);
    const settle = async (mails: number): Promise<void> =>
      test.db.transaction(async (tx) => safeguards.settle(tx, account, one.id, mails));
    expect(await heldBy(settle(1_001))).toMatchObject({ safeguard: 'monthly_quota' });
    await settle(500);
    await begin(account, other, 500);
    await heldBy(begin(account, await plant(account), 1));
    await settle(0);
    await begin(account, await plant(account), 500);
  });

  it('is separate from transactional email', async () => {
    const { begin, plant } = testSafeguards(test.db);
    const account = await newAccount();
    await begin(account, await plant(account), 900);
    expect(
      await test.db.query({ name: '', text: 'select * from account_usage where account_id = $1' }, [account]),
    ).toEqual([]);
  });
});

describe('throttle', () => {
  it('holds a campaign until enough of the last hour has passed', async () => {
    const account = await newAccount();
    const { begin, safeguards, parts, plant } = testSafeguards(test.db, {
      audience: 500,
      numbers: { hourly_mails: 1_000 },
    });
    await begin(account, await plant(account), 300);
    parts.clock.nowMs += 600_000;
    await begin(account, await plant(account), 600);
    const campaign = await plant(account);
    const hold = await heldBy(safeguards.requireSendable(test.db, account, campaign));
    expect(hold).toMatchObject({
      safeguard: 'hourly_throttle',
      limits: { hourly_mails: 1_000, used: 900, left: 100, mails: 500 },
      liftsAt: new Date('2026-11-22T09:10:00Z'),
    });
    parts.clock.nowMs = hold.liftsAt?.getTime() ?? 0;
    await begin(account, campaign, 500);
  });

  it("of a day uses the plan's limit before the installation's", async () => {
    const { safeguards, plant } = testSafeguards(test.db, { audience: 300, numbers: { daily_mails: 200 } });
    const [usual, larger] = [await newAccount(), await newAccount(await newPlan({ daily: 300 }))];
    expect(await heldBy(safeguards.requireSendable(test.db, usual, await plant(usual)))).toMatchObject({
      safeguard: 'daily_throttle',
      limits: { daily_mails: 200 },
      liftsAt: undefined,
    });
    await safeguards.requireSendable(test.db, larger, await plant(larger));
  });

  it("does not apply to the operator's own account", async () => {
    const { safeguards, plant } = testSafeguards(test.db, {
      audience: 300,
      numbers: { daily_mails: 200 },
      approval: 'always',
    });
    const account = await newAccount('unlimited', true);
    await safeguards.requireSendable(test.db, account, await plant(account));
  });

  it('does not count the audience if the account has no limit', async () => {
    const audienceSize = async (): Promise<number> => Promise.reject(new Error('Counted'));
    const { safeguards, plant } = testSafeguards(test.db, { audienceSize, numbers: { daily_mails: 0 } });
    const account = await newAccount();
    await safeguards.requireSendable(test.db, account, await plant(account));
  });
});

describe('refusal over HTTP', () => {
  it('has the safeguard, its numbers and its end in the format of each API', async () => {
    const { begin, safeguards, passWave, plant } = testSafeguards(test.db);
    const account = await newAccount();
    const warming = await plant(account, { title: 'Spring' });
    await begin(account, warming, 5_000);
    await passWave(warming, HOUR_MS);
    const { id } = await plant(account);
    const send = (path: string) =>
      route({
        method: 'POST',
        path,
        summary: 'Send',
        scope: 'write',
        async handle() {
          const campaign = await findCampaign(test.db, account, id);
          if (campaign) await safeguards.requireSendable(test.db, account, campaign);
          return { status: 200, body: {} };
        },
      });
    const routes = [send('/campaigns/send'), send('/transactional/send')];
    const listener = await startListener({ routes, dialects: [createAccountDialect(() => 'http://mail.example')] });
    const post = async (path: string) => {
      const headers = { authorization: `Bearer ${KEY}` };
      const answer = await fetch(`${listener.url}${path}`, { method: 'POST', headers });
      return { status: answer.status, body: await answer.json() };
    };
    const shown = docJson('docs/campaigns.md', /campaign_held/);
    const own = { limits: { ...shown.limits, campaign_id: warming.id }, lifts_at: expect.any(String) as unknown };
    const { code, message, ...safeguard } = { ...shown, ...own };
    expect(await post('/campaigns/send')).toEqual({ status: 403, body: { message, code, ...safeguard } });
    expect(await post('/transactional/send')).toEqual({
      status: 403,
      body: {
        status: 403,
        name: code,
        message,
        fix: expect.any(String) as unknown,
        link: 'http://mail.example/docs/errors#campaign_held',
        request_id: expect.any(String) as unknown,
        ...safeguard,
      },
    });
    await listener.close();
  });
});
