import { beforeAll, describe, expect, it } from 'vitest';
import { badgesOf, reviewCampaigns, type Verdict } from '../../src/features/campaigns/campaign-safeguards/index.ts';
import type { CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { heldBy, testSafeguards, type TestSafeguards } from '../support/safeguards.ts';
import { shared } from '../support/shared.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let chief: Caller;

const app = shared(startApp);

beforeAll(async () => {
  const operator = await findAccount(app.installation.db, app.installation.config.ownerEmail);
  chief = (await newPerson(app, operator?.id ?? 0, 'owner')).session;
});

type Counts = Parameters<TestSafeguards['count']>[2];

const newAccount = async (): Promise<number> => (await app.newAccount()).account.id;
const safeguardsWith = (options: Parameters<typeof testSafeguards>[1] = {}): TestSafeguards =>
  testSafeguards(app.installation.db, options);

/** Returns the subjects of the notices to the account. */
function notifiedAbout({ notices }: TestSafeguards, account: number): string[] {
  return notices.filter(({ accountId }) => accountId === account).map(({ subject }) => subject);
}

async function judge(
  { safeguards }: TestSafeguards,
  account: number,
  campaign: CampaignRow,
  counts: Counts,
): Promise<Verdict> {
  const full = { sent: 0, bounced: 0, complained: 0, openers: 0, ...counts };
  return app.installation.db.transaction(async (tx) => safeguards.judge(tx, account, campaign, [full]));
}

/** Starts a campaign whose first wave has a thousand recipients. */
async function warmingUp(
  safeguards: TestSafeguards,
  tracksOpens = true,
): Promise<{ account: number; campaign: CampaignRow }> {
  const account = await newAccount();
  const campaign = await safeguards.plant(account, { tracksOpens });
  await safeguards.begin(account, campaign, 5_000);
  return { account, campaign };
}

describe('first wave of a sender domain during warm-up', () => {
  it.each<[string, Counts, RegExp | undefined]>([
    ['with good results', { sent: 1_000, bounced: 50, complained: 2, openers: 10 }, undefined],
    ['with too many bounces', { sent: 1_000, bounced: 51, openers: 500 }, /5\.1% bounced \(limit: 5%\)/],
    ['with too many complaints', { sent: 1_000, complained: 4, openers: 500 }, /0\.4% were reported as spam/],
    ['with extremely few opens', { sent: 1_000, openers: 9 }, /0\.9% were opened within 24 h \(minimum: 1%\)/],
    ['with very few deliveries', { sent: 499, openers: 400 }, /Only 499 of the first 1,000 contacts were reached/],
  ])('%s is evaluated after its wait time', async (_, counts, reason) => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    await safeguards.passWave(campaign, DAY_MS);
    const verdict = await judge(safeguards, account, campaign, counts);
    expect(verdict).toMatchObject(
      reason ? { verdict: 'stop', reason: expect.stringMatching(reason) as string } : { verdict: 'go_on' },
    );
    // In both cases (the first wave passed or was stopped), the account's other campaigns are no longer held.
    const other = await safeguards.plant(account);
    await safeguards.safeguards.requireSendable(app.installation.db, account, other);
    // A domain is warm after a successful first wave. After a stopped wave, warm-up starts again.
    const { firstWave } = await safeguards.begin(account, other, 5_000);
    expect(firstWave?.safeguard).toBe(reason ? 'warm_up' : undefined);
  });

  it('is evaluated by opens only if they are tracked', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards, false);
    await safeguards.passWave(campaign, DAY_MS);
    expect(await judge(safeguards, account, campaign, { sent: 1_000 })).toEqual({ verdict: 'go_on' });
  });

  it('waits its full time, and only bounces and complaints stop it earlier', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    await safeguards.passWave(campaign, DAY_MS - 60_000);
    expect(await judge(safeguards, account, campaign, { sent: 1_000 })).toEqual({ verdict: 'go_on' });
    await heldBy(safeguards.safeguards.requireSendable(app.installation.db, account, await safeguards.plant(account)));
    expect(await judge(safeguards, account, campaign, { sent: 1_000, bounced: 80 })).toMatchObject({ verdict: 'stop' });
  });

  it('ends by the clock of the database, not that of a process', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    const other = await safeguards.plant(account);
    const isHeld = async () => heldBy(safeguards.safeguards.requireSendable(app.installation.db, account, other));
    // The clock of this process is a week ahead.
    safeguards.parts.clock.nowMs = Date.now() + 7 * DAY_MS;
    expect(await judge(safeguards, account, campaign, { sent: 499 })).toEqual({ verdict: 'go_on' });
    expect((await isHeld()).message).toContain('for another 24 h');
    // The clock of another process is a week behind.
    safeguards.parts.clock.nowMs = Date.now() - 7 * DAY_MS;
    await safeguards.passWave(campaign, DAY_MS);
    expect((await isHeld()).message).toContain('are measured now');
    expect(await judge(safeguards, account, campaign, { sent: 499 })).toMatchObject({ verdict: 'stop' });
  });

  it('is reported with the end of its wait and the limits that decide, until it is evaluated', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    const ann = (await newPerson(app, account)).session;
    const wave = async () => (await ann.call('GET', `/dashboard/campaigns/${campaign.id}/first-wave`)).body.wave;
    expect(await wave()).toEqual({
      safeguard: 'warm_up',
      domain: expect.any(String),
      contacts: 1_000,
      ends_at: expect.any(String),
      most_bounced_percent: 5,
      most_complained_percent: 0.3,
      least_reached_percent: 50,
      least_opened_percent: 1,
    });
    await safeguards.passWave(campaign, DAY_MS);
    await judge(safeguards, account, campaign, { sent: 1_000, openers: 100 });
    expect(await wave()).toBeNull();
  });

  it('has badges', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    const badges = async () => (await badgesOf(app.installation.db, account, [campaign.id])).get(campaign.id);
    expect(await badges()).toEqual(['warming_up']);
    await safeguards.passWave(campaign, DAY_MS);
    await judge(safeguards, account, campaign, { sent: 1_000 });
    expect(await badges()).toEqual(['stopped']);
  });
});

