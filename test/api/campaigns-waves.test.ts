import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { createChooser, planWaves } from '../../src/features/campaigns/campaign-sending/wave-plan.ts';
import { eventually, startApp } from '../support/app.ts';
import {
  campaignIn,
  campaignRow,
  createSender,
  openSafeguards,
  plantCampaign,
  plantList,
  recipientsOf,
  tryAll,
  wavesOf,
} from '../support/sent-campaigns.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

let db: Database;
let sender: ReturnType<typeof createSender>;
const app = shared(startApp);

beforeAll(async () => {
  ({ db } = app.installation);
  sender = createSender(app);
});
afterEach(() => sender.stop());

async function planted(count: number, over: Record<string, unknown> = {}) {
  const accountId = (await app.newAccount()).account.id;
  const { contactIds, list } = await plantList(db, accountId, count);
  return { accountId, contactIds, id: await plantCampaign(db, accountId, { list_ids: [list], ...over }) };
}

const passage = (contacts: number, waitMs: number) =>
  openSafeguards({ plan: async () => Promise.resolve({ engagedOnly: false, firstWave: { contacts, waitMs } }) });

async function wave(id: number, no: number) {
  return (await wavesOf(db, id))[no - 1];
}

async function dueAt(id: number): Promise<{ due: number; later: number }> {
  const [row] = await rowsOf<{ due: number; later: number }>(
    db,
    `select count(*) filter (where c.next_at < 'infinity') as due, count(*) filter (where c.due_at is not null) as later
     from campaign_wave w join mailing_chunk c on c.account_id = w.account_id and c.mailing_id = w.mailing_id
     where w.campaign_id = $1`,
    [id],
  );
  return row ?? { due: 0, later: 0 };
}

describe('first wave', () => {
  it('is sent before the rest, which waits for its time and the results', async () => {
    const { contactIds, id } = await planted(200);
    let verdicts = 0;
    sender.run({
      safeguards: {
        ...passage(30, 3_600_000),
        judge: async () => {
          verdicts += 1;
          return Promise.resolve({ verdict: 'go_on' });
        },
      },
      pageContacts: 50,
    });
    await campaignIn(db, id, 'sending');
    expect(await recipientsOf(db, id)).toEqual(contactIds);
    const first = await recipientsOf(db, id, 1);
    expect(first.length).toBeGreaterThan(10);
    expect(first.length).toBeLessThanOrEqual(30);
    // A hash selects the contacts, so the selected contacts are neither the oldest nor the newest.
    expect(first).not.toEqual(contactIds.slice(0, first.length));
    await tryAll(db, id, 1);
    await eventually('the first wave ends', async () => ((await wave(id, 1))?.ended_at ? true : undefined));
    expect(await wave(id, 2)).toMatchObject({ kind: 'rest', started_at: null, state: 'preparing' });
    expect(verdicts).toBeGreaterThan(0);
    await rowsOf(
      db,
      `update campaign_wave set started_at = started_at - interval '61 minutes' where campaign_id = $1`,
      [id],
    );
    await eventually('the remaining recipients are sent to', async () => {
      // Repeat the update, because a concurrent run may reschedule the campaign after the first wave.
      await rowsOf(db, `update campaign set next_at = now() where id = $1 and state = 'sending'`, [id]);
      return (await wave(id, 2))?.started_at ? true : undefined;
    });
    await tryAll(db, id);
    expect(await campaignIn(db, id, 'sent')).toMatchObject({ recipients: 200 });
  });

  it('with bad results pauses the campaign before the rest', async () => {
    const { id } = await planted(100);
    let isBad = false;
    const stop = { verdict: 'stop', reason: 'A fifth of the first wave bounced.' } as const;
    sender.run({
      safeguards: { ...passage(10, 0), judge: async () => Promise.resolve(isBad ? stop : { verdict: 'go_on' }) },
    });
    await campaignIn(db, id, 'sending');
    isBad = true;
    await tryAll(db, id, 1);
    expect((await campaignIn(db, id, 'paused')).pause_reason).toBe(stop.reason);
    expect(await wave(id, 2)).toMatchObject({ started_at: null, state: 'preparing' });
  });

  it('is not separate if it would contain the whole audience', () => {
    const at = { test_share: null, test_hours: null };
    expect(planWaves(at, [0], 900, { firstWave: { contacts: 1_000, waitMs: 1 } })).toMatchObject([{ kind: 'all' }]);
    expect(planWaves(at, [0], 2_000, { firstWave: { contacts: 1_000, waitMs: 60_000 } })).toMatchObject([
      { kind: 'first', most: 1_000, is_awaited: false },
      { kind: 'rest', is_awaited: true, wait_seconds: 60, safeguard_seconds: 60 },
    ]);
  });

  it('is the A/B test if there is one, limited by the safeguard', () => {
    const waves = planWaves({ test_share: 50, test_hours: 4 }, [0, 1], 10_000, {
      firstWave: { contacts: 1_000, waitMs: 86_400_000 },
    });
    expect(waves).toMatchObject([
      { kind: 'test', variant: 0, most: 500, share: 50_000 },
      { kind: 'test', variant: 1, most: 500, share: 50_000 },
      { kind: 'rest', variant: null, wait_seconds: 86_400, safeguard_seconds: 86_400 },
    ]);
  });

  it('has exactly its quota of contacts, spread evenly and different for each campaign', () => {
    const chosen = (campaign: number) => chosenBy(100_000, { share: 20, variants: 2, campaign });
    const [one, other] = [chosen(7), chosen(8)];
    expect(sizesOf(one)).toEqual([10_000, 10_000, 80_000]);
    for (let part = 0; part < 10; part += 1) {
      const [first = 0] = sizesOf(one.slice(part * 10_000, (part + 1) * 10_000));
      expect([part, first > 850, first < 1_150]).toEqual([part, true, true]);
    }
    const same = one.filter((no, at) => no === 1 && other[at] === 1).length / one.length;
    expect(same).toBeLessThan(0.015);
    expect(chosen(7)).toEqual(one);
  });
});

