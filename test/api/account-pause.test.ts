import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../src/base/config.ts';
import { findAccount, pauseAccount, resumeAccount, type Account } from '../../src/features/tenants/accounts/index.ts';
import { createOutcomeStatistics } from '../../src/features/outcomes/transactional-tags/index.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { shared } from '../support/shared.ts';
import { goesOn } from '../support/time-left.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;
type Outcome = Parameters<ReturnType<typeof createOutcomeStatistics>>[2][number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const record = createOutcomeStatistics({ bouncePercent: 5, complaintPercent: 0.3, minimumVolume: 200 });

const app = shared(startApp);

/**
 * Records the given number of outcomes of each kind in one batch. The message of the outcomes does not exist, and need
 * not exist, because the outcomes have no tag.
 */
async function happen(
  accountId: number,
  counts: Partial<Record<Outcome['kind'], number>>,
  { route = 'direct', ageMs = 0 } = {},
): Promise<void> {
  const finishedAt = new Date(Date.now() - ageMs);
  // Safe cast: the keys of the record are outcome kinds.
  const outcomes = (Object.entries(counts) as [Outcome['kind'], number][]).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index): Outcome => ({
      messageId: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41',
      recipientNo: index,
      kind,
      handedOverAt: finishedAt,
      wasSent: false,
      finishedAt,
      becameDelayed: false,
      route,
    })),
  );
  await app.installation.db.transaction((tx) => record(tx, accountId, outcomes));
}

async function reasonOf({ account }: Tenant): Promise<string | undefined> {
  return (await findAccount(app.installation.db, account.email))?.pauseReason;
}

async function send(tenant: Tenant) {
  return tenant.post('/transactional/emails', {
    from: 'onboarding@sandbox.localhost',
    to: ['delivered@sandbox.localhost'],
    subject: 'Hello',
    text: 'Hi',
  });
}

