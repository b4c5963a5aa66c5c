import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createSpamFilter } from '../../src/features/campaigns/campaign-safeguards/index.ts';
import { findCampaign, type CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import { findAccount } from '../../src/features/tenants/accounts/index.ts';
import { startApp, type Answer } from '../support/app.ts';
import { newPerson, type Caller } from '../support/callers.ts';
import { heldBy, testSafeguards, type TestSafeguards } from '../support/safeguards.ts';
import { mailsTo } from '../support/people.ts';
import { shared } from '../support/shared.ts';

const QUEUE = '/dashboard/operator/campaign-approvals';

let chief: Caller;

const app = shared(startApp);

beforeAll(async () => {
  const operator = await findAccount(app.installation.db, app.installation.config.ownerEmail);
  chief = (await newPerson(app, operator?.id ?? 0, 'owner')).session;
});

const newAccount = async (): Promise<number> => (await app.newAccount()).account.id;
const safeguardsWith = (options: Parameters<typeof testSafeguards>[1]): TestSafeguards =>
  testSafeguards(app.installation.db, options);

function contentPath(account: number, campaign: CampaignRow): string {
  return `/dashboard/operator/accounts/${account}/campaigns/${campaign.id}/approval`;
}

async function look(account: number, campaign: CampaignRow): Promise<Answer> {
  return chief.call('GET', contentPath(account, campaign));
}

async function decide(account: number, campaign: CampaignRow, decision: string, reason?: string): Promise<Answer> {
  const { hash } = (await look(account, campaign)).body;
  return chief.call('POST', contentPath(account, campaign), { decision, hash, ...(reason && { reason }) });
}

async function change(account: number, { id }: CampaignRow, column: string, value: unknown): Promise<CampaignRow> {
  const text = `update campaign set ${column} = $3 where account_id = $1 and id = $2`;
  await app.installation.db.query({ name: '', text }, [account, id, value]);
  const changed = await findCampaign(app.installation.db, account, id);
  if (!changed) throw new Error('The campaign is gone');
  return changed;
}

async function waitingOf(account: number): Promise<{ campaign: { id: number }; id: string }[]> {
  const { body } = await chief.call('GET', `${QUEUE}?per_page=100`);
  return body.data.filter((one: { account: { id: number } }) => one.account.id === account);
}

describe('content approval', () => {
  it('holds a campaign until the operator approves it, and notifies the operator once', async () => {
    const { safeguards, notices, plant } = safeguardsWith({ approval: 'always' });
    const { db } = app.installation;
    const account = await newAccount();
    const campaign = await plant(account);
    const ask = async (): Promise<void> => safeguards.requireSendable(db, account, campaign);
    const hold = await heldBy(ask());
    expect(hold).toMatchObject({ safeguard: 'content_approval', limits: { state: 'waiting' }, liftsAt: undefined });
    await heldBy(ask());
    await heldBy(safeguards.requireSendable(db, account, await plant(account)));
    expect(notices.map(({ subject }) => subject)).toEqual([expect.stringContaining('is waiting for approval')]);
    const { body } = await look(account, campaign);
    expect(body).toMatchObject({
      account: { id: account },
      campaign: { id: campaign.id, title: 'Spring', from_email: 'news@acme.example' },
      state: 'waiting',
      has_changed: false,
      contents: [{ subject: 'It is here', html: '<p>Hello</p>' }],
    });
    expect((await decide(account, campaign, 'approve')).body).toMatchObject({ state: 'approved' });
    await ask();
    expect((await waitingOf(account)).map((one) => one.campaign.id)).not.toContain(campaign.id);
  });

  it("rejects with the operator's reason, records it in the audit log and sends it by email", async () => {
    const { safeguards, plant } = safeguardsWith({ approval: 'always' });
    const { account } = await app.newAccount();
    const campaign = await plant(account.id);
    await heldBy(safeguards.requireSendable(app.installation.db, account.id, campaign));
    expect((await decide(account.id, campaign, 'reject')).status).toBe(422);
    expect((await decide(account.id, campaign, 'reject', 'No pills, please.')).status).toBe(200);
    const hold = await heldBy(safeguards.requireSendable(app.installation.db, account.id, campaign));
    expect(hold.message).toContain('No pills, please.');
    const [mail] = await mailsTo(app, account.email);
    expect(mail?.subject).toContain('rejected');
    expect(mail?.text).toContain('No pills, please.');
    const audit = await chief.call('GET', `/dashboard/operator/accounts/${account.id}/audit`);
    expect(audit.body.data[0]).toMatchObject({
      action: 'campaign.reject',
      is_operator: true,
      before: { state: 'waiting' },
      after: { state: 'rejected', campaign_id: campaign.id, reason: 'No pills, please.' },
    });
  });

  it.each<[string, unknown]>([
    ['subject', 'Another'],
    ['preview_text', 'Look'],
    ['html', '<p>Another</p>'],
    ['plain_text', 'Another'],
    ['from_name', 'Somebody'],
    ['from_email', 'else@acme.example'],
    ['reply_to', 'else@acme.example'],
    ['inlines_css', true],
    ['design', { type: 'doc', content: [] }],
  ])('is required again when %s changes', async (column, value) => {
    const { begin, safeguards, plant } = safeguardsWith({ approval: 'always' });
    const account = await newAccount();
    const campaign = await plant(account);
    const ask = async (row: CampaignRow): Promise<void> =>
      safeguards.requireSendable(app.installation.db, account, row);
    await heldBy(ask(campaign));
    await decide(account, campaign, 'approve');
    const changed = await change(account, campaign, column, value);
    // Approval is also required for a change between the check and the start.
    expect(await heldBy(begin(account, changed, 10))).toMatchObject({ safeguard: 'content_approval' });
    expect(await heldBy(ask(changed))).toMatchObject({ limits: { state: 'waiting' } });
    await decide(account, changed, 'approve');
    await begin(account, changed, 10);
  });

  it('is required again when a variant changes, whose content is shown to the operator', async () => {
    const { safeguards, plant } = safeguardsWith({ approval: 'always' });
    const account = await newAccount();
    const campaign = await plant(account);
    await heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
    await decide(account, campaign, 'approve');
    const text = `insert into campaign_variant (account_id, campaign_id, variant, subject) values ($1, $2, 1, 'Other')`;
    await app.installation.db.query({ name: '', text }, [account, campaign.id]);
    expect(await heldBy(safeguards.requireSendable(app.installation.db, account, campaign))).toMatchObject({
      limits: { state: 'waiting' },
    });
    expect((await look(account, campaign)).body.contents).toEqual([
      { subject: 'It is here', preview_text: '', html: '<p>Hello</p>', text: null },
      { subject: 'Other', preview_text: '', html: '<p>Hello</p>', text: null },
    ]);
  });

  it('returns conflict for content that changed after it was shown and for a second decision', async () => {
    const { safeguards, plant } = safeguardsWith({ approval: 'always' });
    const account = await newAccount();
    const campaign = await plant(account);
    await heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
    const { hash } = (await look(account, campaign)).body;
    await change(account, campaign, 'subject', 'Changed');
    const stale = await chief.call('POST', contentPath(account, campaign), { decision: 'approve', hash });
    expect([stale.status, stale.body.name]).toEqual([409, 'conflict']);
    expect((await look(account, campaign)).body).toMatchObject({ has_changed: true, state: 'waiting' });
    const seen = (await look(account, campaign)).body.hash;
    const twice = await Promise.all(
      [1, 2].map(async () => chief.call('POST', contentPath(account, campaign), { decision: 'approve', hash: seen })),
    );
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('of one account does not block others, and the account cannot fill the queue', async () => {
    const { safeguards, plant } = safeguardsWith({ approval: 'always' });
    const [greedy, other] = [await newAccount(), await newAccount()];
    const ask = async (account: number, campaign: CampaignRow): ReturnType<typeof heldBy> =>
      heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
    for (let asked = 0; asked < 20; asked += 1) await ask(greedy, await plant(greedy));
    expect(await ask(greedy, await plant(greedy))).toMatchObject({ limits: { waiting: 20, most_waiting: 20 } });
    expect(await waitingOf(greedy)).toHaveLength(20);
    const campaign = await plant(other);
    await ask(other, campaign);
    await decide(other, campaign, 'approve');
    await safeguards.requireSendable(app.installation.db, other, campaign);
    const page = await chief.call('GET', `${QUEUE}?per_page=7`);
    expect(page.body).toMatchObject({ per_page: 7, has_more: true });
    const cursor: string = page.body.data.at(-1).id;
    const next = await chief.call('GET', `${QUEUE}?per_page=7&after=${cursor}`);
    const ids = [page, next].flatMap(({ body }) =>
      body.data.map((one: { campaign: { id: number } }) => one.campaign.id),
    );
    expect(new Set(ids).size).toBe(14);
    expect((await chief.call('GET', `${QUEUE}?after=x`)).status).toBe(422);
  });

  it('returns 404 if approval was not requested', async () => {
    const account = await newAccount();
    const campaign = await safeguardsWith({}).plant(account);
    expect((await look(account, campaign)).status).toBe(404);
    expect((await chief.call('GET', `/dashboard/operator/accounts/x/campaigns/1/approval`)).status).toBe(404);
  });

  it('can be set for a single account', async () => {
    const { safeguards, plant } = safeguardsWith({ approval: 'always' });
    const account = await newAccount();
    const campaign = await plant(account);
    await heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
    const path = `/dashboard/operator/accounts/${account}/campaign-safeguards`;
    expect((await chief.call('PATCH', path, { approval: 'off' })).body.limits.approval).toBe('off');
    await safeguards.requireSendable(app.installation.db, account, campaign);
    await chief.call('PATCH', path, { approval: null });
    await heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
  });
});

describe('content checks before approval', () => {
  const blocked = { hosts: ['bad.example'], words: ['free pills', 'ass'] };

  it.each<[string, string, string]>([
    ['a link to a blocked host', '<a href="https://bad.example/x">x</a>', 'bad.example'],
    ['a subdomain of it', '<a href="//www.bad.example">x</a>', 'bad.example'],
    ['a blocked host after a user name', '<a href="https://good.example@BAD.example./">x</a>', 'bad.example'],
    ['a blocked host written with entities', '<a href="https://b&#97;d.example">x</a>', 'bad.example'],
    ['an image from a blocked host', '<img src="http://bad.example:81/a.png" alt="">', 'bad.example'],
    ['a blocked host from a merge field', '<a href="https://{{ contact.site }}/">x</a>', 'merge tag'],
    ['a blocked phrase', '<p>FREE\n <b>pills</b> here</p>', 'free pills'],
  ])('find %s and require a decision by a person', async (_, html, words) => {
    const { safeguards, plant } = safeguardsWith({ approval: 'findings', blocked });
    const account = await newAccount();
    const campaign = await plant(account, { html });
    await heldBy(safeguards.requireSendable(app.installation.db, account, campaign));
    expect(JSON.stringify((await look(account, campaign)).body.findings)).toContain(words);
  });

  it('approve content without findings until something else is blocked', async () => {
    const html =
      '<p>A class of glass, <a href="https://notbad.example">x</a> <a href="{{ unsubscribe_url }}">y</a></p>';
    const account = await newAccount();
    const before = safeguardsWith({ approval: 'findings', blocked });
    const campaign = await before.plant(account, { html });
    await before.safeguards.requireSendable(app.installation.db, account, campaign);
    await before.begin(account, campaign, 10);
    expect(before.notices).toEqual([]);
    const after = safeguardsWith({ approval: 'findings', blocked: { hosts: ['notbad.example'], words: [] } });
    await heldBy(after.safeguards.requireSendable(app.installation.db, account, campaign));
    const stricter = safeguardsWith({ approval: 'always', blocked });
    const other = await stricter.plant(account, { html });
    await before.safeguards.requireSendable(app.installation.db, account, other);
    await heldBy(stricter.safeguards.requireSendable(app.installation.db, account, other));
  });
});

describe('rspamd', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: string } | 'silence';
  const asked: { path: string | undefined; body: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        asked.push({ path: request.url, body: Buffer.concat(pieces).toString() });
        if (answer !== 'silence') response.writeHead(answer.status).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Safe cast: the server listens on a TCP port, so its address is an object.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  async function asks(given: typeof answer, html = '<p>Hello</p>') {
    answer = given;
    const safeguards = safeguardsWith({
      approval: 'findings',
      askSpamFilter: createSpamFilter({
        baseUrl: url,
        clock: systemClock,
        deadlineMs: given === 'silence' ? 200 : 20_000,
      }),
    });
    const account = await newAccount();
    const campaign = await safeguards.plant(account, { html });
    return {
      account,
      campaign,
      attempt: safeguards.safeguards.requireSendable(app.installation.db, account, campaign),
    };
  }

  it.each(['no action', 'greylist'])(
    'approves content with the action %s and receives the whole message',
    async (action) => {
      await (
        await asks({ status: 200, body: JSON.stringify({ action, score: 1, required_score: 15, symbols: {} }) })
      ).attempt;
      const last = asked.at(-1);
      expect(last?.path).toBe('/checkv2');
      expect(last?.body).toMatch(/^From: .*news@acme\.example.*Subject: It is here.*<p>Hello<\/p>/s);
    },
  );

  it('requires a decision by a person on spam and shows the reasons', async () => {
    const body = JSON.stringify({ action: 'reject', score: 18.2, required_score: 15, symbols: { URIBL_BLACK: {} } });
    const { account, attempt, campaign } = await asks({ status: 200, body });
    await heldBy(attempt);
    expect((await look(account, campaign)).body.findings).toEqual([
      { check: 'spam', message: 'The spam filter recommends “reject” (18.2 of 15): URIBL_BLACK.' },
    ]);
  });

  it.each<[string, typeof answer]>([
    ['does not respond', 'silence'],
    ['fails', { status: 500, body: '{}' }],
    ['sends an invalid response', { status: 200, body: '<html>' }],
    ['responds without an action', { status: 200, body: '{"score":1}' }],
    ['sends an endless response', { status: 200, body: ' '.repeat(2_000_000) }],
  ])('requires a decision by a person if it %s', async (_, given) => {
    const { account, attempt, campaign } = await asks(given);
    await heldBy(attempt);
    expect((await look(account, campaign)).body.findings).toMatchObject([{ check: 'spam_filter_silent' }]);
    await decide(account, campaign, 'approve');
    await safeguardsWith({ approval: 'findings' }).safeguards.requireSendable(app.installation.db, account, campaign);
  });

  it('is called outside of transactions', async () => {
    const held: number[] = [];
    const open = `select count(*)::integer as open from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`;
    const { safeguards, plant } = safeguardsWith({
      approval: 'findings',
      async askSpamFilter() {
        const [row] = await app.installation.db.query<{ open: number }>({ name: '', text: open }, []);
        held.push(row?.open ?? 1);
        return [];
      },
    });
    const account = await newAccount();
    await safeguards.requireSendable(app.installation.db, account, await plant(account));
    expect(held).toEqual([0]);
  });
});
