import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/base/db.ts';
import { winnerOf } from '../../src/features/campaigns/campaign-sending/decide.ts';
import type { CampaignCounts } from '../../src/features/campaigns/campaign-sending/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
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

/**
 * Creates a campaign whose A/B test is due. By default, the campaign has 200 contacts and two variants, and the test
 * uses 40 percent of the contacts.
 */
async function due({ contacts = 200, rule = 'opens', share = 40, variants = 2 } = {}) {
  const accountId = (await app.newAccount()).account.id;
  const { contactIds, list } = await plantList(db, accountId, contacts);
  const id = await plantCampaign(db, accountId, {
    list_ids: [list],
    state: 'draft',
    test_share: share,
    test_rule: rule,
    test_hours: 4,
  });
  for (let variant = 1; variant < variants; variant += 1) {
    await rowsOf(
      db,
      'insert into campaign_variant (account_id, campaign_id, variant, subject) values ($1, $2, $3, $4)',
      [accountId, id, variant, `Other news ${variant}`],
    );
  }
  await rowsOf(db, `update campaign set state = 'scheduled' where id = $1`, [id]);
  return { accountId, contactIds, id };
}

/** Creates a running campaign with two variants. Each variant is tested on a fifth of the audience. */
async function tested(rule = 'opens', safeguards = openSafeguards()) {
  const made = await due({ rule });
  sender.run({ safeguards });
  await campaignIn(db, made.id, 'sending');
  return made;
}

const sizesOf = async (id: number) => (await wavesOf(db, id)).map(({ recipients }) => recipients);

async function counted(accountId: number, id: number, openers: readonly number[], clickers: readonly number[]) {
  for (const variant of [0, 1]) {
    await rowsOf(
      db,
      'insert into campaign_count (account_id, campaign_id, variant, sent, openers, clickers) values ($1, $2, $3, 40, $4, $5)',
      [accountId, id, variant, openers[variant], clickers[variant]],
    );
  }
}

async function later(id: number): Promise<void> {
  await rowsOf(db, `update campaign_wave set started_at = started_at - interval '5 hours' where campaign_id = $1`, [
    id,
  ]);
  await rowsOf(db, 'update campaign set next_at = now() where id = $1', [id]);
}

const subjectsOf = async (id: number) =>
  rowsOf<{ same: number }>(
    db,
    `select w.wave_no, (select min(v.wave_no) from campaign_wave v join mailing n on n.account_id = v.account_id
       and n.id = v.mailing_id where v.campaign_id = $1 and n.template_hash = m.template_hash) as same
     from campaign_wave w join mailing m on m.account_id = w.account_id and m.id = w.mailing_id
     where w.campaign_id = $1 order by w.wave_no`,
    [id],
  );

async function restSent(id: number) {
  return eventually('the remaining recipients are sent to', async () => {
    // A concurrent evaluation may have set a later time for the next evaluation.
    await rowsOf(db, `update campaign set next_at = now() where id = $1 and state = 'sending'`, [id]);
    const rest = (await wavesOf(db, id)).at(-1);
    return rest?.started_at ? rest : undefined;
  });
}

