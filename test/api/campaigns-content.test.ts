// Place in a run: slow.
import { linkAddress, SUBSCRIPTION_LINK_PREFIX } from '../../src/mail/subscription-address.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentPartsOf, contentsOf } from '../../src/app/campaign-content.ts';
import { createContent, type CampaignContents } from '../../src/features/campaigns/campaign-content/index.ts';
import { findCampaign, type CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import { createLinkTokens } from '../../src/features/outcomes/tracking/index.ts';
import { addRecipients, createMailingMaker, startMailing } from '../../src/features/sending/mailings/index.ts';
import { compileTemplate } from '../../src/mail/template/compile.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { newSender, plantCampaign, plantContact, plantVariant, type Sender } from '../support/campaign-contents.ts';
import { plantGroup, rowsOf } from '../support/planted-contacts.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

const BASE = 'https://mail.example';

let app: TestApp;
let sink: SmtpSink;
let sender: Sender;
let contents: CampaignContents;

beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startApp({
    POSTRIDER_DELIVERY: 'relay',
    POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTRIDER_INBOX_PORT: '0',
  });
  contents = contentsOf(app.installation, () => BASE);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});
beforeEach(async () => {
  sender = await newSender(app);
});

/** Freezes a campaign. Returns its template and the stored links. */
async function freeze(campaign: CampaignRow, variant = 0, of = contents) {
  const facts = await of.senderOf(sender.accountId, campaign);
  return app.installation.db.transaction(async (tx) => of.freeze(tx, sender.accountId, campaign, variant, facts));
}

async function linksOf(campaign: CampaignRow): Promise<[number, string][]> {
  const rows = await rowsOf<{ link_no: number; url: string }>(
    app.installation.db,
    'select link_no, url from campaign_link where account_id = $1 and campaign_id = $2 order by link_no',
    [sender.accountId, campaign.id],
  );
  return rows.map(({ link_no: number, url }) => [number, url]);
}

/** Renders the subject and the bodies for a recipient with these values. */
function written(template: Awaited<ReturnType<typeof freeze>>['template'], values: Record<string, string> = {}) {
  const compiled = compileTemplate(template);
  if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
  const { html = '', subject, text = '' } = compiled.texts({ values, linkToken: () => 'TOKEN' });
  return { html, subject, text, isSkeleton: compiled.isSkeleton };
}

async function changed(campaign: CampaignRow, set: string): Promise<CampaignRow> {
  await app.installation.db.script(`update campaign set ${set} where id = ${campaign.id}`);
  const found = await findCampaign(app.installation.db, sender.accountId, campaign.id);
  if (!found) throw new Error('gone');
  return found;
}