describe('campaign stopped by its results', () => {
  const stop = { sent: 1_000, bounced: 100 };

  it('waits until the operator releases it and is evaluated again from then on', async () => {
    const safeguards = safeguardsWith();
    const { account, campaign } = await warmingUp(safeguards);
    const { db } = app.installation;
    await safeguards.count(account, campaign.id, stop);
    expect(await judge(safeguards, account, campaign, stop)).toMatchObject({ verdict: 'stop' });
    expect(await judge(safeguards, account, campaign, { sent: 100_000 })).toMatchObject({ verdict: 'stop' });
    const hold = await heldBy(safeguards.safeguards.requireSendable(db, account, campaign));
    expect(hold).toMatchObject({ safeguard: 'stopped_by_figures', limits: { stopped_by: 'automatic_pause' } });
    expect(hold.message).toContain('10% bounced');
    const release = async (): Promise<Answer> =>
      chief.call('POST', `/dashboard/operator/accounts/${account}/campaigns/${campaign.id}/release`);
    expect((await release()).status).toBe(200);
    expect((await release()).body.name).toBe('conflict');
    await safeguards.safeguards.requireSendable(db, account, campaign);
    expect(await judge(safeguards, account, campaign, { sent: 1_300, bounced: 115 })).toEqual({ verdict: 'go_on' });
    expect(await judge(safeguards, account, campaign, { sent: 1_300, bounced: 116 })).toMatchObject({
      verdict: 'stop',
    });
    const audit = await chief.call('GET', `/dashboard/operator/accounts/${account}/audit`);
    expect(audit.body.data[0]).toMatchObject({ action: 'campaign.release', after: { campaign_id: campaign.id } });
  });
});

