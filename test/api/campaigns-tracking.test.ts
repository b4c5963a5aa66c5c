import { beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { outcomeListeners } from '../../src/app/outcomes.ts';
import type { Db, Tx } from '../../src/base/db.ts';
import { createCampaignOwner, noteUnsubscribedBy } from '../../src/features/campaigns/campaign-outcomes/index.ts';
import {
  countEarlyVisits,
  countsOf,
  createCampaignTracking,
  idsOfEngaged,
  proveCampaigns,
  purgeEarlyVisits,
  removeDeletedCampaigns,
} from '../../src/features/campaigns/campaign-results/index.ts';
import { createLog } from '../../src/base/log.ts';
import { createLinkTokens, linkPrefix } from '../../src/features/outcomes/tracking/index.ts';
import { addRecipients, startMailing } from '../../src/features/sending/mailings/index.ts';
import { eventually, startApp } from '../support/app.ts';
import { plantCampaign, PLANTED_LINKS, SECOND_MAILING, type PlantedCampaign } from '../support/counted-campaigns.ts';
import { makeMailing, outcomeOf, readers } from '../support/mailings.ts';
import { shared } from '../support/shared.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const HOUR_MS = 3_600_000;

let accountId: number;
let campaign: PlantedCampaign;

const app = shared(startApp);
beforeEach(async () => {
  accountId = (await app.newAccount()).account.id;
  campaign = await plantCampaign(app.installation.db, accountId);
});

async function rows<Row>(text: string, values: unknown[] = [accountId]): Promise<Row[]> {
  return app.installation.db.query<Row>({ name: '', text }, values);
}

const counts = async () => countsOf(app.installation.db, accountId, campaign.id);
const contactAt = (place: number): number => campaign.contacts[place] ?? 0;
const statOf = async (place: number) =>
  (
    await rows<{ last_sent_at: Date | null; last_opened_at: Date | null; last_clicked_at: Date | null; flags: number }>(
      `select last_sent_at, last_opened_at, last_clicked_at, flags from contact_stat where account_id = $1 and contact_id = $2`,
      [accountId, contactAt(place)],
    )
  )[0];
const deliverableOf = async (place: number) =>
  (
    await rows<Record<string, Date | number | null>>(
      'select * from deliverable where account_id = $1 and campaign_id = $2 and contact_id = $3',
      [accountId, campaign.id, contactAt(place)],
    )
  )[0];
const after = (seconds: number): Date => new Date(campaign.sentAt.getTime() + seconds * 1_000);

/** Runs the verification of counters and returns the errors that it logged. */
async function proofErrors(): Promise<string[]> {
  const lines: string[] = [];
  await proveCampaigns({ db: app.installation.db, log: createLog('error', (line) => void lines.push(line)) }, 0);
  return lines;
}

/** Calls `work` in a transaction, and returns the number of statements that were executed. */
async function statementsOf(work: (tx: Tx) => Promise<void>): Promise<number> {
  return app.installation.db.transaction(async (tx) => {
    let statements = 0;
    const counting: Db = {
      query: async (...given) => {
        statements += 1;
        return tx.query(...given);
      },
    };
    // Safe cast: the brand exists only at compile time, and statements use the transaction.
    await work(counting as Tx);
    return statements;
  });
}

describe('delivery outcomes of a campaign', () => {
  it('are counted by variant once, even if reported repeatedly', async () => {
    const reported = [
      campaign.outcome(0, 'delivered'),
      campaign.outcome(1, 'bounced', { isLasting: true }),
      campaign.outcome(2, 'delivered', { mailing: SECOND_MAILING }),
      campaign.outcome(3, 'suppressed'),
      campaign.outcome(4, 'failed'),
      campaign.outcome(4, 'delivered', { ref: null }),
      campaign.outcome(4, 'delivered', { source: null }),
    ];
    await campaign.hear(...reported);
    await campaign.hear(...reported.toReversed());
    expect(await counts()).toMatchObject([
      { variant: 0, sent: 2, bounced: 1, complained: 0 },
      { variant: 1, sent: 1, bounced: 0 },
    ]);
    expect(await rows('select contact_id from deliverable where account_id = $1 order by 1')).toEqual(
      campaign.contacts.slice(0, 3).map((id) => ({ contact_id: id })),
    );
    expect(await statOf(0)).toMatchObject({ last_sent_at: campaign.sentAt, flags: 0 });
    expect(await statOf(1)).toMatchObject({ flags: 4 });
    expect(await statOf(3)).toMatchObject({ last_sent_at: null });
    expect(await proofErrors()).toEqual([]);
  });

  it('are updated by reports in any order', async () => {
    const report = { isReport: true, at: after(60) };
    await campaign.sent(0);
    await campaign.hear(campaign.outcome(0, 'bounced', report));
    await campaign.hear(campaign.outcome(0, 'bounced', { ...report, at: after(90) }));
    await campaign.hear(campaign.outcome(1, 'delivered'), campaign.outcome(1, 'complained', report));
    await campaign.hear(campaign.outcome(2, 'complained', report));
    await campaign.sent(2);
    expect(await counts()).toMatchObject([{ sent: 3, bounced: 1, complained: 2 }]);
    expect(await deliverableOf(0)).toMatchObject({ bounced_at: after(60), spam_at: null });
    expect(await deliverableOf(1)).toMatchObject({ bounced_at: null, spam_at: after(60) });
    // A temporary bounce, such as a full mailbox, does not end a subscription, but a complaint does.
    expect([(await statOf(0))?.flags, (await statOf(1))?.flags, (await statOf(2))?.flags]).toEqual([0, 2, 2]);
    expect(await proofErrors()).toEqual([]);
  });

  it('are reported to the owner of each class with the permanent ones marked, like suppressions', async () => {
    const { config, db } = app.installation;
    const mailing = await makeMailing(db, accountId, { source: campaign.id });
    await db.transaction(async (tx) => {
      const given = readers(3).map((reader, index) => Object.assign(reader, { ref: contactAt(index) }));
      await addRecipients(tx, accountId, mailing, given);
      await startMailing(tx, accountId, mailing);
    });
    const [{ id: batch } = { id: '' }] = await rows<{ id: string }>(
      'select id from recipient_batch where mailing_id = $1',
      [mailing],
    );
    const listener = outcomeListeners(config).find(({ name }) => name === 'results of mail of class campaign');
    await db.transaction(async (tx) =>
      listener?.hear(tx, accountId, [
        { ...outcomeOf(batch, 1, 'bounced'), bounceClass: 'recipient' },
        { ...outcomeOf(batch, 2, 'bounced'), bounceClass: 'policy' },
        outcomeOf(batch, 3, 'delivered'),
      ]),
    );
    expect(await counts()).toMatchObject([{ variant: 0, sent: 3, bounced: 2 }]);
    expect([(await statOf(0))?.flags, (await statOf(1))?.flags, (await statOf(2))?.flags]).toEqual([4, 0, 0]);
  });

  it('take two statements per batch, and two processes reporting the same batch count it once', async () => {
    const { db } = app.installation;
    const big = await plantCampaign(db, accountId, 300, 'big');
    const reported = big.contacts.map((_id, place) => big.outcome(place, 'delivered'));
    const owner = createCampaignOwner('campaign');
    expect(await statementsOf((tx) => owner.hear(tx, accountId, reported))).toBe(2);
    const again = [reported.toReversed(), reported, reported.slice(100)];
    await Promise.all(again.map((some) => big.hear(...some)));
    expect(await countsOf(db, accountId, big.id)).toMatchObject([{ sent: 300 }]);
    const bounced = reported.map((one) => ({ ...one, kind: 'bounced' as const, isReport: true, isLasting: true }));
    await Promise.all([bounced, bounced.toReversed(), reported].map((some) => big.hear(...some)));
    expect(await countsOf(db, accountId, big.id)).toMatchObject([{ sent: 300, bounced: 300 }]);
  });

  it('count an unsubscription once, and only for recipients', async () => {
    await campaign.sent(0);
    const { db } = app.installation;
    for (const place of [0, 0, 1]) {
      await db.transaction((tx) => noteUnsubscribedBy(tx, accountId, campaign.id, contactAt(place), after(place + 9)));
    }
    expect(await counts()).toMatchObject([{ sent: 1, unsubscribed: 1 }]);
    expect(await deliverableOf(0)).toMatchObject({ unsubscribed_at: after(9) });
  });
});

describe('visits', () => {
  it('are counted filtered and including bots', async () => {
    await campaign.sent(0, 1, 2);
    await campaign.hear(campaign.outcome(3, 'delivered', { mailing: SECOND_MAILING }));
    await campaign.visited(
      campaign.visit(0, 0, 60),
      campaign.visit(0, 1, 80, { count: 2 }),
      campaign.visit(1, 0, 30, { visitor: 'proxy', count: 3 }),
      campaign.visit(2, 0, 10, { visitor: 'prefetch' }),
      campaign.visit(2, 1, 12, { visitor: 'scanner' }),
      campaign.visit(3, 0, 1),
      campaign.visit(3, 2, 4_000),
    );
    expect(await counts()).toMatchObject([
      {
        variant: 0,
        openers: 2,
        clickers: 1,
        opens: 4,
        clicks: 2,
        raw_openers: 3,
        raw_clickers: 2,
        raw_opens: 5,
        raw_clicks: 3,
      },
      // An open within two seconds of the delivery is not counted. A click also counts as an open.
      { variant: 1, openers: 1, clickers: 1, opens: 0, clicks: 1, raw_openers: 1, raw_opens: 1, raw_clicks: 1 },
    ]);
    expect(await deliverableOf(0)).toMatchObject({
      opened_at: after(60),
      clicked_at: after(80),
      raw_opened_at: after(60),
    });
    expect(await deliverableOf(2)).toMatchObject({ opened_at: null, clicked_at: null, raw_clicked_at: after(12) });
    expect(await deliverableOf(3)).toMatchObject({
      opened_at: after(4_000),
      clicked_at: after(4_000),
      raw_opened_at: after(1),
    });
    expect(await statOf(0)).toMatchObject({ last_opened_at: after(80), last_clicked_at: after(80) });
    expect(await statOf(1)).toMatchObject({ last_opened_at: after(30), last_clicked_at: null });
    expect(await statOf(2)).toMatchObject({ last_opened_at: null, last_clicked_at: null });
    expect(
      await rows(
        'select link_no, clicks, clickers, machine_clicks from campaign_link where account_id = $1 order by 1',
      ),
    ).toEqual([
      { link_no: 1, clicks: 2, clickers: 1, machine_clicks: 1 },
      { link_no: 2, clicks: 1, clickers: 1, machine_clicks: 0 },
      { link_no: 3, clicks: 0, clickers: 0, machine_clicks: 0 },
      { link_no: 4, clicks: 0, clickers: 0, machine_clicks: 0 },
    ]);
    expect(await rows('select hour, opens, clicks from campaign_hour where account_id = $1 order by 1')).toEqual([
      { hour: after(0), opens: 4, clicks: 2 },
      { hour: after(3_600), opens: 0, clicks: 1 },
    ]);
    expect(await proofErrors()).toEqual([]);
  });

  it('reported by two processes in any order are counted once', async () => {
    const { db } = app.installation;
    const big = await plantCampaign(db, accountId, 60, 'busy');
    await big.sent(...big.contacts.keys());
    const groups = Array.from({ length: 16 }, (_none, turn) => {
      const visits = big.contacts.flatMap((_id, place) => [
        big.visit(place, 0, 100 + 60 * turn),
        big.visit(place, 1 + (place % 2), 130 + 60 * turn),
      ]);
      return turn % 2 === 0 ? visits : visits.toReversed();
    });
    await Promise.all([
      ...groups.map((group) => big.visited(...group)),
      big.hear(...big.contacts.map((_id, place) => big.outcome(place, 'bounced', { isReport: true, isLasting: true }))),
    ]);
    expect(await countsOf(db, accountId, big.id)).toMatchObject([
      { sent: 60, bounced: 60, openers: 60, clickers: 60, opens: 960, clicks: 960, raw_opens: 960, raw_clicks: 960 },
    ]);
    expect(await proofErrors()).toEqual([]);
  });

  it('take a few statements per batch of any size', async () => {
    const { db } = app.installation;
    const big = await plantCampaign(db, accountId, 500, 'many');
    await big.sent(...big.contacts.keys());
    const visits = big.contacts.flatMap((_id, place) => [big.visit(place, 0, 50), big.visit(place, 1, 90)]);
    const tracking = createCampaignTracking({ db, log: silentLog, onEngaged: [] });
    expect(await statementsOf((tx) => tracking.hear(tx, accountId, visits))).toBeLessThan(10);
  });

  it('of untracked or erased contacts are not stored', async () => {
    await campaign.sent(0, 1);
    await rows('update contact set is_tracked = false where account_id = $1 and id = $2', [accountId, contactAt(0)]);
    await campaign.visited(
      campaign.visit(0, 0, 60),
      campaign.visit(0, 1, 61),
      campaign.visit(0, 2, 62, { visitor: 'scanner' }),
      campaign.visit(1, 0, 60, { recipient: 999_999_999 }),
    );
    expect(await counts()).toMatchObject([{ raw_opens: 0, raw_clicks: 0 }]);
    for (const table of ['campaign_visit', 'campaign_early_visit', 'campaign_hour']) {
      expect(await rows(`select from ${table} where account_id = $1`)).toEqual([]);
    }
    expect(await deliverableOf(0)).toMatchObject({ raw_opened_at: null, machine_at: null });
  });

  it('before the delivery outcome are counted after it and filtered by the send time', async () => {
    await campaign.visited(campaign.visit(0, 0, 1), campaign.visit(0, 1, 100), campaign.visit(1, 0, 100));
    expect(await counts()).toEqual([]);
    const { db, log } = app.installation;
    await countEarlyVisits({ db, log, onEngaged: [] });
    expect(await rows('select from campaign_early_visit where account_id = $1')).toHaveLength(3);
    await campaign.sent(0);
    await countEarlyVisits({ db, log, onEngaged: [] });
    await countEarlyVisits({ db, log, onEngaged: [] });
    expect(await counts()).toMatchObject([{ sent: 1, opens: 0, raw_opens: 1, clicks: 1, raw_clicks: 1, openers: 1 }]);
    expect(await rows('select contact_id from campaign_early_visit where account_id = $1')).toEqual([
      { contact_id: contactAt(1) },
    ]);
    await rows(`update campaign_early_visit set created_at = now() - interval '9 days' where account_id = $1`);
    await purgeEarlyVisits(db);
    expect(await rows('select from campaign_early_visit where account_id = $1')).toEqual([]);
    expect(await proofErrors()).toEqual([]);
  });
});

describe('unsubscription', () => {
  it('before the delivery outcome is counted after it, once, at its time', async () => {
    const { db, log } = app.installation;
    const leave = async (place: number, seconds: number): Promise<void> =>
      db.transaction(async (tx) => noteUnsubscribedBy(tx, accountId, campaign.id, contactAt(place), after(seconds)));
    await leave(0, 7);
    await leave(0, 8);
    await leave(1, 9);
    await countEarlyVisits({ db, log, onEngaged: [] });
    expect(await counts()).toEqual([]);
    await campaign.sent(0);
    await countEarlyVisits({ db, log, onEngaged: [] });
    await countEarlyVisits({ db, log, onEngaged: [] });
    expect(await counts()).toMatchObject([{ sent: 1, unsubscribed: 1, opens: 0, clicks: 0, raw_opens: 0 }]);
    expect(await rows('select unsubscribed_at from deliverable where account_id = $1')).toEqual([
      { unsubscribed_at: after(7) },
    ]);
    await campaign.sent(1);
    await leave(1, 10);
    await countEarlyVisits({ db, log, onEngaged: [] });
    expect(await counts()).toMatchObject([{ sent: 2, unsubscribed: 2 }]);
    expect(await rows('select from campaign_early_visit where account_id = $1')).toEqual([]);
    expect(await proofErrors()).toEqual([]);
  });

  it('from a deleted campaign or an unknown contact is not stored', async () => {
    const { db } = app.installation;
    await db.transaction(async (tx) => {
      await noteUnsubscribedBy(tx, accountId, campaign.id, 999_999_999, after(1));
      await noteUnsubscribedBy(tx, accountId, 999_999_999, contactAt(0), after(1));
    });
    expect(await rows('select from campaign_early_visit where account_id = $1')).toEqual([]);
  });
});

describe('bot that follows links of a contact', () => {
  const nothing = { openers: 0, clickers: 0, opens: 0, clicks: 0 };

  it.each([
    ['in one batch', (visits: readonly unknown[]) => [visits]],
    ['in several batches', (visits: readonly unknown[]) => visits.map((visit) => [visit])],
    [
      'in several batches in the wrong order',
      (visits: readonly unknown[]) => visits.toReversed().map((visit) => [visit]),
    ],
  ])('is detected by its burst %s, and its counts are reverted exactly', async (_how, groupsOf) => {
    await campaign.sent(0);
    const visits = [
      campaign.visit(0, 0, 299),
      campaign.visit(0, 1, 300),
      campaign.visit(0, 2, 301),
      campaign.visit(0, 4, 308),
    ];
    for (const group of groupsOf(visits)) await campaign.visited(...(group as typeof visits));
    expect(await counts()).toMatchObject([
      { ...nothing, raw_openers: 1, raw_clickers: 1, raw_opens: 1, raw_clicks: 3 },
    ]);
    expect(await deliverableOf(0)).toMatchObject({ opened_at: null, clicked_at: null, raw_clicked_at: after(300) });
    expect(await statOf(0)).toMatchObject({ last_opened_at: null, last_clicked_at: null });
    expect(await rows('select from campaign_visit where account_id = $1 and visitor < 3')).toEqual([]);
    expect(
      await rows('select opens, clicks from campaign_hour where account_id = $1 and (opens, clicks) <> (0, 0)'),
    ).toEqual([]);
    expect(
      await rows('select clicks, clickers, machine_clicks from campaign_link where account_id = $1 order by link_no'),
    ).toEqual([
      { clicks: 0, clickers: 0, machine_clicks: 1 },
      { clicks: 0, clickers: 0, machine_clicks: 1 },
      { clicks: 0, clickers: 0, machine_clicks: 0 },
      { clicks: 0, clickers: 0, machine_clicks: 1 },
    ]);
    expect(await proofErrors()).toEqual([]);
  });

  it('is detected by the honeypot link in any order, without affecting earlier or later visits of a person', async () => {
    await campaign.sent(0, 1);
    const other = await plantCampaign(app.installation.db, accountId, 2);
    await other.sent(0);
    await other.visited(other.visit(0, 1, 20));
    await campaign.visited(campaign.visit(0, 0, 50), campaign.visit(0, 1, 60), campaign.visit(0, 1, 8_000));
    await campaign.visited(campaign.visit(0, 3, 8_005, { visitor: 'scanner' }), campaign.visit(1, 3, 100));
    await campaign.visited(campaign.visit(0, 2, 8_012), campaign.visit(1, 1, 104), campaign.visit(1, 2, 200));
    expect(await counts()).toMatchObject([
      { openers: 2, clickers: 2, opens: 1, clicks: 2, raw_opens: 1, raw_clicks: 7 },
    ]);
    expect(await deliverableOf(0)).toMatchObject({ opened_at: after(50), clicked_at: after(60) });
    expect(await deliverableOf(1)).toMatchObject({ opened_at: after(200), clicked_at: after(200) });
    expect(await statOf(0)).toMatchObject({ last_opened_at: after(60), last_clicked_at: after(60) });
    expect(
      await rows(
        'select hour, opens, clicks from campaign_hour where account_id = $1 and campaign_id = $2 order by 1',
        [accountId, campaign.id],
      ),
    ).toEqual([
      { hour: after(0), opens: 1, clicks: 2 },
      { hour: after(7_200), opens: 0, clicks: 0 },
    ]);
    expect(await proofErrors()).toEqual([]);
  });

  it("in one campaign keeps the contact's last click in another", async () => {
    const other = await plantCampaign(app.installation.db, accountId, 1);
    await other.sent(0);
    await other.visited(other.visit(0, 1, 20));
    await campaign.sent(0);
    await campaign.visited(campaign.visit(0, 1, 300));
    expect(await statOf(0)).toMatchObject({ last_clicked_at: after(300) });
    await campaign.visited(campaign.visit(0, 2, 300.5));
    expect(await statOf(0)).toMatchObject({ last_opened_at: after(20), last_clicked_at: after(20) });
  });
});

describe('links of a message', () => {
  const address = (link: number | string, token: string) =>
    linkPrefix(app.api.baseUrl, 0).replace('/0/', `/${link}/`) + token;
  const tokenOf = (recipient: number, source = campaign.id, kind: 'campaign' | 'automation' = 'campaign') =>
    createLinkTokens(app.installation.vault)({ kind, accountId, source, recipient }, 'tracking');
  const visit = async (url: string, userAgent = PERSON, method = 'GET') => {
    const response = await fetch(url, { method, redirect: 'manual', headers: { 'user-agent': userAgent } });
    return [response.status, response.headers.get('location'), await response.text()] as const;
  };
  /** Returns all rows of the account except counters. */
  const others = async () => ({
    contacts: await rows('select * from contact where account_id = $1 order by id'),
    campaigns: await rows('select * from campaign where account_id = $1 order by id'),
    lists: await rows('select * from list_member where account_id = $1'),
    suppressed: await rows('select * from suppression where account_id = $1'),
  });

  it('change only counters for GET by people and scanners, and nothing for HEAD', async () => {
    await campaign.hear(campaign.outcome(0, 'delivered', { at: new Date(Date.now() - HOUR_MS) }));
    const before = await others();
    const token = tokenOf(contactAt(0));
    for (const [index, url] of PLANTED_LINKS.entries()) {
      for (const [userAgent, method] of [
        [PERSON, 'HEAD'],
        ['Googlebot/2.1', 'GET'],
        ['', 'GET'],
      ] as const) {
        const [status, location, body] = await visit(address(index + 1, token), userAgent, method);
        expect([status, location]).toEqual(url === 'trap:' ? [200, null] : [302, url]);
        if (url === 'trap:' && method === 'GET') expect(body).toBe('<!doctype html><title></title>');
      }
    }
    expect((await visit(address(0, token), PERSON, 'HEAD'))[0]).toBe(200);
    await eventually('all clicks are counted', async () => ((await counts())[0]?.raw_clicks === 8 ? true : undefined));
    expect(await counts()).toMatchObject([
      { openers: 0, clickers: 0, opens: 0, clicks: 0, raw_opens: 0, raw_clicks: 8 },
    ]);
    await visit(address(1, token));
    await eventually('the person’s click is counted', async () =>
      (await counts())[0]?.raw_clicks === 9 ? true : undefined,
    );
    expect(await others()).toEqual(before);
  });

  it('do not redirect or count with a forged token', async () => {
    await campaign.sent(0);
    const token = tokenOf(contactAt(0));
    const changed = `${token.slice(0, 3)}${token[3] === 'A' ? 'B' : 'A'}${token.slice(4)}`;
    const urls = [
      address(1, changed),
      address(1, token.slice(0, -1)),
      address(1, `${token}A`),
      address(9, token),
      address('01', token),
      address(1, tokenOf(contactAt(0), campaign.id + 1_000_000)),
      `${address(9, token)}?u=https%3A%2F%2Fevil.example`,
    ];
    for (const url of urls) expect([url, ...(await visit(url)).slice(0, 2)]).toEqual([url, 404, null]);
    expect(await rows('select from campaign_visit where account_id = $1')).toEqual([]);
    expect(await rows('select from campaign_early_visit where account_id = $1')).toEqual([]);
  });
});

describe('verification of counters', () => {
  it('finds damaged counters, logs an error and repairs them, and is silent otherwise', async () => {
    await campaign.sent(0, 1, 2);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(0, 1, 70), campaign.visit(1, 2, 70));
    const before = await counts();
    expect(await proofErrors()).toEqual([]);
    expect(await rows('select from campaign_changed where account_id = $1')).toEqual([]);
    await rows('update campaign_count set sent = sent + 5, opens = 0 where account_id = $1');
    await rows('update campaign_link set clicks = clicks + 1 where account_id = $1 and link_no = 2');
    // Only campaigns that are marked as changed are verified, so the wrong counters are not detected yet.
    expect(await proofErrors()).toEqual([]);
    await campaign.sent(0);
    await campaign.hear(campaign.outcome(3, 'delivered'));
    const errors = (await proofErrors()).join('\n');
    expect(errors).toMatch(/Incorrect campaign counters corrected.*"sent":-5.*"opens":1/);
    expect(errors).toMatch(/Incorrect campaign link counters corrected.*"link_no":2,"clicks":-1/);
    expect(await counts()).toEqual(before.map((row) => Object.assign(row, { sent: 4 })));
    expect(await proofErrors()).toEqual([]);
  });

  it('finds hours that do not match the visits and adds none', async () => {
    await campaign.sent(0);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(0, 1, 4_000));
    expect(await proofErrors()).toEqual([]);
    const damaged = await rows(
      'update campaign_hour set clicks = clicks + 2 where account_id = $1 and clicks = 1 returning 1',
    );
    expect(damaged).toHaveLength(1);
    await campaign.hear(campaign.outcome(1, 'delivered'));
    expect((await proofErrors()).join('\n')).toMatch(
      /Hourly campaign counts do not match the campaign totals.*"opens":0,"clicks":-2/,
    );
    expect(await rows('select sum(clicks)::integer as clicks from campaign_hour where account_id = $1')).toEqual([
      { clicks: 3 },
    ]);
  });

  it('repeats if data changed in the meantime, and one failure does not block others', async () => {
    await campaign.sent(0);
    const { db } = app.installation;
    let isMoved = false;
    const moving = {
      ...db,
      async query<Row>(...given: Parameters<Db['query']>): Promise<Row[]> {
        const found = await db.query<Row>(...given);
        if (!isMoved && given[0].name === 'campaign_results_differences') {
          isMoved = true;
          await campaign.sent(1);
        }
        return found;
      },
    };
    await proveCampaigns({ db: moving, log: app.installation.log }, 0);
    expect(await rows('select is_proving from campaign_changed where account_id = $1')).toEqual([
      { is_proving: false },
    ]);
    const other = await plantCampaign(db, accountId, 1, 'other');
    await other.sent(0);
    const failing = {
      ...db,
      query: <Row>(...given: Parameters<Db['query']>): Promise<Row[]> =>
        given[0].name === 'campaign_results_differences' && given[1][1] === campaign.id
          ? Promise.reject(new Error('refused'))
          : db.query<Row>(...given),
    };
    const lines: string[] = [];
    await proveCampaigns({ db: failing, log: createLog('error', (line) => void lines.push(line)) }, 0);
    expect(lines.join('')).toContain('could not be verified');
    expect(await rows('select campaign_id from campaign_changed where account_id = $1')).toEqual([
      { campaign_id: campaign.id },
    ]);
  });

  it('updates the averages of the lists that campaigns were sent to', async () => {
    const [list] = await rows<{ id: number }>(
      `insert into contact_list (account_id, name) values ($1, 'News') returning id`,
    );
    await rows('update campaign set list_ids = array[$2::bigint] where account_id = $1', [accountId, list?.id]);
    await campaign.sent(0, 1, 2);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(1, 1, 60));
    await proofErrors();
    const averages = () =>
      rows(
        'select average_open_percent as opened, average_click_percent as clicked from contact_list where account_id = $1',
      );
    expect(await averages()).toEqual([{ opened: 66.67, clicked: 33.33 }]);
    const second = await plantCampaign(app.installation.db, accountId, 2);
    await rows('update campaign set list_ids = array[$2::bigint] where account_id = $1', [accountId, list?.id]);
    await second.sent(0, 1);
    await proofErrors();
    expect(await averages()).toEqual([{ opened: 33.33, clicked: 16.67 }]);
  });
});