describe('frozen campaign', () => {
  it('has numbered links, one per URL, with a honeypot link and a tracking pixel, and unchanged text', async () => {
    const html =
      '<body><a href="https://shop.example/a?x=1&amp;y=2">A</a> <a href=\'https://shop.example/b\'>B</a> ' +
      '<a href="https://shop.example/a?x=1&amp;y=2">again</a></body>';
    const campaign = await plantCampaign(app, sender, { html });
    const { template } = await freeze(campaign);
    expect(await linksOf(campaign)).toEqual([
      [1, 'https://shop.example/a?x=1&y=2'],
      [2, 'https://shop.example/b'],
      [3, 'trap:'],
    ]);
    const mail = written(template);
    expect(mail.html).toContain(
      `<a href="${BASE}/t/l/1/TOKEN">A</a> <a href="${BASE}/t/l/2/TOKEN">B</a> <a href="${BASE}/t/l/1/TOKEN">again</a>`,
    );
    expect(mail.html).toMatch(
      /<a href="https:\/\/mail\.example\/t\/l\/3\/TOKEN" style="display:none[^>]*><\/a><img src="https:\/\/mail\.example\/t\/l\/0\/TOKEN" width="1" height="1" alt=""><\/body>/,
    );
    expect(mail.text).toContain('A (https://shop.example/a?x=1&y=2)');
    expect(mail.text).not.toContain('/t/l/');
    expect(mail.isSkeleton).toBe(true);
  });

  it('leaves recipient pages, mailto, data-no-track and URLs with Liquid unchanged', async () => {
    const html =
      '<a href="{{ unsubscribe_url }}">u</a><a href="{{ preferences_url }}">p</a><a href="{{ web_url }}">w</a>' +
      '<a href="mailto:a@shop.example">m</a><a data-no-track href="https://shop.example/free">f</a>' +
      '<a href="https://shop.example/?c={{ contact.email | default: "a" }}">l</a>' +
      `<a href="${BASE}/view/of-another">v</a>{% raw %}<a href="https://raw.example/">{{ raw }}</a>{% endraw %}` +
      '<a href="https://shop.example/x">x</a>';
    const campaign = await plantCampaign(app, sender, { html });
    const { template } = await freeze(campaign);
    expect((await linksOf(campaign)).map(([, url]) => url)).toEqual(['https://shop.example/x', 'trap:']);
    const mail = written(template, { email: 'a&b@x.example' }).html;
    expect(mail).toContain(`<a href="${BASE}/u/TOKEN">u</a><a href="${BASE}/preferences/TOKEN">p</a>`);
    expect(mail).toContain(`<a href="${BASE}/view/TOKEN">w</a><a href="mailto:a@shop.example">m</a>`);
    expect(mail).toContain('<a data-no-track href="https://shop.example/free">');
    expect(mail).toContain('<a href="https://shop.example/?c=a%26b%40x.example">');
    expect(mail).toContain('<a href="https://raw.example/">{{ raw }}</a>');
  });

  it('numbers a URL the same in each variant and version, and never reuses a number', async () => {
    const campaign = await plantCampaign(app, sender, {
      html: '<a href="https://shop.example/1">1</a><a href="https://shop.example/2">2</a>',
    });
    await freeze(campaign);
    await plantVariant(app, sender, campaign, {
      variant: 1,
      html: '<a href="https://shop.example/3">3</a><a href="https://shop.example/2">2</a>',
    });
    const other = await freeze(campaign, 1);
    const edited = await freeze(await changed(campaign, `html = '<a href="https://shop.example/4">4</a>'`));
    expect(await linksOf(campaign)).toEqual([
      [1, 'https://shop.example/1'],
      [2, 'https://shop.example/2'],
      [3, 'trap:'],
      [4, 'https://shop.example/3'],
      [5, 'https://shop.example/4'],
    ]);
    expect(written(other.template).html).toContain(
      `<a href="${BASE}/t/l/4/TOKEN">3</a><a href="${BASE}/t/l/2/TOKEN">2</a>`,
    );
    expect(written(edited.template).html).toContain(`<a href="${BASE}/t/l/5/TOKEN">4</a>`);
  });

  it('numbers links consistently if two processes freeze it', async () => {
    const campaign = await plantCampaign(app, sender, { html: '<a href="https://shop.example/1">1</a>' });
    await plantVariant(app, sender, campaign, { variant: 1, html: '<a href="https://shop.example/2">2</a>' });
    await Promise.all([freeze(campaign), freeze(campaign, 1), freeze(campaign), freeze(campaign, 1)]);
    const urls = (await linksOf(campaign)).map(([, url]) => url);
    expect(urls.toSorted()).toEqual(['https://shop.example/1', 'https://shop.example/2', 'trap:']);
  });

  it("tracks only what is enabled, on the sender's tracking host if there is one", async () => {
    const html = '<a href="https://shop.example/1">1</a>';
    const plain = await plantCampaign(app, sender, { html, tracks_clicks: false, tracks_opens: false });
    expect(written((await freeze(plain)).template).html).not.toContain('/t/l/');
    const opens = await plantCampaign(app, sender, { html, tracks_clicks: false });
    const opened = written((await freeze(opens)).template).html;
    expect([opened.includes('/t/l/0/'), opened.includes('https://shop.example/1')]).toEqual([true, true]);
    expect(await linksOf(opens)).toEqual([]);
    const own = createContent({
      ...contentPartsOf(app.installation, () => BASE),
      trackingBase: (_account, domain) => Promise.resolve(`https://click.${domain}`),
    });
    const hosted = await plantCampaign(app, sender, { html });
    const mail = written((await freeze(hosted, 0, own)).template).html;
    expect(mail).toContain(`<a href="https://click.${sender.domain}/t/l/1/TOKEN">`);
    expect(mail).toContain(`${BASE}/u/TOKEN`);
  });

  it('is a skeleton with a thousand tracked links and leaves further links untracked', async () => {
    const html = Array.from(
      { length: 1_100 },
      (_, at) => `<a href="https://s.example/${at}">{{ first_name }}</a>`,
    ).join('');
    const { template } = await freeze(await plantCampaign(app, sender, { html }));
    const mail = written(template);
    expect(mail.isSkeleton).toBe(true);
    expect(mail.html.match(/\/t\/l\/[1-9]/g)).toHaveLength(1_001);
    expect(mail.html).toContain('<a href="https://s.example/1099">');
  });

  it('allows a million characters plus tracking', async () => {
    const links = '<a href="http://a.b">x</a>'.repeat(1_000);
    const foot = '<p>{{ account.address }} <a href="{{ unsubscribe_url }}">u</a></p>';
    const html = links + foot + '<p>' + 'x'.repeat(1_000_000 - links.length - foot.length - 7) + '</p>';
    expect(html).toHaveLength(1_000_000);
    const { template } = await freeze(await plantCampaign(app, sender, { html }));
    expect(template.html?.length).toBeGreaterThan(1_000_000);
    expect(written(template).html.match(/\/t\/l\//g)).toHaveLength(1_002);
    const { db } = app.installation;
    const make = createMailingMaker({ clock: app.installation.clock });
    await db.transaction(async (tx) => make(tx, sender.accountId, { ...template, mailClass: 'campaign' }));
    const tooLong = await plantCampaign(app, sender, { html: `${html}x` });
    await expect(contents.require(db, sender.accountId, tooLong)).rejects.toMatchObject({
      details: { errors: { html: [expect.stringContaining('has 1000001 characters')] } },
    });
  });

  it('omits the pixel from HTML without a place for it', async () => {
    const foot = '{{ account.address }} <a href="{{ unsubscribe_url }}">u</a>';
    const campaign = await plantCampaign(app, sender, { html: `${foot}<a href="https://s.example/">s</a><a title="` });
    const { html } = written((await freeze(campaign)).template);
    expect([html.includes('<a href="https://s.example/">'), html.includes('/t/l/')]).toEqual([true, false]);
  });

  it('is frozen only with statements on its own connection', async () => {
    const asked: string[] = [];
    const usual = contentPartsOf(app.installation, () => BASE);
    const own = createContent({
      ...usual,
      senders: {
        ...usual.senders,
        requireSender: async (...of) => (asked.push('sender'), usual.senders.requireSender(...of)),
      },
      trackingBase: async (...of) => (asked.push('base'), usual.trackingBase(...of)),
      unsubscribeHost: async (...of) => (asked.push('host'), usual.unsubscribeHost(...of)),
    });
    const campaign = await plantCampaign(app, sender, { html: '<a href="https://shop.example/1">1</a>' });
    const facts = await own.senderOf(sender.accountId, campaign);
    expect(asked.splice(0).toSorted()).toEqual(['base', 'host', 'sender']);
    const { db } = app.installation;
    await db.transaction(async (tx) => own.freeze(tx, sender.accountId, campaign, 0, facts));
    expect(asked).toEqual([]);
    const moved = { ...campaign, from_email: 'other@else.example' };
    await expect(db.transaction(async (tx) => own.freeze(tx, sender.accountId, moved, 0, facts))).rejects.toThrow(
      `Sender of campaign ${campaign.id} has changed`,
    );
  });

  it('has one-click and email unsubscribe headers and a list ID, all signed', async () => {
    const own = createContent({
      ...contentPartsOf(app.installation, () => BASE),
      unsubscribeHost: async (_accountId, domain) => Promise.resolve(`bounce.${domain}`),
    });
    const campaign = await plantCampaign(app, sender, { reply_to: 'desk@tea.example' });
    const contactId = await plantContact(app, sender.accountId, { email: 'bea@read.example', firstName: 'Bea' });
    const { db, vault } = app.installation;
    const make = createMailingMaker({ clock: app.installation.clock });
    const facts = await own.senderOf(sender.accountId, campaign);
    await db.transaction(async (tx) => {
      const { slots, template } = await own.freeze(tx, sender.accountId, campaign, 0, facts);
      const id = await make(tx, sender.accountId, { ...template, mailClass: 'campaign', source: campaign.id });
      await addRecipients(tx, sender.accountId, id, await own.recipients(tx, sender.accountId, [contactId], slots));
      await startMailing(tx, sender.accountId, id);
    });
    app.deliver();
    await sink.waitFor(1);
    const data = sink.messages[0]?.data.toString() ?? '';
    const head = data.slice(0, data.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
    const token = createLinkTokens(vault)(
      {
        kind: 'campaign',
        accountId: sender.accountId,
        source: campaign.id,
        recipient: contactId,
      },
      'unsubscribe',
    );
    expect(head).toContain(
      `List-Unsubscribe: <${BASE}/u/${token}>, <${linkAddress(SUBSCRIPTION_LINK_PREFIX, token)}@bounce.${sender.domain}?subject=unsubscribe>`,
    );
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(head).toContain(`List-ID: <${sender.accountId}.campaigns.${sender.domain}>`);
    expect(head).toContain(`Feedback-ID: ${campaign.id}:campaign:${sender.accountId}:postrider`);
    expect(head).toContain(`From: Tea & Co <news@${sender.domain}>`);
    expect(head).toContain('Reply-To: desk@tea.example');
    expect(head).toContain('Subject: Tea for Bea');
    const signed = /DKIM-Signature:[^]*?\bh=([^;]*);/.exec(head)?.[1]?.replaceAll(/\s/g, '').split(':') ?? [];
    expect(signed).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'list-id', 'feedback-id']),
    );
    expect(data).toContain(`/t/l/1/`);
  });
});

