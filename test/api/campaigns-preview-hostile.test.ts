// Place in a run: slow.
import naughtyStrings from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import {
  newSender,
  plantCampaign,
  plantContact,
  type PlantedCampaign,
  type Sender,
} from '../support/campaign-contents.ts';
import { startDnsServer, type DnsServer } from '../support/dns-server.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { signedIn } from './oauth-browser.ts';

let app: TestApp;
let dns: DnsServer;
let sender: Sender;
let cookie = '';
let calls = 0;

const CONFIRMATION = { kind: 'confirmation', html: '<p><a href="{{ confirm_url }}">Confirm</a></p>' };
/** Number of requests per user, below the limit of 60 per minute. */
const CALLS_A_PERSON = 50;
const STORABLE = naughtyStrings.map((text) => text.toWellFormed().replaceAll('\u0000', ''));
const PIECES = 60;

beforeAll(async () => {
  dns = await startDnsServer({});
  app = await startApp({ POSTRIDER_RESOLVER: dns.address, POSTRIDER_DELIVERY: 'direct' });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});
beforeEach(async () => {
  sender = await newSender(app);
  calls = 0;
});

/** Requests a page with a user's session, and returns the status of the response. */
async function statusOf(method: string, path: string, body?: unknown): Promise<number> {
  if (calls % CALLS_A_PERSON === 0) ({ cookie } = await signedIn(app, { accountId: sender.accountId, role: 'owner' }));
  calls += 1;
  const answer = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function framed(given: PlantedCampaign): Promise<number> {
  const campaign = await plantCampaign(app, sender, given);
  return statusOf('GET', `/dashboard/campaigns/${campaign.id}/preview`);
}

describe('confirmation email before the account has a sender', () => {
  let campaign: CampaignRow;

  beforeEach(async () => {
    campaign = await plantCampaign(app, sender, { ...CONFIRMATION, from_name: '', from_email: '' });
  });

  it('is shown in every preview', async () => {
    expect(await statusOf('GET', `/dashboard/campaigns/${campaign.id}/preview`)).toBe(200);
    expect(await statusOf('POST', `/campaigns/${campaign.id}/preview`, {})).toBe(200);
    expect(await statusOf('GET', `/dashboard/campaigns/${campaign.id}/link-map`)).toBe(200);
  });

  it('is checked, and the missing sender is the finding', async () => {
    const { ann } = sender;
    const { body, status } = await ann.call('GET', `/campaigns/${campaign.id}/checks`);
    expect([status, body.level]).toEqual([200, 'error']);
  });

  it('is not sent as a test, and the error names the sender', async () => {
    const { ann } = sender;
    const { body, status } = await ann.call('POST', `/campaigns/${campaign.id}/test`, { to: [ann.email] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['from_email']]);
  });
});

describe('preview of arbitrary stored content', { timeout: 120_000 }, () => {
  it('is a page or an error for every naughty string in any place', async () => {
    const found: unknown[] = [];
    const share = Math.ceil(STORABLE.length / PIECES);
    for (let piece = 0; piece < PIECES; piece += 1) {
      // Each message contains many strings. Only an error that prevents all rendering can hide the errors in the other
      // strings of its message.
      const text = STORABLE.slice(piece * share, (piece + 1) * share).join(' ');
      const places: PlantedCampaign[] = [
        { subject: text },
        { preview_text: text },
        { html: `<p>${text}</p>` },
        { html: null, plain_text: text },
        { html: `<style>${text}</style><p style="${text}">x</p>`, inlines_css: true },
        {
          html: null,
          design: { version: 1, blocks: [{ type: 'text', text }], [text.slice(0, 50).toWellFormed()]: text },
        },
        { ...CONFIRMATION, plain_text: text, subject: text, from_name: text },
      ];
      for (const [at, place] of places.entries()) {
        const status = await framed(place);
        if (![200, 422].includes(status)) found.push([piece, at, status]);
      }
    }
    expect(found).toEqual([]);
  });

  it('is a page for contacts with naughty names and values', async () => {
    const { accountId } = sender;
    const html =
      '<p title="{{ first_name }}">{{ first_name | upcase }} {{ odd | date: "%Y" }} {{ odd | times: 3 }}</p>';
    const campaign = await plantCampaign(app, sender, { subject: '{{ first_name }}', preview_text: '{{ odd }}', html });
    const found: unknown[] = [];
    for (const [at, text] of STORABLE.filter((_text, at) => at % 9 === 0).entries()) {
      const fields = { odd: ['text', text] as const };
      const id = await plantContact(app, accountId, { email: `odd${at}@there.example`, firstName: text, fields });
      const status = await statusOf('GET', `/dashboard/campaigns/${campaign.id}/preview?contact_id=${id}`);
      if (status !== 200) found.push([text, status]);
    }
    expect(found).toEqual([]);
  });

  it('is a page if its segments are deleted, and 404 if the campaign is deleted', async () => {
    const campaign = await plantCampaign(app, sender, { segment_ids: [999_999], list_ids: [999_999] });
    const path = `/dashboard/campaigns/${campaign.id}/preview`;
    expect(await statusOf('GET', path)).toBe(200);
    const gone = 'update campaign set deleted_at = now() where account_id = $1 and id = $2';
    await rowsOf(app.installation.db, gone, [sender.accountId, campaign.id]);
    expect(await statusOf('GET', path)).toBe(404);
  });
});