describe('data of a campaign', () => {
  it('is removed some time after the campaign is deleted, without affecting others', async () => {
    const other = await plantCampaign(app.installation.db, accountId, 2);
    await other.sent(0, 1);
    await campaign.sent(0, 1, 2);
    await campaign.visited(campaign.visit(0, 0, 60), campaign.visit(1, 1, 60));
    const { db, log } = app.installation;
    await rows('update campaign set deleted_at = now() where account_id = $1 and id = $2', [accountId, campaign.id]);
    await removeDeletedCampaigns({ db, log });
    expect(await counts()).toMatchObject([{ sent: 3 }]);
    await removeDeletedCampaigns({ db, log }, -1);
    for (const table of [
      'deliverable',
      'campaign_visit',
      'campaign_link',
      'campaign_count',
      'campaign_hour',
      'campaign_wave',
    ]) {
      const left = await rows(`select from ${table} where account_id = $1 and campaign_id = $2`, [
        accountId,
        campaign.id,
      ]);
      expect([table, left]).toEqual([table, []]);
    }
    expect(await rows('select id from campaign where account_id = $1')).toEqual([{ id: other.id }]);
    expect(await countsOf(db, accountId, other.id)).toMatchObject([{ sent: 2 }]);
  });

  it('returns the audience of a resend', async () => {
    await campaign.sent(0, 1, 2, 3);
    await campaign.visited(
      campaign.visit(0, 0, 60),
      campaign.visit(2, 1, 60),
      campaign.visit(1, 0, 3, { visitor: 'prefetch' }),
    );
    const idsOf = (audience: 'openers' | 'non_openers' | 'clickers', afterId = 0, limit = 10) =>
      app.installation.db.transaction((tx) => idsOfEngaged(tx, accountId, campaign.id, audience, { afterId, limit }));
    expect(await idsOf('openers')).toEqual([contactAt(0), contactAt(2)]);
    expect(await idsOf('clickers')).toEqual([contactAt(2)]);
    expect(await idsOf('non_openers', 0, 1)).toEqual([contactAt(1)]);
    expect(await idsOf('non_openers', contactAt(1))).toEqual([contactAt(3)]);
  });
});