/** Returns the number of contacts in each wave. */
function sizesOf(chosen: readonly number[]): number[] {
  const groups = Map.groupBy(chosen, (no) => no);
  return [...groups].toSorted(([one], [other]) => one - other).map(([, group]) => group.length);
}

/** Returns the wave number of each contact in a test. `audience` is the size of the audience as counted in advance. */
function chosenBy(
  contacts: number,
  test: { readonly share: number; readonly variants: number; readonly campaign?: number; readonly audience?: number },
): number[] {
  const { audience = contacts, campaign = 1, share, variants } = test;
  const numbers = Array.from({ length: variants }, (_, at) => at);
  const waves = planWaves({ test_share: share, test_hours: 4 }, numbers, audience, {}).map((one, at) =>
    Object.assign(one, { wave_no: at + 1, recipients: 0 }),
  );
  const next = createChooser({ campaignId: campaign, audience, waves });
  return Array.from({ length: contacts }, (_, at) => next(5_000_000 + at).wave_no);
}

describe('parts of a test', () => {
  it.each([
    [312, 100, 3, [104, 104, 104]],
    [313, 100, 3, [105, 104, 104]],
    [10, 20, 2, [1, 1, 8]],
    [10, 30, 2, [2, 1, 7]],
    [100, 50, 3, [17, 17, 16, 50]],
    [7, 1, 2, [1, 1, 5]],
    [3, 10, 3, [1, 1, 1]],
    [2, 100, 2, [1, 1]],
    [1_000, 15, 4, [38, 38, 37, 37, 850]],
  ])('of %i contacts, %i percent in %i variants, are equal', (contacts, share, variants, sizes) => {
    for (const campaign of [1, 2, 3, 4, 5])
      expect(sizesOf(chosenBy(contacts, { share, variants, campaign }))).toEqual(sizes);
  });

  it.each([
    ['fewer', 280, 312],
    ['more', 340, 312],
  ])('differ by at most one with %s contacts than counted', (_, contacts, audience) => {
    const [one = 0, two = 0, three = 0] = sizesOf(chosenBy(contacts, { share: 60, variants: 3, audience }));
    const sizes = [one, two, three];
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(one).toBeLessThanOrEqual(63);
  });
});

describe('campaign that is sent over hours', () => {
  it('becomes due in parts and keeps its pace after a pause', async () => {
    const { accountId, id } = await planted(300, { spread_hours: 5 });
    const { api } = app;
    expect(api.port).toBeGreaterThan(0);
    sender.run();
    await campaignIn(db, id, 'sending');
    // With one recipient per minute, the audience is split into 300 chunks, and the first chunk is due immediately.
    expect(await dueAt(id)).toEqual({ due: 1, later: 299 });
    const shift = async (minutes: number) =>
      rowsOf(
        db,
        `update mailing_chunk set due_at = due_at - make_interval(mins => $2) where account_id = $1 and due_at is not null`,
        [accountId, minutes],
      );
    const soon = async () =>
      rowsOf(db, 'update campaign set next_at = now() where id = $1 and next_at is not null', [id]);
    await shift(3);
    await eventually('three more recipients are due', async () => {
      await soon();
      return (await dueAt(id)).due === 4 ? true : undefined;
    });
    // After a simulated pause of two hours, the campaign does not catch up immediately.
    await shift(120);
    await eventually('it goes on', async () => {
      await soon();
      return (await dueAt(id)).due === 5 ? true : undefined;
    });
    expect((await dueAt(id)).later).toBe(295);
    await rowsOf(db, 'update account set paused_at = now() where account_id = $1', [accountId]);
    await shift(60);
    await soon();
    await eventually('the campaign is evaluated and rescheduled', async () => {
      const { next_at: at } = await campaignRow(db, id);
      return at && at.getTime() > Date.now() + 20_000 && at.getTime() < Date.now() + 31_000 ? at : undefined;
    });
    expect(await dueAt(id)).toEqual({ due: 5, later: 295 });
  });
});