describe('canary wave', () => {
  it.each<[string, Counts, 'go_on' | 'stop']>([
    ['with many bounces', { sent: 100, bounced: 6 }, 'stop'],
    ['with few bounces', { sent: 100, bounced: 5 }, 'go_on'],
    ['with too few results', { sent: 99, bounced: 50 }, 'go_on'],
  ])('%s is evaluated correctly', async (_, counts, verdict) => {
    const safeguards = safeguardsWith({ numbers: { warm_up_contacts: 0 } });
    const account = await newAccount();
    const campaign = await safeguards.plant(account);
    await safeguards.begin(account, campaign, 20_000);
    await safeguards.passWave(campaign, 600_000);
    expect(await judge(safeguards, account, campaign, counts)).toMatchObject({ verdict });
  });
});

describe('running campaign', () => {
  it.each<[string, Counts, boolean]>([
    ['over 5% bounces', { sent: 200, bounced: 11 }, true],
    ['5% bounces', { sent: 200, bounced: 10 }, false],
    ['over 0.3% complaints', { sent: 400, complained: 2 }, true],
    ['too few messages', { sent: 199, bounced: 199 }, false],
  ])('is evaluated with %s, and the account is notified once', async (_, counts, isStopped) => {
    const safeguards = safeguardsWith({ numbers: { warm_up_contacts: 0 } });
    const account = await newAccount();
    const campaign = await safeguards.plant(account, { title: 'Watched' });
    await safeguards.begin(account, campaign, 5_000);
    const verdict = isStopped ? 'stop' : 'go_on';
    expect(await judge(safeguards, account, campaign, counts)).toMatchObject({ verdict });
    expect(await judge(safeguards, account, campaign, counts)).toMatchObject({ verdict });
    expect(notifiedAbout(safeguards, account)).toEqual(isStopped ? ['A campaign was stopped: Watched'] : []);
  });
});

