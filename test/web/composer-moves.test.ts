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

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** A block of a design, with the properties that these tests read. */
interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: readonly Block[];
}

/** Returns a design in a short form: its text, and its blocks with their content. */
function outline(block: Block): string {
  if (block.text !== undefined) return block.text;
  const inner = (block.content ?? []).map(outline).join(' ');
  return block.type === 'paragraph' ? inner : `${block.type}(${inner})`;
}

describeWith(browser)('an email with blocks', () => {
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
  const mail = (): Locator => page.getByRole('textbox', { name: 'Email content' });
  const press = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const put = async (kind: string): Promise<void> => {
    await press('Block');
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    // The block is inserted after the menu has closed.
    await page.locator('.pr-mail:focus').waitFor();
  };

  async function asked(method: 'post' | 'patch', path: string, data: object): Promise<{ readonly id: number }> {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const answer = await page.request[method](`${world.address}${path}`, { data, headers });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return answer.json();
  }

  async function draftOf(content: readonly object[]): Promise<number> {
    const { id } = await asked('post', '/campaigns', {
      title: 'Moved',
      subject: 'Moved',
      from_name: 'Northwind',
      from_email: 'post@northwind.example',
      design: { type: 'doc', content },
    });
    await openPage(page, at(`/campaigns/${id}/edit`), 'Your postal address and an unsubscribe link');
    return id;
  }

  async function kept(id: number | string): Promise<string> {
    const [row] = await rowsOf<{ design: Block | null }>(
      world.app.installation.db,
      'select design from campaign where account_id = $1 and id = $2',
      [world.accountId, id],
    );
    return row?.design ? outline(row.design) : '';
  }

  it('moves by its drag handle into another block and out of it', async () => {
    const id = await draftOf([
      paragraph('first'),
      paragraph('second'),
      { type: 'section', content: [paragraph('inside')] },
      { type: 'columns', content: ['left', 'right'].map((side) => ({ type: 'column', content: [paragraph(side)] })) },
    ]);
    // A block that is dropped at the start of text is inserted before the text, and a block that is dropped at the end
    // is inserted after it. A line marks the position.
    const drag = async (from: string, to: string, where: 'before' | 'behind'): Promise<void> => {
      await mail().getByText(from, { exact: true }).hover();
      const target = mail().getByText(to, { exact: true });
      const { height = 0, width = 0 } = (await target.boundingBox()) ?? {};
      const x = where === 'before' ? 4 : width - 4;
      await page.locator('.pr-grip').dragTo(target, { targetPosition: { x, y: height / 2 } });
    };
    await drag('first', 'second', 'behind');
    await expect.poll(() => kept(id)).toBe('doc(second first section(inside) columns(column(left) column(right)))');
    await drag('second', 'inside', 'before');
    await expect.poll(() => kept(id)).toBe('doc(first section(second inside) columns(column(left) column(right)))');
    await drag('inside', 'first', 'before');
    await expect.poll(() => kept(id)).toBe('doc(inside first section(second) columns(column(left) column(right)))');
    await mail().getByText('first', { exact: true }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => kept(id)).toBe('doc(first section(second inside) columns(column(left) column(right)))');
    // Drags a section by its edge. The section stays in place, because columns cannot contain sections.
    const dragSection = async (to: string, x: number): Promise<void> => {
      const section = mail().locator('[data-block=section]');
      const { width = 0 } = (await section.boundingBox()) ?? {};
      await section.hover({ position: { x: width / 2, y: 6 } });
      await page.locator('.pr-grip').dragTo(mail().getByText(to, { exact: true }), { targetPosition: { x, y: 12 } });
    };
    await dragSection('right', 4);
    await dragSection('first', 4);
    await expect.poll(() => kept(id)).toBe('doc(section(second inside) first columns(column(left) column(right)))');
    await mail().getByText('left', { exact: true }).hover();
    expect(await faultsInState(page, 'composer-grip')).toEqual([]);
  });

  it('is duplicated with the text just typed, and a section is removed without its content', async () => {
    const id = await draftOf([{ type: 'section', content: [paragraph('one'), paragraph('two')] }, paragraph('three')]);
    await mail().getByText('one', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await press('Duplicate text');
    await expect.poll(() => kept(id)).toBe('doc(section(one! one! two) three)');
    await page.keyboard.type('No ');
    await press('Duplicate section');
    await expect.poll(() => kept(id)).toBe('doc(section(one! No one! two) section(one! No one! two) three)');
    await mail().getByText('two', { exact: true }).first().click();
    await page.keyboard.press('End');
    await page.keyboard.type('?');
    await press('Remove the section and keep its content');
    await expect.poll(() => kept(id)).toBe('doc(one! No one! two? section(one! No one! two) three)');
    await mail().getByText('two', { exact: true }).last().click();
    await page.keyboard.type('2');
    await press('Delete section');
    await expect.poll(() => kept(id)).toBe('doc(one! No one! two? three)');
  });

  it('duplicates and deletes columns as a whole', async () => {
    const columns = {
      type: 'columns',
      content: ['left', 'right'].map((side) => ({ type: 'column', content: [paragraph(side)] })),
    };
    const id = await draftOf([paragraph('one'), columns]);
    await mail().getByText('left', { exact: true }).click();
    await press('Duplicate columns');
    const both = 'columns(column(left) column(right))';
    await expect.poll(() => kept(id)).toBe(`doc(one ${both} ${both})`);
    await press('Delete columns');
    await expect.poll(() => kept(id)).toBe(`doc(one ${both})`);
  });

  it('is a table whose rows and columns change at the caret, and whose cells keep line breaks', async () => {
    const id = await draftOf([paragraph('Prices')]);
    await mail().getByText('Prices', { exact: true }).click();
    await put('Table');
    await page.keyboard.type('Tea');
    await press('Add column');
    await press('Delete row');
    await expect
      .poll(() => kept(id))
      .toBe('doc(Prices table(tableRow(tableCell() tableCell() tableCell() tableCell())))');
    await press('Add row');
    await page.keyboard.type('one');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await expect.poll(() => kept(id)).toContain('tableCell(one hardBreak() two)');
    await page.getByLabel('Header row').check();
    await page.locator('.pr-mail td[data-header]').first().waitFor();
    expect(await faultsInState(page, 'composer-table')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await press('Delete table');
    await expect.poll(() => kept(id)).toBe('doc(Prices)');
  });

  it('contains social links and a video with its picture', async () => {
    const id = await draftOf([paragraph('Follow us')]);
    await mail().getByText('Follow us', { exact: true }).click();
    await put('Social links');
    await page.getByLabel('LinkedIn URL').fill('linkedin.example/northwind');
    await press('Block');
    await page.getByRole('menuitem', { name: 'Video', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Add image' })
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'film.png', mimeType: 'image/png', buffer: pngOf() });
    await page.getByLabel('Video URL').fill('northwind.example/film');
    await page.getByLabel('Caption').fill('See how we make tea');
    await expect.poll(() => kept(id)).toBe('doc(Follow us social() video())');
    await press('Preview');
    const seen = page.frameLocator('iframe[title="Email preview"]');
    // The image has no alt text, so the caption is the accessible name of its link.
    await expect.poll(() => seen.getByRole('link', { name: 'See how we make tea' }).count()).toBe(2);
    await seen.getByRole('link', { name: 'LinkedIn' }).waitFor();
    complaints = complaints.filter((each) => !each.includes('Content Security Policy'));
    await press('Write');
    expect(await faultsInState(page, 'composer-media')).toEqual([]);
  });

  /** Replaces the HTML of the open email with new blocks, and adds a line at the end. Returns the ID of the email. */
  async function rewrite(line: string): Promise<string> {
    await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
    const id = /campaigns\/(\d+)\/edit/.exec(page.url())?.[1] ?? '';
    await press('More actions');
    await page.getByRole('menuitem', { name: 'Switch to blocks' }).click();
    await press('Start over');
    await mail().getByRole('heading').click();
    await put('Text');
    await page.keyboard.type(line);
    await expect.poll(() => kept(id)).toContain(line);
    await press('Preview');
    await page.frameLocator('iframe[title="Email preview"]').getByText(line).waitFor();
    await press('Write');
    // The preview loads neither the images nor the tracking pixel of an email.
    complaints = complaints.filter((each) => !each.includes('Content Security Policy'));
    return id;
  }

  it('is created for an automation, saved, and shown', async () => {
    await openPage(page, at(`/automations/${world.seeded['automation']}`), 'Three things that we make');
    await page.getByRole('link', { name: 'Edit', exact: true }).first().click();
    const id = await rewrite('From the workshop, as blocks');
    expect(await kept(id)).toMatch(/^doc\(heading\(.*\) From the workshop, as blocks Hello +mergeTag\(\)/);
    expect(await page.getByRole('link', { name: 'Review', exact: true }).count()).toBe(0);
    await openPage(page, at(`/campaigns/${id}/edit`), 'From the workshop, as blocks');
    await mail().getByText('From the workshop, as blocks').waitFor();
  });

  it('is created for a confirmation email with the confirmation link, and rejected without it', async () => {
    await openPage(page, at('/double-opt-in'), 'Confirmation email');
    await page.getByRole('link', { name: 'Open in editor' }).click();
    const id = await rewrite('One press is enough');
    expect(await kept(id)).toMatch(/button\(\)\)$/);
    await openPage(page, at('/double-opt-in'), 'This email uses blocks.');
    await page.frameLocator('iframe[title="Email preview"]').getByText('One press is enough').waitFor();
    const button = page
      .frameLocator('iframe[title="Email preview"]')
      .getByRole('link', { name: 'Confirm subscription' });
    expect(await button.getAttribute('href')).toMatch(/^https?:\/\//);
    await openPage(page, at(`/campaigns/${id}/edit`), 'One press is enough');
    await mail().getByText('Confirm subscription').click();
    await press('Delete button');
    await page
      .getByText(/Add \{\{ confirm_url \}\} as the complete URL/)
      .first()
      .waitFor();
    expect(complaints.splice(0).filter((each) => !/422|Content Security Policy/.test(each))).toEqual([]);
    expect(await kept(id)).toContain('button()');
  });
});
