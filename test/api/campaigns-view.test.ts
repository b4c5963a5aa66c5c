import { beforeEach, describe, expect, it } from 'vitest';
import { contentsOf } from '../../src/app/campaign-content.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { createMailingMaker } from '../../src/features/sending/mailings/index.ts';
import type { CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import { startApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact, plantVariant, type Sender } from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

let sender: Sender;

const app = shared(startApp);
beforeEach(async () => {
  sender = await newSender(app);
});

function tokenOf(campaign: CampaignRow, recipient: number, kind: 'campaign' | 'automation' = 'campaign'): string {
  const { vault } = app.installation;
  return createLinkTokens(vault)({ kind, accountId: sender.accountId, source: campaign.id, recipient }, 'view');
}

async function open(token: string) {
  const response = await fetch(`${app.api.baseUrl}/view/${token}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/**
 * Sends the current content of a campaign to a contact, in a separate wave that starts at the given second of the
 * previous hour.
 */
async function sendInWave(campaign: CampaignRow, wave: number, contactId: number): Promise<string> {
  const { clock, db } = app.installation;
  const { accountId } = sender;
  const contents = contentsOf(app.installation, () => app.api.baseUrl);
  const facts = await contents.senderOf(accountId, campaign);
  return db.transaction(async (tx) => {
    const { slots, template } = await contents.freeze(tx, accountId, campaign, 0, facts);
    const content = { ...template, mailClass: 'campaign', source: campaign.id } as const;
    const mailing = await createMailingMaker({ clock })(tx, accountId, content);
    await rowsOf(
      tx,
      `insert into campaign_wave (account_id, campaign_id, wave_no, kind, variant, mailing_id, started_at, slots)
       values ($1, $2, $3::smallint, 'all', 0, $4, now() - interval '1 hour' + make_interval(secs => 10 * $3::smallint), $5)`,
      [accountId, campaign.id, wave, mailing, slots],
    );
    await rowsOf(
      tx,
      `insert into deliverable (account_id, campaign_id, contact_id, sent_at)
       values ($1, $2, $3, now() - interval '1 hour' + make_interval(secs => 10 * $4 + 5))`,
      [accountId, campaign.id, contactId, wave],
    );
    return mailing;
  });
}

describe('view of a campaign that was changed while it was paused', () => {
  it('shows what each contact received without tracking, or the current content if the old content is deleted', async () => {
    const { accountId } = sender;
    const fields = { city: ['text', 'Köln'] } as const;
    const bea = await plantContact(app, accountId, { email: 'bea@x.example', fields });
    const carl = await plantContact(app, accountId, { email: 'carl@x.example' });
    const html = '<p>Old {{ city }}, <a href="https://shop.example/?a=1&amp;b=%7B%7B">tea</a></p>';
    const campaign = await plantCampaign(app, sender, { html: html.replace('city', 'city | default: "x"') });
    const first = await sendInWave(campaign, 1, bea);
    const set = `html = '<p>New</p>', updated_at = now()`;
    await app.installation.db.script(`update campaign set ${set} where id = ${campaign.id}`);
    await sendInWave({ ...campaign, html: '<p>New</p>' }, 2, carl);
    await app.installation.db.script(
      `update campaign set html = '<p>Newest</p>', updated_at = now() where id = ${campaign.id};
       update contact_field set name = 'town' where account_id = ${accountId}`,
    );
    const seen = (await open(tokenOf(campaign, bea))).html;
    expect(seen).toContain('<p>Old Köln, <a href="https://shop.example/?a=1&amp;b=%7B%7B">tea</a></p>');
    expect([seen.includes('/t/l/'), seen.includes('display:none'), seen.includes('<img')]).toEqual([
      false,
      false,
      false,
    ]);
    expect((await open(tokenOf(campaign, carl))).html).toContain('<p>New</p>');
    await app.installation.db.script(
      `delete from mailing where account_id = ${accountId} and id = '${first}';
       update campaign set updated_at = now() where id = ${campaign.id}`,
    );
    expect((await open(tokenOf(campaign, bea))).html).toContain('<p>Newest</p>');
  });
});

describe('message viewed in the browser', () => {
  it('shows what the contact received, without recipient links and tracking', async () => {
    const bea = await plantContact(app, sender.accountId, { email: 'bea@x.example', firstName: 'Bea' });
    const campaign = await plantCampaign(app, sender);
    const token = tokenOf(campaign, bea);
    const { headers, html, status } = await open(token);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('<title>Tea for Bea</title>');
    expect(html).toContain('Hello Bea, <a href="https://shop.example/tea">tea</a>');
    expect(html).toContain(`${app.api.baseUrl}/u/`);
    expect(html).not.toContain('/t/l/');
    expect(html).not.toContain('This is a test');
  });

  it('shows the variant that the contact received, otherwise the winner', async () => {
    const { accountId } = sender;
    const [bea, carl] = [
      await plantContact(app, accountId, { email: 'bea@x.example' }),
      await plantContact(app, accountId, { email: 'carl@x.example' }),
    ];
    const campaign = await plantCampaign(app, sender);
    await plantVariant(app, sender, campaign, { variant: 1, html: '<p>One</p>' });
    await plantVariant(app, sender, campaign, { variant: 2, html: '<p>Two</p>' });
    await rowsOf(
      app.installation.db,
      'insert into deliverable (account_id, campaign_id, contact_id, variant, sent_at) values ($1, $2, $3, 1, now())',
      [accountId, campaign.id, bea],
    );
    await rowsOf(app.installation.db, 'update campaign set winner = 2 where id = $1', [campaign.id]);
    expect((await open(tokenOf(campaign, bea))).html).toContain('<p>One</p>');
    expect((await open(tokenOf(campaign, carl))).html).toContain('<p>Two</p>');
  });

  it('shows fallbacks if the contact is deleted', async () => {
    const bea = await plantContact(app, sender.accountId, { email: 'bea@x.example', firstName: 'Bea' });
    const campaign = await plantCampaign(app, sender);
    await rowsOf(app.installation.db, 'update contact set deleted_at = now() where id = $1', [bea]);
    const { html, status } = await open(tokenOf(campaign, bea));
    expect([status, html.includes('Hello you,'), html.includes('Bea')]).toEqual([200, true, false]);
  });

  it('is shown if one of its fields was deleted since', async () => {
    const fields = { city: ['text', 'Köln'] } as const;
    const bea = await plantContact(app, sender.accountId, { email: 'bea@x.example', fields });
    const campaign = await plantCampaign(app, sender, {
      html: '<p>{{ contact.city | default: "there" }}{% if city %}!{% endif %}</p>',
    });
    expect((await open(tokenOf(campaign, bea))).html).toContain('<p>Köln!</p>');
    await app.installation.db.script(
      `delete from contact_field where account_id = ${sender.accountId};
       update campaign set updated_at = now() where id = ${campaign.id}`,
    );
    const { html, status } = await open(tokenOf(campaign, bea));
    expect([status, html.includes('<p>there</p>')]).toEqual([200, true]);
  });

  it('returns 404 if it cannot be rendered', async () => {
    const campaign = await plantCampaign(app, sender, { html: '{% if nosuch' });
    expect((await open(tokenOf(campaign, 1))).status).toBe(404);
  });

  it('can be plain text', async () => {
    const campaign = await plantCampaign(app, sender, { html: null, plain_text: 'Tea <b>& more</b>' });
    expect((await open(tokenOf(campaign, 1))).html).toContain('Tea &lt;b&gt;&amp; more&lt;/b&gt;');
  });

  it('is marked as a test if it was sent as one', async () => {
    const campaign = await plantCampaign(app, sender, {
      html: '<html><head></head><body class="a"><p>x</p></body></html>',
    });
    const { html, status } = await open(tokenOf(campaign, 0));
    expect(status).toBe(200);
    expect(html).toMatch(
      /^<html><head><title>Tea for you<\/title><\/head><body class="a"><p lang="en" dir="ltr" style="[^"]*">\nThis is a test/,
    );
  });

  it('disables scripts, forms and frames for any content', async () => {
    const campaign = await plantCampaign(app, sender, {
      html:
        '<script>document.title="run"</script><form action="https://x.example/"><input></form>' +
        '<iframe src="https://x.example/"></iframe><p onclick="alert(1)">x</p><meta http-equiv="refresh" content="0;https://x.example/">',
    });
    const { headers } = await open(tokenOf(campaign, 1));
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    // Without allow-scripts, no script runs and nothing redirects. Without allow-same-origin, the page does not have
    // our origin.
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox');
    expect(policy.some((part) => /script|object|frame-src|connect/.test(part))).toBe(false);
    expect([headers.get('x-frame-options'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      'DENY',
      'no-referrer',
      'no-store',
    ]);
  });

  it('returns 404 for tokens that are forged, of another kind or for deleted campaigns', async () => {
    const campaign = await plantCampaign(app, sender);
    const token = tokenOf(campaign, 1);
    const last = token.endsWith('A') ? 'E' : 'A';
    const others = [
      'nothing',
      `${token.slice(0, -1)}${last}`,
      `${token}A`,
      tokenOf(campaign, 1, 'automation'),
      createLinkTokens(app.installation.vault)(
        {
          kind: 'mailing',
          accountId: sender.accountId,
          source: '019a0000-0000-7000-8000-00000000abcd',
          recipient: 1,
        },
        'view',
      ),
    ];
    for (const other of others) {
      const { html, status } = await open(other);
      expect([status, html.includes('Page not found')], other).toEqual([404, true]);
    }
    await rowsOf(app.installation.db, 'update campaign set deleted_at = now() where id = $1', [campaign.id]);
    expect((await open(token)).status).toBe(404);
  });
});