describe('optimized mode', () => {
  const GOOD = { sent: 1_000, bounced: 30, complained: 1, openers: 300 };

  /** Evaluates a campaign one day after it was sent. */
  async function finish(safeguards: TestSafeguards, account: number, counts: Counts): Promise<CampaignRow> {
    const campaign = await safeguards.plant(account);
    await safeguards.begin(account, campaign, 900);
    await safeguards.count(account, campaign.id, counts);
    const sent = await safeguards.move(campaign, account, 'sent', new Date(safeguards.parts.clock.nowMs + HOUR_MS));
    safeguards.parts.clock.nowMs += DAY_MS + HOUR_MS;
    await reviewCampaigns(safeguards.parts);
    return sent;
  }

  async function isOptimized(safeguards: TestSafeguards, account: number): Promise<boolean> {
    const campaign = await safeguards.plant(account);
    const { engagedOnly } = await safeguards.begin(account, campaign, 10);
    await safeguards.move(campaign, account, 'sent');
    return engagedOnly;
  }

  it.each<[string, Counts, boolean]>([
    ['good results', GOOD, false],
    ['few opens', { ...GOOD, openers: 29 }, true],
    ['three times the bounces', { ...GOOD, bounced: 31 }, true],
    ['complaints', { ...GOOD, complained: 2 }, true],
    ['too few messages', { sent: 199, bounced: 100 }, false],
  ])('follows from %s: %#', async (_, counts, expected) => {
    const safeguards = safeguardsWith();
    const account = await newAccount();
    await finish(safeguards, account, counts);
    expect(await isOptimized(safeguards, account)).toBe(expected);
    expect(notifiedAbout(safeguards, account)).toHaveLength(expected ? 1 : 0);
  });

  it('is evaluated a day after the last message', async () => {
    const safeguards = safeguardsWith();
    const account = await newAccount();
    const campaign = await safeguards.plant(account);
    await safeguards.begin(account, campaign, 900);
    await safeguards.count(account, campaign.id, { sent: 1_000, bounced: 500 });
    safeguards.parts.clock.nowMs += 3 * DAY_MS;
    await reviewCampaigns(safeguards.parts);
    await safeguards.move(campaign, account, 'sent', new Date(safeguards.parts.clock.nowMs));
    safeguards.parts.clock.nowMs += HOUR_MS;
    await reviewCampaigns(safeguards.parts);
    expect(notifiedAbout(safeguards, account)).toEqual([]);
    safeguards.parts.clock.nowMs += DAY_MS - HOUR_MS;
    await reviewCampaigns(safeguards.parts);
    expect(notifiedAbout(safeguards, account)).toHaveLength(1);
  });

  it('has a badge and ends after two good campaigns in a row', async () => {
    const safeguards = safeguardsWith();
    const account = await newAccount();
    await finish(safeguards, account, { ...GOOD, bounced: 90 });
    const first = await finish(safeguards, account, GOOD);
    expect((await badgesOf(app.installation.db, account, [first.id])).get(first.id)).toEqual(['optimized']);
    await finish(safeguards, account, { ...GOOD, bounced: 90 });
    await finish(safeguards, account, GOOD);
    expect(await isOptimized(safeguards, account)).toBe(true);
    await finish(safeguards, account, GOOD);
    expect(await isOptimized(safeguards, account)).toBe(false);
    expect(notifiedAbout(safeguards, account)).toHaveLength(1);
  });

  it('requires the audience of engaged contacts if the account has a limit', async () => {
    const asked: boolean[] = [];
    const safeguards = safeguardsWith({
      async audienceSize(_db, _account, { engaged_only: isEngagedOnly }) {
        asked.push(isEngagedOnly);
        return Promise.resolve(1);
      },
    });
    const account = await newAccount();
    const campaign = await safeguards.plant(account);
    await safeguards.safeguards.requireSendable(app.installation.db, account, campaign);
    await finish(safeguards, account, { ...GOOD, bounced: 90 });
    await safeguards.safeguards.requireSendable(app.installation.db, account, campaign);
    expect(asked).toEqual([false, true]);
  });

  it('can be started and ended by the operator', async () => {
    const safeguards = safeguardsWith();
    const account = await newAccount();
    await finish(safeguards, account, { ...GOOD, bounced: 90 });
    const path = `/dashboard/operator/accounts/${account}/campaign-safeguards`;
    expect((await chief.call('PATCH', path, { optimized: false })).status).toBe(200);
    expect(await isOptimized(safeguards, account)).toBe(false);
    const on = await chief.call('PATCH', path, { optimized: true });
    expect(on.body.safeguards.find(({ safeguard }: { safeguard: string }) => safeguard === 'optimized')).toMatchObject({
      is_holding: true,
      reason: 'The operator turned on optimized mode.',
    });
    expect(await isOptimized(safeguards, account)).toBe(true);
  });

  it('is evaluated for an account even if it fails for another', async () => {
    const safeguards = safeguardsWith();
    const [broken, other] = [await newAccount(), await newAccount()];
    const campaign = await safeguards.plant(broken);
    await safeguards.begin(broken, campaign, 900);
    await safeguards.move(campaign, broken, 'sent', new Date(safeguards.parts.clock.nowMs));
    await safeguards.count(broken, campaign.id, { sent: 1_000, bounced: 500 });
    const refusing = {
      ...safeguards.parts,
      async sendNotice(
        tx: Parameters<typeof safeguards.parts.sendNotice>[0],
        notice: Parameters<typeof safeguards.parts.sendNotice>[1],
      ) {
        if (notice.accountId === broken) throw new Error('No mail');
        return safeguards.parts.sendNotice(tx, notice);
      },
    };
    const second = await safeguards.plant(other);
    await safeguards.begin(other, second, 900);
    await safeguards.move(second, other, 'sent', new Date(safeguards.parts.clock.nowMs));
    await safeguards.count(other, second.id, { sent: 1_000, bounced: 500 });
    safeguards.parts.clock.nowMs += DAY_MS;
    await reviewCampaigns(refusing);
    expect(notifiedAbout(safeguards, other)).toHaveLength(1);
    expect(await isOptimized(safeguards, other)).toBe(true);
    expect(await isOptimized(safeguards, broken)).toBe(false);
  });
});

