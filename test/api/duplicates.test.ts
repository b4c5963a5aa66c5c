import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { EMAIL, newAutomationTenant } from '../support/automations.ts';
import { startCampaignApi, type CampaignApi } from '../support/campaigns.ts';
import { newPerson } from '../support/callers.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { newFormTenant } from '../support/signup-forms.ts';

const TIMES = { created_at: expect.any(String), updated_at: expect.any(String) };

let app: TestApp;
let api: CampaignApi;
beforeAll(async () => {
  app = await startApp();
  api = await startCampaignApi(app);
});
afterAll(async () => {
  await api.close();
  await app.close();
});

describe('POST /campaigns/{id}/duplicate', () => {
  it('returns 201 with a draft that has everything but the schedule and the results', async () => {
    const { ann, newDraft, setState, tag } = await api.newTenant();
    const { id } = await newDraft({
      design: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] },
      preview_text: 'P',
      reply_to: 'desk@acme.example',
      excluded_contact_tags: [tag],
      engaged_only: true,
      track_opens: false,
      spread_hours: 3,
      timezone: 'Asia/Tokyo',
      variants: [{ subject: 'B' }, { html: '<p>C</p>' }],
      ab_test: { share: 20, rule: 'clicks', hours: 4 },
    });
    await setState(id, 'sent', ', scheduled_at = now(), sent_at = now(), winner = 1, recipients = 5');
    const original = (await ann.call('GET', `/campaigns/${id}`)).body;
    const { body, status } = await ann.call('POST', `/campaigns/${id}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      ...original,
      ...TIMES,
      id: expect.any(Number),
      title: 'Copy of November',
      status: 'draft',
      scheduled_at: null,
      sent_at: null,
      recipients_count: 0,
      ab_test: { ...original.ab_test, winner: null },
    });
    expect(body.id).not.toBe(id);
    expect(body.variants).toHaveLength(2);
    expect((await ann.call('GET', `/campaigns/${id}`)).body).toEqual(original);
  });

  it.each(['draft', 'scheduled', 'preparing', 'sending', 'paused', 'sent', 'cancelled'])(
    'copies a campaign that is %s',
    async (state) => {
      const { ann, newDraft, setState } = await api.newTenant();
      const { id } = await newDraft();
      await setState(id, state);
      expect(await ann.call('POST', `/campaigns/${id}/duplicate`)).toMatchObject({
        status: 201,
        body: { status: 'draft', scheduled_at: null },
      });
    },
  );

  it('leaves out deleted lists, and truncates the title at 191 characters without a second prefix', async () => {
    const { ann, newDraft, list } = await api.newTenant();
    const { id } = await newDraft({ title: '😀'.repeat(191) });
    await rowsOf(app.installation.db, 'update contact_list set deleted_at = now() where id = $1', [list]);
    const { body: copy } = await ann.call('POST', `/campaigns/${id}/duplicate`);
    expect(copy).toMatchObject({ title: `Copy of ${'😀'.repeat(183)}`, lists: [] });
    expect((await ann.call('POST', `/campaigns/${copy.id}/duplicate`)).body.title).toBe(copy.title);
  });

  it('makes a draft campaign of an automation email', async () => {
    const { ann, newAutomation, newEmail } = await newAutomationTenant(app);
    const { campaign_id: id } = await newEmail((await newAutomation()).id);
    expect(await ann.call('POST', `/campaigns/${id}/duplicate`)).toMatchObject({
      status: 201,
      body: { kind: 'campaign', status: 'draft', html: EMAIL.html, lists: [] },
    });
  });
});

describe('POST /forms/{id}/duplicate', () => {
  it('returns 201 with the same settings, its own page and no submissions', async () => {
    const { accountId, ann, newForm, db } = await newFormTenant(app);
    const { body: city } = await ann.call('POST', '/contact-fields', {
      label: 'City',
      contact_field_type_id: '0abe5601-7738-43c8-858f-81911ecf89ee',
    });
    const form = await newForm({
      redirect_url: 'https://www.acme.example/thanks',
      gdpr_required: true,
      double_opt_in: false,
      heading: 'H',
      description: 'D',
      button: 'B',
      consent_text: 'C',
      fields: [city.name],
    });
    await ann.call('POST', '/landing-pages', { title: 'Page', form_id: form.id });
    await rowsOf(db, 'update form set submissions = 3 where account_id = $1', [accountId]);
    const { body, status } = await ann.call('POST', `/forms/${form.id}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toEqual({
      ...form,
      ...TIMES,
      id: expect.any(Number),
      title: 'Copy of Newsletter',
      url: expect.any(String),
      embed: expect.any(Object),
    });
    expect(body.url).not.toBe(form.url);
    expect((await fetch(body.url)).status).toBe(200);
  });

  it('returns 403 at the form limit of the plan', async () => {
    const { ann, newForm, db, accountId } = await newFormTenant(app, 'free');
    const [plan] = await rowsOf<{ form_limit: number }>(
      db,
      'select p.form_limit from plan p join account a on a.plan = p.name where a.account_id = $1',
      [accountId],
    );
    const { id } = await newForm();
    for (let made = 1; made < (plan?.form_limit ?? 0); made += 1) await newForm();
    expect((await ann.call('POST', `/forms/${id}/duplicate`)).status).toBe(403);
  });
});

