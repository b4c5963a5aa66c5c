// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { createKey, SCOPES } from '../../src/features/tenants/access/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, type PlantedCampaign, type Sender } from '../support/campaign-contents.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { signedIn } from './oauth-browser.ts';

const CHARACTERS = 400_000;
/** Number of characters of HTML that can be rendered within MAX_MS, even on a busy machine. */
const SHOWN_CHARACTERS = 60_000;
const MAX_MS = 100;
const ROUNDS = 3;

let app: TestApp;
let dns: DnsServer;

beforeAll(async () => {
  dns = await startDnsServer({});
  app = await startApp({ POSTRIDER_RESOLVER: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

function fill(piece: string, characters = CHARACTERS): string {
  return piece.repeat(Math.floor(characters / piece.length));
}

const LINKS = Array.from({ length: 10_000 }, (_, index) => `<a href="https://shop.example/${index}">tea</a>`).join('');
const CSS = Array.from({ length: 500 }, (_, index) => `.a p:not(.b${index}) > *{color:red}`).join('');
const HOSTILE: readonly (readonly [name: string, campaign: PlantedCampaign])[] = [
  ['a megabyte of angle brackets', { html: fill('<', 999_000) }],
  ['nested elements', { html: fill('<div>', 300_000) }],
  ['links', { html: LINKS }],
  ['unclosed paragraphs', { html: fill('<p>tea') }],
  ['attributes', { html: `<p ${fill('a="b" ')}>` }],
  ['Liquid', { html: fill('{% if first_name %}a{% endif %}', 90_000) }],
  ['style sheets', { html: `<style>${CSS}</style><div class="a">${fill('<p><b>x</b>', 100_000)}`, inlines_css: true }],
];

/** Returns the 99th percentile of the latency of health checks, in milliseconds, while `work` runs. */
async function healthDuring(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    const startMs = performance.now();
    const answer = await fetch(`${app.url}/healthz`);
    await answer.arrayBuffer();
    times.push(performance.now() - startMs);
    await new Promise(setImmediate);
  }
  await done;
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

/**
 * Returns the best result of several rounds. The machine may pause in one of them, but blocking work affects every
 * round.
 */
async function bestOf(work: () => Promise<unknown>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best >= MAX_MS; round += 1) best = Math.min(best, await healthDuring(work));
  return best;
}

describe('requests during campaigns with heavy HTML', { timeout: 180_000 }, () => {
  let senders: Sender[];

  beforeAll(async () => {
    senders = [await newSender(app), await newSender(app)];
  });

  it.each(HOSTILE)('are answered while previews and checks read %s', async (_name, given) => {
    const statuses = new Set<number>();
    const campaigns = await Promise.all(senders.map(async (sender) => plantCampaign(app, sender, given)));
    const p99 = await bestOf(async () => {
      const asked = campaigns.flatMap(({ id }, index) => {
        const { ann } = senders[index] as Sender;
        return [ann.call('POST', `/campaigns/${id}/preview`, {}), ann.call('GET', `/campaigns/${id}/checks`)];
      });
      for (const { status } of await Promise.all(asked)) statuses.add(status);
    });
    expect([...statuses].filter((status) => ![200, 422, 429].includes(status))).toEqual([]);
    expect(p99).toBeLessThan(MAX_MS);
  });

  it('are answered while frames and the public page show it', async () => {
    const [sender] = senders as [Sender];
    const campaign = await plantCampaign(app, sender, { html: fill('<p>tea', SHOWN_CHARACTERS) });
    const { cookie } = await signedIn(app, { accountId: sender.accountId, role: 'owner' });
    const { accountId } = sender;
    const recipient = { kind: 'campaign', accountId, source: campaign.id, recipient: 0 } as const;
    const paths = [
      `/dashboard/campaigns/${campaign.id}/preview`,
      `/dashboard/campaigns/${campaign.id}/link-map`,
      `/view/${createLinkTokens(app.installation.vault)(recipient, 'view')}`,
    ];
    const p99 = await bestOf(async () => {
      expect(await Promise.all(paths.map(async (path) => statusOf(path, cookie)))).toEqual([200, 200, 200]);
    });
    expect(p99).toBeLessThan(MAX_MS);
  });

  it('are answered while a message with such HTML is shown and checked', async () => {
    const [sender] = senders as [Sender];
    const { key } = await createKey(app.installation.db, {
      accountId: sender.accountId,
      name: 'test',
      scopes: [SCOPES.send, SCOPES.read],
    });
    const client = app.client(key);
    const html = fill('<p>tea', SHOWN_CHARACTERS);
    const sent = await client.post('/emails', {
      from: `a@${sender.domain}`,
      to: ['b@x.example'],
      subject: 'Tea',
      html,
    });
    expect(sent.status).toBe(200);
    const { body } = await client.get('/transactional/emails');
    const { cookie } = await signedIn(app, { accountId: sender.accountId, role: 'owner' });
    const paths = ['preview', 'checks', 'source'].map((name) => `/dashboard/messages/${body.data[0].id}/${name}`);
    const p99 = await bestOf(async () => {
      const statuses = await Promise.all([
        ...paths.map(async (path) => statusOf(path, cookie)),
        client.get(`/emails/${sent.body.id}`).then(({ status }) => status),
      ]);
      expect(statuses).toEqual([200, 200, 200, 200]);
    });
    expect(p99).toBeLessThan(MAX_MS);
  });
});

async function statusOf(path: string, cookie: string): Promise<number> {
  const answer = await fetch(`${app.url}${path}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  await answer.arrayBuffer();
  return answer.status;
}