describe('recipients of a campaign', () => {
  it('are loaded in order with only the used values, without deleted contacts', async () => {
    const { accountId } = sender;
    const fields = { city: ['text', 'Köln'], orders: ['number', '7'], birthday: ['date', '1990-04-01'] } as const;
    const bea = await plantContact(app, accountId, { email: 'bea@x.example', firstName: 'Bea', fields });
    const gone = await plantContact(app, accountId, { email: 'gone@x.example' });
    const carl = await plantContact(app, accountId, { email: 'carl@x.example' });
    await app.installation.db.script(`update contact set deleted_at = now() where id = ${gone}`);
    const campaign = await plantCampaign(app, sender, {
      subject: '{{ city }}',
      html: '{% if orders > 5 %}Thank you{% endif %} {{ contact.birthday | date: "%d.%m.%Y" }}',
    });
    const { slots, template } = await freeze(campaign);
    const read = await app.installation.db.transaction(async (tx) =>
      contents.recipients(tx, accountId, [carl, gone, bea], slots),
    );
    expect(read).toEqual([
      { address: 'carl@x.example', values: {}, ref: carl },
      { address: 'bea@x.example', values: { city: 'Köln', orders: '7', birthday: '1990-04-01' }, ref: bea },
    ]);
    const mail = written(template, { ...read[1]?.values });
    expect([mail.subject, mail.html.includes('Thank you'), mail.html.includes('01.04.1990')]).toEqual([
      'Köln',
      true,
      true,
    ]);
  });

  it('keep their values if a field is renamed in the meantime', async () => {
    const { accountId } = sender;
    const bea = await plantContact(app, accountId, { email: 'bea@x.example', fields: { city: ['text', 'Köln'] } });
    const { slots } = await freeze(await plantCampaign(app, sender, { html: '<p>{{ city }}</p>' }));
    await app.installation.db.script(`update contact_field set name = 'town' where account_id = ${accountId}`);
    const read = await app.installation.db.transaction(async (tx) => contents.recipients(tx, accountId, [bea], slots));
    expect(read[0]?.values).toEqual({ city: 'Köln' });
  });

  it('with values that are too large get truncated values, so that they do not block others', async () => {
    const { accountId } = sender;
    const long = Array.from({ length: 8 }, (_, at) => [`f${at}`, ['text', '茶'.repeat(2_000)]] as const);
    const bea = await plantContact(app, accountId, {
      email: 'bea@x.example',
      firstName: 'Bea',
      fields: Object.fromEntries(long),
    });
    const html = `{{ first_name }}${long.map(([name]) => `{{ ${name} }}`).join('')}`;
    const { slots, template } = await freeze(await plantCampaign(app, sender, { html }));
    const make = createMailingMaker({ clock: app.installation.clock });
    await app.installation.db.transaction(async (tx) => {
      const recipients = await contents.recipients(tx, accountId, [bea], slots);
      expect(recipients[0]?.values).toMatchObject({ first_name: 'Bea', f7: expect.stringMatching(/^茶{500,700}$/) });
      await addRecipients(tx, accountId, await make(tx, accountId, { ...template, mailClass: 'campaign' }), recipients);
    });
  });
});