describe('POST /automations/{id}/duplicate', () => {
  it('returns 201 with an inactive automation that has the same trigger and emails', async () => {
    const { ann, newAutomation, newEmail, plantWaiting } = await newAutomationTenant(app);
    const { id } = await newAutomation({ active: true });
    const first = await newEmail(id);
    await newEmail(id, { subject: 'Second', delay_hours: 48 });
    await plantWaiting(first, [1, 2]);
    const original = (await ann.call('GET', `/automations/${id}`)).body;
    const { body, status } = await ann.call('POST', `/automations/${id}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    const copy = (await ann.call('GET', `/automations/${body.id}`)).body;
    expect(copy).toMatchObject({ title: 'Copy of Welcome', active: false, entered_count: 0, waiting_count: 0 });
    const triggers = ({ automation_triggers: all }: typeof copy) =>
      all.map(({ type, list_id }: { type: string; list_id: number }) => [type, list_id]);
    expect(triggers(copy)).toEqual(triggers(original));
    const mails = ({ automation_items: items }: typeof copy) =>
      items.map((item: typeof first) => [
        item.send_order,
        item.delay_hours,
        item.campaign.subject,
        item.campaign.html,
        item.campaign.kind,
      ]);
    expect(mails(copy)).toEqual(mails(original));
    expect(copy.automation_items[0].campaign_id).not.toBe(first.campaign_id);
    // The copy has its own emails, so they remain when the original is deleted.
    await ann.call('DELETE', `/automations/${id}`);
    expect((await ann.call('GET', `/automations/${body.id}`)).body.automation_items).toHaveLength(2);
  });

  it('leaves out a trigger whose campaign was deleted', async () => {
    const { ann, newAutomation } = await newAutomationTenant(app);
    const { body: letter } = await ann.call('POST', '/campaigns', { ...EMAIL, title: 'Letter' });
    const { id } = await newAutomation({ trigger_type: 'open_campaign', trigger_campaign_id: letter.id });
    await ann.call('DELETE', `/campaigns/${letter.id}`);
    expect(await ann.call('POST', `/automations/${id}/duplicate`)).toMatchObject({
      status: 201,
      body: { automation_triggers: [] },
    });
  });
});

describe('POST /automation-emails/{id}/duplicate', () => {
  it('returns 201 with a copy directly after the email', async () => {
    const { ann, newAutomation, newEmail } = await newAutomationTenant(app);
    const { id } = await newAutomation();
    const first = await newEmail(id, { delay_hours: 5, title: 'Internal' });
    const second = await newEmail(id);
    const { body, status } = await ann.call('POST', `/automation-emails/${first.id}/duplicate`);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ delay_hours: 5, send_order: 2, sent_count: 0, campaign: { title: 'Internal' } });
    const { automation_items: items } = (await ann.call('GET', `/automations/${id}`)).body;
    expect(items.map((item: { id: number }) => item.id)).toEqual([first.id, body.id, second.id]);
  });

  it('returns 409 if the automation has 50 emails', async () => {
    const { ann, newAutomation, newEmail } = await newAutomationTenant(app);
    const { id } = await newAutomation();
    const first = await newEmail(id);
    for (let made = 1; made < 50; made += 1) await ann.call('POST', `/automation-emails/${first.id}/duplicate`);
    const { body, status } = await ann.call('POST', `/automation-emails/${first.id}/duplicate`);
    expect([status, body.message]).toEqual([409, expect.stringContaining('50 emails')]);
  });
});

it('duplicates nothing of another account, and nothing unknown', async () => {
  const { ann: other, newDraft } = await api.newTenant();
  const { id } = await newDraft();
  const stranger = await newPerson(app, (await app.newAccount()).account.id);
  expect((await stranger.call('POST', `/campaigns/${id}/duplicate`)).status).toBe(403);
  for (const path of ['/campaigns', '/forms', '/automations', '/automation-emails']) {
    expect((await other.call('POST', `${path}/2000000000/duplicate`)).status, path).toBe(404);
  }
});