describe('A/B test', () => {
  it('is sent to equal halves of its share, and the rest gets the variant with more opens', async () => {
    const { accountId, contactIds, id } = await tested();
    expect(await wavesOf(db, id)).toMatchObject([
      { kind: 'test', variant: 0, state: 'sending' },
      { kind: 'test', variant: 1, state: 'sending' },
      { kind: 'rest', variant: null, state: 'preparing' },
    ]);
    expect(await recipientsOf(db, id)).toEqual(contactIds);
    await counted(accountId, id, [10, 11], [9, 1]);
    await tryAll(db, id);
    await eventually('both test waves end', async () =>
      (await wavesOf(db, id)).filter(({ ended_at: at }) => at).length === 2 ? true : undefined,
    );
    expect((await wavesOf(db, id)).at(-1)).toMatchObject({ started_at: null });
    await later(id);
    expect(await restSent(id)).toMatchObject({ variant: 1, state: 'sending' });
    expect(await campaignIn(db, id, 'sending')).toMatchObject({ winner: 1 });
    // The remaining recipients get the same message as the recipients of the winning variant.
    expect((await subjectsOf(id)).map(({ same }) => same)).toEqual([1, 2, 2]);
    await tryAll(db, id);
    await campaignIn(db, id, 'sent');
  });

  it('has exactly equal parts, regardless of which process loads its pages', async () => {
    const { contactIds, id } = await due({ contacts: 312, share: 100, variants: 3 });
    for (let walked = 0, prepared = 0; prepared === walked && prepared < 200; walked = prepared) {
      // Each process stops after a few pages, and the next process continues.
      sender.run({ pageContacts: 7 });
      await eventually('a page of recipients is prepared', async () => {
        prepared = (await campaignRow(db, id)).recipients;
        return prepared > walked ? true : undefined;
      });
      await sender.close();
    }
    sender.run({ pageContacts: 7 });
    await campaignIn(db, id, 'sending');
    expect(await sizesOf(id)).toEqual([104, 104, 104, 0]);
    expect(await recipientsOf(db, id)).toEqual(contactIds);
  });

  it('is sent to one contact per variant in the smallest list', async () => {
    const { id } = await due({ contacts: 10, share: 20 });
    sender.run();
    await campaignIn(db, id, 'sending');
    expect(await sizesOf(id)).toEqual([1, 1, 8]);
  });

  it('with more variants than contacts is not sent and shows the reason', async () => {
    const { id } = await due({ contacts: 2, share: 100, variants: 3 });
    sender.run();
    expect(await campaignIn(db, id, 'draft')).toMatchObject({
      fault:
        'The campaign tests 3 variants but has only 2 recipients. Remove variants, or send the campaign to more contacts.',
    });
  });

  it('is decided by clicks if clicks are the criterion', async () => {
    const { accountId, id } = await tested('clicks');
    await counted(accountId, id, [10, 11], [9, 1]);
    await tryAll(db, id);
    await later(id);
    expect(await restSent(id)).toMatchObject({ variant: 0 });
  });

  it('ends early if a person chooses the winner, and then finishes', async () => {
    const { accountId, id } = await tested();
    const ann = await newPerson(app, accountId);
    expect(await ann.call('POST', `/campaigns/${id}/winner`, { variant: 7 })).toMatchObject({ status: 422 });
    expect(await ann.call('POST', `/campaigns/${id}/winner`, { variant: 1 })).toMatchObject({
      status: 200,
      body: { id, status: 'sending', winner: 1 },
    });
    await tryAll(db, id);
    expect(await restSent(id)).toMatchObject({ variant: 1 });
    expect(await ann.call('POST', `/campaigns/${id}/winner`, { variant: 0 })).toMatchObject({ status: 409 });
  });

  it('waits for the safeguard after the winner is chosen', async () => {
    const plan = async () => Promise.resolve({ engagedOnly: false, firstWave: { contacts: 60, waitMs: 3_600_000 } });
    const { accountId, id } = await tested('opens', openSafeguards({ plan }));
    const ann = await newPerson(app, accountId);
    expect(await ann.call('POST', `/campaigns/${id}/winner`, { variant: 1 })).toMatchObject({ status: 200 });
    await tryAll(db, id);
    await eventually('both test waves end', async () =>
      (await wavesOf(db, id)).filter(({ ended_at: at }) => at).length === 2 ? true : undefined,
    );
    await rowsOf(db, 'update campaign set next_at = now() where id = $1', [id]);
    await eventually('the campaign is evaluated and rescheduled', async () => {
      const [row] = await rowsOf<{ is_later: boolean }>(
        db,
        `select next_at > now() + interval '40 seconds' as is_later from campaign where id = $1`,
        [id],
      );
      return row?.is_later ? true : undefined;
    });
    expect((await wavesOf(db, id)).at(-1)).toMatchObject({ started_at: null });
    await later(id);
    expect(await restSent(id)).toMatchObject({ variant: 1 });
  });

  it('is won by the lowest number on a tie and never by a variant without recipients', () => {
    const counts = (variant: number, sent: number, openers: number) =>
      ({ variant, sent, openers, clickers: 0 }) as CampaignCounts;
    expect(winnerOf([0, 1], [], 'opens')).toBe(0);
    expect(winnerOf([0, 1, 2], [counts(0, 10, 5), counts(1, 20, 10), counts(2, 0, 0)], 'opens')).toBe(0);
    expect(winnerOf([0, 1, 2], [counts(0, 10, 4), counts(1, 20, 10), counts(2, 10, 5)], 'opens')).toBe(1);
  });
});
