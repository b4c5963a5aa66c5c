// Place in a run: slow.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeWith } from '../support/loud-skip.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { pngOf } from '../support/tiny-images.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { faultsInState, listenForComplaints, openPage } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

describeWith(browser)('the campaign editor', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    world = await startWorld();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });
  beforeEach(async () => {
    ({ context, page } = await borrow(browser));
    await context.addCookies([{ ...(await world.signIn('owner')), url: world.address }]);
    await page.setViewportSize({ width: 1280, height: 900 });
    complaints = listenForComplaints(page);
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await release({ context, page });
  });

  const at = (path: string): string => `${world.address}/app${path}`;
  const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const saved = async (): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();
  const mail = () => page.frameLocator('iframe[title="Email preview"]');

  async function look(name: string): Promise<void> {
    expect(await faultsInState(page, name)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  async function kept(id: string) {
    const [row] = await rowsOf<{ subject: string; html: string | null; design: object | null; lists: number[] }>(
      world.app.installation.db,
      'select subject, html, design, list_ids as lists from campaign where account_id = $1 and id = $2',
      [world.accountId, id],
    );
    return row;
  }

  it('creates a campaign, edits it, sets the audience, previews it, sends a test, and opens the review', async () => {
    await openPage(page, at('/campaigns?do=create'), 'Create draft');
    await press('Create draft');
    await dialog('Create campaign')
      .getByText(/^Subject /)
      .waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('campaign-create');
    await page.getByLabel('Subject', { exact: true }).fill('What we made in spring');
    await page.getByLabel('Sender name').fill('Northwind');
    await page.getByLabel('Sender email').fill('post@northwind.example');
    await page.getByRole('radio', { name: /^HTML/ }).check();
    await press('Create draft');
    await page.getByRole('heading', { level: 1, name: 'Edit What we made in spring' }).waitFor();
    const id = /campaigns\/(\d+)\/edit/.exec(page.url())?.[1] ?? '';

    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<h1>Spring</h1><p>Hello </p>');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).press('Control+End');
    await page.getByRole('combobox', { name: 'Insert merge tag' }).fill('First');
    await page.getByRole('option', { name: 'First name' }).click();
    await press('Insert image');
    await dialog('Add image')
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'spring.png', mimeType: 'image/png', buffer: pngOf() });
    await page.getByText('“spring.png” added').waitFor();
    await expect.poll(async () => (await kept(id))?.html).toMatch(/contact\.first_name.*<img src=.*\/i\//s);
    await mail().getByRole('heading', { name: 'Spring' }).waitFor();
    await look('campaign-edit');

    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>{{ contact.shoe }}</p>');
    await page.getByText('contact.shoe is not a known name').first().waitFor();
    // Ignore expected errors: the preview that the server rejects cannot be framed, and previews do not load images.
    expect(complaints.splice(0).filter((each) => !/422|Content Security Policy/.test(each))).toEqual([]);
    await look('campaign-edit-fault');
    complaints.splice(0);
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>Spring is here</p>');
    await mail().getByText('Spring is here').waitFor();
    await saved();

    await press('Send test');
    await dialog('Send test email').getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('Sending a test email to').waitFor();
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Review/ }).waitFor();
    await page.getByRole('combobox', { name: 'Lists', exact: true }).fill('Product');
    await page.getByRole('option', { name: 'Product news' }).click();
    await page.keyboard.press('Tab');
    await page.getByLabel('Sender name').fill('Northwind tea');
    await expect.poll(async () => (await kept(id))?.lists ?? []).toHaveLength(1);
    await page.getByText(/contacts? will receive this campaign/).waitFor();
    await look('campaign-review');
  });

  it('keeps changes while the server is unavailable, and saves them afterwards', async () => {
    const id = world.seeded['campaign_draft'] ?? '';
    await openPage(page, at(`/campaigns/${id}/edit`), 'Inboxes show this text after the subject.');
    await page.route(`**/campaigns/${id}`, async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Subject', { exact: true }).fill('Written without a network');
    await page.getByRole('button', { name: /again/i }).waitFor();
    complaints.splice(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: /again/i }).click();
    await expect.poll(async () => (await kept(id))?.subject).toBe('Written without a network');
  });

  it('converts blocks to HTML with their merge fields only on request, and finds text in the HTML', async () => {
    const id = world.seeded['campaign_draft'] ?? '';
    const design = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Hello ' },
            { type: 'mergeTag', attrs: { name: 'contact.first_name', fallback: 'you' } },
          ],
        },
      ],
    };
    const change = await page.request.patch(`${world.address}/campaigns/${id}`, {
      data: { design },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(change.status()).toBe(200);
    await openPage(page, at(`/campaigns/${id}/edit`), 'Your postal address and an unsubscribe link');
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Switch to HTML' }).click();
    await look('campaign-edit-blocks');
    await press('Convert to HTML');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
    await expect.poll(async () => (await kept(id))?.design ?? null).toBeNull();
    expect((await kept(id))?.html).toContain('{{ contact.first_name | default: "you" }}');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).click();
    // The search is loaded after the editor.
    const isFinding = async (): Promise<boolean> => {
      await page.keyboard.press('Control+f');
      return page.getByRole('textbox', { name: 'Find', exact: true }).isVisible();
    };
    await expect.poll(isFinding).toBe(true);
    await look('campaign-edit-html-search');
  });

  it('waits for the check that an earlier page started', async () => {
    let refusals = 0;
    await page.route('**/checks', async (route) => {
      refusals += 1;
      return refusals === 1
        ? route.fulfill({ status: 429, json: { message: 'A check is running.' } })
        : route.continue();
    });
    await openPage(page, at(`/campaigns/${world.seeded['campaign_draft']}/review`), 'Check again');
    expect(refusals).toBeGreaterThan(1);
    expect(complaints.splice(0).filter((each) => !each.includes('429'))).toEqual([]);
  });

  it('adds a language with its own subject and content, previews it, and removes it again', async () => {
    const made = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Autumn',
        subject: 'Autumn tea',
        html: '<p>Autumn is here</p>',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    // Safe cast: the API responds with the campaign.
    const { id } = (await made.json()) as { readonly id: number };
    const languages = async (): Promise<unknown> =>
      rowsOf(
        world.app.installation.db,
        `select language, subject, html from campaign_variant where account_id = $1 and campaign_id = $2 order by variant`,
        [world.accountId, id],
      );
    await openPage(page, at(`/campaigns/${id}/edit`), 'Inboxes show this text after the subject.');
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Add language' }).click();
    await dialog('Add language').getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German', exact: true }).click();
    await look('campaign-add-language');
    await dialog('Add language').getByRole('button', { name: 'Add language' }).click();
    await page.getByText('Contacts with this language receive this content.').waitFor();
    await page.getByLabel('Subject', { exact: true }).fill('Tee im Herbst');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>Der Herbst ist da</p>');
    await mail().getByText('Der Herbst ist da').waitFor();
    await mail().getByText('Abmelden').waitFor();
    await expect
      .poll(languages)
      .toEqual([{ language: 'de', subject: 'Tee im Herbst', html: '<p>Der Herbst ist da</p>' }]);
    await look('campaign-edit-language');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Default' }).click();
    await page.getByText('receive the default content').waitFor();
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Autumn tea');
    await page.getByLabel('Subject', { exact: true }).fill('Tea in autumn');
    await saved();
    await openPage(page, at(`/campaigns/${id}/review`), 'Check again');
    await page.getByText('Default, German').waitFor();
    await look('campaign-review-languages');
    await openPage(page, at(`/campaigns/${id}/edit`), 'Inboxes show this text after the subject.');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await press('Remove German');
    await expect.poll(languages).toEqual([]);
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Tea in autumn');
    await saved();
    const { db } = world.app.installation;
    await rowsOf(db, `update campaign set state = 'sent', started_at = now(), sent_at = now() where id = $1`, [id]);
    await rowsOf(
      db,
      `with variant as (
         insert into campaign_variant (account_id, campaign_id, variant, language, subject) values ($1, $2, 1, 'de', 'Tee')
       )
       insert into campaign_count (account_id, campaign_id, variant, sent, openers) values ($1, $2, 0, 80, 20), ($1, $2, 1, 40, 30)`,
      [world.accountId, id],
    );
    await openPage(page, at(`/campaigns/${id}`), 'Results for each language.');
    await page.getByRole('row', { name: /Default.*Tea in autumn.*80.*25%/ }).waitFor();
    await page.getByRole('row', { name: /German.*Tee.*40.*75%/ }).waitFor();
    await look('campaign-report-languages');
    // The check that the page started before it was reloaded may still be running. An account can run only one check at
    // a time.
    expect(complaints.splice(0).filter((each) => !/429|Content Security Policy/.test(each))).toEqual([]);
  });

  it('adds variants with subjects, content, and a rule, and removes them again', async () => {
    const made = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Two gifts',
        subject: 'Two gifts',
        html: '<p>Two gifts</p>',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(made.status()).toBe(201);
    // Safe cast: the API responds with the campaign.
    const { id } = (await made.json()) as { readonly id: number };
    const tried = async (): Promise<unknown> =>
      rowsOf(
        world.app.installation.db,
        `select v.variant, v.subject, v.html, c.test_share as share, c.test_rule as rule, c.test_hours as hours
         from campaign_variant v join campaign c on c.account_id = v.account_id and c.id = v.campaign_id
         where v.account_id = $1 and v.campaign_id = $2 order by v.variant`,
        [world.accountId, id],
      );
    await openPage(page, at(`/campaigns/${id}/review`), 'A/B test');
    await press('Add variant');
    await page.getByLabel('Variant 1 subject').fill('A gift for you');
    await press('Add another variant');
    await page.getByLabel('Variant 2 subject').fill('');
    await page.getByRole('alert').getByText('This variant has no changes').waitFor();
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await look('campaign-edit-variants');
    complaints.splice(0);
    await page.getByLabel('Variant 2 HTML').fill('<p>Another gift</p>');
    await page.getByLabel('Test group (% of the audience)').fill('30');
    await page.getByLabel('Most clicks').check();
    const both = { share: 30, rule: 'clicks', hours: 4 };
    const second = { variant: 2, subject: null, html: '<p>Another gift</p>', ...both };
    await expect.poll(tried).toEqual([{ variant: 1, subject: 'A gift for you', html: null, ...both }, second]);
    // While the new variant is still unchanged, saving is rejected with 422.
    expect(complaints.splice(0).every((each) => each.includes('422'))).toBe(true);
    await saved();
    await openPage(page, at(`/campaigns/${id}/review`), 'A/B test');
    await press('Remove variant 1');
    await expect.poll(tried).toEqual([{ ...second, variant: 1 }]);
    expect(await page.getByLabel('Variant 1 HTML').inputValue()).toBe('<p>Another gift</p>');
    await press('Remove variant 1');
    await expect.poll(tried).toEqual([]);
    await saved();
    // The check that the page started before it was reloaded may still be running. An account can run only one check at
    // a time.
    expect(complaints.splice(0).filter((each) => !each.includes('429'))).toEqual([]);
  });

  it('does not allow changes of a sent campaign', async () => {
    await openPage(page, at(`/campaigns/${world.seeded['campaign']}/edit`), 'You can’t edit this campaign');
    expect(await page.getByRole('textbox', { name: 'HTML', exact: true }).count()).toBe(0);
  });
});