describe('invalid campaign', () => {
  it.each([
    [
      'a subject',
      { subject: 'Tea {{ frist_name }}' },
      'subject',
      /line 1, column 8: frist_name is not a known name\. Did you mean first_name/,
    ],
    ['a preview text', { preview_text: '{{ city' }, 'preview_text', /line 1, column 1/],
    ['HTML', { html: '<p>\n{% if first_name %}x</p>' }, 'html', /line 2, column 1/],
    ['a text', { plain_text: 'a\n\n {% nosuch %}' }, 'text', /line 3, column 2/],
    ['a design', { html: null, design: { type: 'doc', content: [{ type: 'nosuch' }] } }, 'design', /content\.0/],
    ['no content', { html: '' }, 'html', /has no content/],
  ])('names the place and the fix of an error in %s', async (_what, given, field, sentence) => {
    const campaign = await plantCampaign(app, sender, given);
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { [field]: [expect.stringMatching(sentence)] } },
    });
    await expect(freeze(campaign)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('is refused before the first message if each message takes too much work to render', async () => {
    const html = '{% for a in (1..100) %}{% for b in (1..100) %}{{ a | plus: b }}{% endfor %}{% endfor %}';
    const campaign = await plantCampaign(app, sender);
    await plantVariant(app, sender, campaign, { variant: 1, html });
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject({
      details: { errors: { 'variants.0.html': [expect.stringContaining('too complex to render')] } },
    });
    await expect(freeze(campaign, 1)).rejects.toMatchObject({ code: 'validation_error' });
  });

  /** With a postal address of 1,500 characters, the total is more than 10 MB. */
  const LARGE = '<p>{{ account.address }}</p>'.repeat(2_400);
  const TOO_LARGE = expect.stringMatching(/^is too large\. The encoded email has 1\d,\d{3},\d{3} bytes/);

  it('is refused before sending if it is larger than receivers accept', async () => {
    await app.installation.db.script(
      `update campaign_settings set postal_address = repeat('Straße', 250) where account_id = ${sender.accountId}`,
    );
    const campaign = await plantCampaign(app, sender, { html: LARGE });
    const refusal = {
      code: 'validation_error',
      details: {
        errors: { html: [TOO_LARGE] },
      },
    };
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject(refusal);
    await expect(contents.requireText(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject(refusal);
    await expect(freeze(campaign)).rejects.toMatchObject(refusal);
    const { ann } = sender;
    const { body } = await ann.call('GET', `/campaigns/${campaign.id}/checks`);
    expect(body.findings).toContainEqual(expect.objectContaining({ id: 'size', level: 'error' }));
    const test = await ann.call('POST', `/campaigns/${campaign.id}/test`, { to: [ann.email] });
    expect([test.status, test.body.errors]).toEqual([422, refusal.details.errors]);
  });

  it('is refused by the requests that send it, schedule it, or change a confirmation email, if it is too large', async () => {
    const { accountId, ann } = sender;
    await app.installation.db.script(
      `update campaign_settings set postal_address = repeat('Straße', 250) where account_id = ${accountId}`,
    );
    const list = await plantGroup(app.installation.db, accountId, 'list', 'News');
    const campaign = await plantCampaign(app, sender, { html: LARGE, list_ids: [list] });
    const refusal = [422, { html: [TOO_LARGE] }];
    const sent = await ann.call('POST', `/campaigns/${campaign.id}/send`);
    expect([sent.status, sent.body.errors]).toEqual(refusal);
    const scheduled = await ann.call('PATCH', `/campaigns/${campaign.id}`, {
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect([scheduled.status, scheduled.body.errors]).toEqual(refusal);
    const automated = await plantCampaign(app, sender, { html: LARGE, kind: 'automation' });
    await expect(freeze(automated)).rejects.toMatchObject({ details: { errors: refusal[1] } });
    const { campaign_id: confirmation } = (await ann.call('GET', '/double-opt-in')).body;
    const confirming = await ann.call('PATCH', `/campaigns/${confirmation}`, {
      html: `<a href="{{ confirm_url }}">Yes</a>${LARGE}`,
    });
    expect([confirming.status, confirming.body.errors]).toEqual(refusal);
  });

  it('of 990,000 two-byte characters has the smallest possible encoding', async () => {
    const campaign = await plantCampaign(app, sender, { html: `<p>${'ä'.repeat(990_000)}</p>` });
    const { template } = await freeze(campaign);
    const compiled = compileTemplate(template);
    if ('faults' in compiled) throw new Error(JSON.stringify(compiled.faults));
    const recipient = {
      to: template.from,
      messageId: '1@x.example',
      date: new Date(),
      values: {},
      linkToken: () => 'T',
    };
    expect(compiled.render(recipient).body.length).toBeLessThan(5_500_000);
  });

  it('names the variant with the error', async () => {
    const campaign = await plantCampaign(app, sender);
    await plantVariant(app, sender, campaign, { variant: 1, subject: '{{ nosuch }}' });
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject({
      details: { errors: { 'variants.0.subject': [expect.stringContaining('nosuch')] } },
    });
  });

  it('names the setting of the postal address together with all other errors', async () => {
    await app.installation.db.script(
      `update campaign_settings set postal_address = '' where account_id = ${sender.accountId}`,
    );
    const campaign = await plantCampaign(app, sender, { subject: '{{ nosuch }}' });
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject({
      details: {
        errors: {
          subject: [expect.any(String)],
          postal_address: [expect.stringContaining('PATCH /campaign-settings')],
        },
      },
    });
    await expect(freeze(await plantCampaign(app, sender))).rejects.toMatchObject({ code: 'validation_error' });
  });

  it.each(['news@nobody.example', 'onboarding@sandbox.localhost'])('is not sent from %s', async (from) => {
    const campaign = await plantCampaign(app, sender, { from_email: from });
    await expect(contents.require(app.installation.db, sender.accountId, campaign)).rejects.toMatchObject({
      code: 'domain_not_verified',
    });
    await expect(freeze(campaign)).rejects.toMatchObject({ code: 'domain_not_verified' });
  });

  it('puts no values into headers or HTML unescaped', async () => {
    const campaign = await plantCampaign(app, sender, {
      subject: 'Tea for {{ first_name }}',
      html: '<p title="{{ first_name }}">{{ first_name }}</p><a href="{{ first_name }}">x</a>',
    });
    const { template } = await freeze(campaign);
    const values = { first_name: '"><script>alert(1)</script>\r\nBcc: all@x.example' };
    const compiled = compileTemplate(template);
    if ('faults' in compiled) throw new Error('faults');
    const mail = compiled.render({
      to: { name: undefined, address: 'bea@x.example' as never },
      messageId: 'm@x.example',
      date: new Date(0),
      values,
      linkToken: () => 'TOKEN',
    });
    expect(mail.headers.map(({ name }) => name)).not.toContain('Bcc');
    expect(mail.headers.every(({ value }) => !/\r\n(?![ \t])/.test(value))).toBe(true);
    expect(written(template, values).html).not.toContain('<script');
    expect(written(template, { first_name: 'javascript:alert(1)' }).html).toContain('<a href="">');
  });
});