describe('status of safeguards', () => {
  it('shows which are enabled, which hold, why and until when', async () => {
    const safeguards = safeguardsWith({ approval: 'always', numbers: { hourly_mails: 5_000 } });
    const account = await newAccount();
    await heldBy(safeguards.safeguards.requireSendable(app.installation.db, account, await safeguards.plant(account)));
    const path = `/dashboard/operator/accounts/${account}/campaign-safeguards`;
    await chief.call('PATCH', path, { approval: 'off' });
    const campaign = await safeguards.plant(account, { title: 'Big' });
    await safeguards.begin(account, campaign, 5_000);
    const view = await safeguards.safeguards.safeguardsOf(app.installation.db, account);
    const byName = new Map(view.safeguards.map((state) => [state.safeguard, state]));
    expect(byName.get('warm_up')).toEqual({
      safeguard: 'warm_up',
      is_on: true,
      is_holding: true,
      reason: 'The campaign “Big” is warming up its sender domain.',
      lifts_at: expect.any(String) as unknown,
      limits: { contacts: 1_000, hours: 24, campaign_id: campaign.id },
    });
    expect(byName.get('hourly_throttle')).toMatchObject({
      is_on: true,
      is_holding: true,
      limits: { limit: 5_000, used: 5_000 },
    });
    expect(byName.get('monthly_quota')).toMatchObject({
      is_on: false,
      is_holding: false,
      limits: { limit: null, used: 5_000 },
    });
    expect(byName.get('content_approval')).toMatchObject({ is_on: false, limits: { mode: 'off', waiting: 1 } });
    expect(byName.get('account')).toMatchObject({ is_holding: false, reason: null });
  });

  it('is shown to the account, and only the operator sets limits, with audit entries', async () => {
    const { account } = await app.newAccount();
    const person = await newPerson(app, account.id, 'owner');
    const path = `/dashboard/operator/accounts/${account.id}/campaign-safeguards`;
    expect((await person.session.call('PATCH', path, { canary_audience: 0 })).status).toBe(403);
    const set = await chief.call('PATCH', path, { canary_audience: 500, stop_bounce_percent: 2.5, daily_mails: 0 });
    expect(set.body).toMatchObject({
      overrides: { canary_audience: 500, stop_bounce_percent: 2.5, daily_mails: 0 },
      limits: { canary_audience: 500, stop_bounce_percent: 2.5, daily_mails: null },
    });
    const seen = await person.session.call('GET', '/dashboard/campaign-safeguards');
    expect(seen.body.limits).toMatchObject({ canary_audience: 500, daily_mails: null, warm_up_contacts: 1_000 });
    const back = await chief.call('PATCH', path, {
      canary_audience: null,
      stop_bounce_percent: null,
      daily_mails: null,
    });
    expect(back.body).toMatchObject({ overrides: {}, limits: { canary_audience: 20_000, daily_mails: 200_000 } });
    const audit = await chief.call('GET', `/dashboard/operator/accounts/${account.id}/audit`);
    expect(audit.body.data[1]).toMatchObject({
      action: 'campaign_safeguards.change',
      is_operator: true,
      before: { overrides: {}, optimized: false },
      after: { overrides: { canary_audience: 500, stop_bounce_percent: 2.5, daily_mails: 0 } },
    });
  });

  it.each<[string, unknown]>([
    ['an unknown limit', { canary: 1 }],
    ['a limit out of its range', { stop_bounce_percent: 101 }],
    ['a fractional number of contacts', { canary_audience: 1.5 }],
    ['an unknown mode', { approval: 'maybe' }],
  ])('refuses %s', async (_, change) => {
    const account = await newAccount();
    const answer = await chief.call('PATCH', `/dashboard/operator/accounts/${account}/campaign-safeguards`, change);
    expect(answer.status).toBe(422);
  });

  it('returns 404 for an unknown account', async () => {
    for (const id of ['999999999', 'x']) {
      expect((await chief.call('GET', `/dashboard/operator/accounts/${id}/campaign-safeguards`)).status).toBe(404);
    }
  });
});