describe('account', () => {
  it('is paused with the numbers when its bounce rate is too high, and its sends are refused', async () => {
    const tenant = await app.newAccount();
    expect((await send(tenant)).status).toBe(202);
    await happen(tenant.account.id, { delivered: 469, bounced: 31 });
    expect(await reasonOf(tenant)).toBe('bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%');
    const refused = await eventually('the pause takes effect', async () => {
      const answer = await send(tenant);
      return answer.status === 403 ? answer : undefined;
    });
    expect(refused.body.name).toBe('account_paused');
    expect(refused.body.message).toContain('bounce rate of 6.2% (31 of 500) in 7 days, above the limit of 5%');
  });

  it('is paused when its complaint rate is too high', async () => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, { delivered: 996, complained: 4 });
    expect(await reasonOf(tenant)).toBe('complaint rate of 0.4% (4 of 1000) in 7 days, above the limit of 0.3%');
  });

  it.each<[string, Partial<Record<Outcome['kind'], number>>]>([
    ['bounces at the limit', { delivered: 190, bounced: 10 }],
    ['complaints at the limit', { delivered: 997, complained: 3 }],
    ['only bounces but below the minimum volume', { bounced: 199 }],
    ['expired or suppressed messages', { delivered: 200, failed: 200, suppressed: 200 }],
  ])('is not paused for %s', async (_what, counts) => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, counts);
    expect(await reasonOf(tenant)).toBeUndefined();
  });

  it('is not paused for test addresses, which are not counted', async () => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, { bounced: 300, complained: 300 }, { route: 'test' });
    await happen(tenant.account.id, { bounced: 1 });
    expect(await reasonOf(tenant)).toBeUndefined();
  });

  it('counts the outcomes of seven days and ignores older ones', async () => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, { bounced: 150 }, { ageMs: 7 * DAY_MS + HOUR_MS });
    await happen(tenant.account.id, { bounced: 150 }, { ageMs: 6 * DAY_MS });
    expect(await reasonOf(tenant)).toBeUndefined();
    await happen(tenant.account.id, { bounced: 50 });
    expect(await reasonOf(tenant)).toBe('bounce rate of 100% (200 of 200) in 7 days, above the limit of 5%');
  });

  it('starts counting from zero when its pause is lifted', async () => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, { bounced: 300 });
    expect(await reasonOf(tenant)).toBeDefined();
    await resumeAccount(app.installation.db, tenant.account.id);
    await happen(tenant.account.id, { bounced: 1 });
    expect(await reasonOf(tenant)).toBeUndefined();
  });

  it('is evaluated and shown by the rest of the hour in which its pause was lifted', async () => {
    // Waits until there is enough time left in the current hour for the test.
    await goesOn(HOUR_MS, 10_000);
    const tenant = await app.newAccount();
    const { db } = app.installation;
    const { id } = tenant.account;
    const shown = async () => {
      const ann = await newPerson(app, id);
      const { health } = (await ann.session.call('GET', '/dashboard/account/status')).body;
      return [health.delivered, health.bounced, health.bounce_rate];
    };
    await happen(id, { delivered: 100, bounced: 300 });
    await resumeAccount(db, id);
    expect(await shown()).toEqual([0, 0, 0]);
    await happen(id, { delivered: 43, bounced: 40 });
    expect([await reasonOf(tenant), await shown()]).toEqual([undefined, [43, 40, 48.19]]);
    await happen(id, { delivered: 100, bounced: 17 });
    expect(await reasonOf(tenant)).toBe('bounce rate of 28.5% (57 of 200) in 7 days, above the limit of 5%');
    // After the pause is lifted, earlier outcomes no longer count.
    await resumeAccount(db, id);
    await happen(id, { delivered: 190, bounced: 10 });
    expect([await reasonOf(tenant), await shown()]).toEqual([undefined, [190, 10, 5]]);
  });

  it('is evaluated from the next hour if an earlier version lifted its pause', async () => {
    const tenant = await app.newAccount();
    await happen(tenant.account.id, { bounced: 150 });
    await app.installation.db.script(
      `update account set health_since = now(), health_before = null where account_id = ${tenant.account.id}`,
    );
    await happen(tenant.account.id, { bounced: 150 });
    expect(await reasonOf(tenant)).toBeUndefined();
  });

  it('keeps the reason of an earlier pause', async () => {
    const tenant = await app.newAccount();
    await pauseAccount(app.installation.db, tenant.account.id, 'asked for by its owner');
    await happen(tenant.account.id, { bounced: 300 });
    expect(await reasonOf(tenant)).toBe('asked for by its owner');
  });

  it("is never paused automatically if it is the operator's", async () => {
    const { db, config } = app.installation;
    const owner = (await findAccount(db, config.ownerEmail)) as Account;
    await happen(owner.id, { bounced: 300 });
    expect((await findAccount(db, config.ownerEmail))?.pausedAt).toBeUndefined();
  });

  it('is not paused by an outcome whose transaction is rolled back', async () => {
    const tenant = await app.newAccount();
    const { db } = app.installation;
    const failing = db.transaction(async (tx) => {
      const finishedAt = new Date();
      const bounce = { kind: 'bounced', handedOverAt: undefined, wasSent: false, becameDelayed: false } as const;
      const group = Array.from({ length: 300 }, (_, recipientNo) => ({
        ...bounce,
        messageId: '019aa5b0-2c6f-7d1a-9b3f-5c2e8d7a6b41',
        recipientNo,
        finishedAt,
        route: 'direct',
      }));
      await record(tx, tenant.account.id, group);
      throw new Error('Lost the lease');
    });
    await expect(failing).rejects.toThrow('Lost the lease');
    expect(await reasonOf(tenant)).toBeUndefined();
  });
});

describe('pause limits', () => {
  it('are settings that accept decimals', () => {
    expect(loadConfig({})).toMatchObject({ pauseBouncePercent: 5, pauseComplaintPercent: 0.3, pauseMinimum: 200 });
    const given = { POSTRIDER_PAUSE_BOUNCE_PERCENT: '2.5', POSTRIDER_PAUSE_COMPLAINT_PERCENT: '100' };
    expect(loadConfig(given)).toMatchObject({ pauseBouncePercent: 2.5, pauseComplaintPercent: 100 });
  });

  it.each([
    ['POSTRIDER_PAUSE_BOUNCE_PERCENT', '100.1', 'must be a number from 0 to 100'],
    ['POSTRIDER_PAUSE_COMPLAINT_PERCENT', 'none', 'must be a number from 0 to 100'],
    ['POSTRIDER_PAUSE_MINIMUM', '1.5', 'must be a whole number from 1 to'],
  ])('refuses %s=%s', (name, value, sentence) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} ${sentence}`);
  });
});
