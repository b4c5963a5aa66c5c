// Place in a run: slow.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DesignBlock } from '../../dashboard/src/editor/design.ts';
import { describeWith } from '../support/loud-skip.ts';
import { borrow, release } from './borrowed.ts';
import { openBrowser } from './browser.ts';
import { openPage, photograph } from './looks.ts';
import { startWorld, type World } from './world.ts';

const browser: Browser | undefined = await openBrowser(import.meta.filename);

/** Returns a paragraph that is a list item, in the format that Word for Windows copies to the clipboard. */
function wordItem(marker: string, text: string, level = 1, list = 'l0'): string {
  return (
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 0.5}in;text-indent:-.25in;mso-list:${list} level${level} lfo1'>` +
    `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}` +
    `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
  );
}

/** Returns a document in the format that Word copies to the clipboard. */
function word(body: string): string {
  return (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">' +
    `<style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0in} --></style></head>` +
    `<body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`
  );
}

/** Returns a list item in the format that Word for the web copies to the clipboard: each item is in a separate list. */
function webItem(list: 'ul' | 'ol', text: string, level: number, start = 1): string {
  return (
    `<div class="ListContainerWrapper"><${list} class="BulletListStyle1" ${list === 'ol' ? `start="${start}"` : ''}>` +
    `<li data-leveltext="" data-aria-posinset="1" data-aria-level="${level}" role="listitem"><p class="Paragraph">` +
    `<span class="TextRun">${text}</span><span class="EOP">&nbsp;</span></p></li></${list}></div>`
  );
}

const docs = (body: string): string =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0f">${body}</b><br class="Apple-interchange-newline">`;

const docsItem = (text: string, level: number): string =>
  `<li dir="ltr" aria-level="${level}" style="list-style-type:disc;"><p dir="ltr" role="presentation"><span style="font-weight:400;">${text}</span></p></li>`;

/** Pasted HTML and the expected blocks. Each block is written as its type followed by its content. */
const PASTED: readonly (readonly [name: string, html: string, becomes: string])[] = [
  [
    'bullets from Word on two levels',
    word(
      '<p class=MsoNormal>Before</p>' +
        wordItem('·', 'One') +
        wordItem('o', 'Within <b>one</b>', 2) +
        wordItem('§', 'Deeper', 3) +
        wordItem('·', 'Two') +
        '<p class=MsoNormal>After</p>',
    ),
    'p(Before) ul(li(p(One) ul(li(p(Within **one**) ul(li(p(Deeper)))))) li(p(Two))) p(After)',
  ],
  [
    'numbers from Word with nested bullets and letters',
    word(
      wordItem('1.', 'First') +
        wordItem('·', 'Point', 2, 'l1') +
        wordItem('2.', 'Second') +
        wordItem('a)', 'Letter', 2),
    ),
    'ol(li(p(First) ul(li(p(Point)))) li(p(Second) ol(li(p(Letter)))))',
  ],
  [
    'a numbered list from Word that continues after a paragraph, and one that starts again',
    word(
      wordItem('1.', 'One') +
        '<p class=MsoNormal>Between</p>' +
        wordItem('2.', 'Two') +
        wordItem('1.', 'Anew', 1, 'l3'),
    ),
    'ol(li(p(One))) p(Between) ol2(li(p(Two))) ol(li(p(Anew)))',
  ],
  [
    'a list from Word that starts on its second level',
    word(wordItem('o', 'Deep', 2) + wordItem('·', 'High')),
    'ul(li(p(Deep)) li(p(High)))',
  ],
  [
    'lists from Word for the web',
    `<html><body><div>${webItem('ul', 'One', 1)}${webItem('ul', 'Within', 2)}${webItem('ul', 'Two', 1)}</div>` +
      `<div><p>Between</p></div><div>${webItem('ol', 'First', 1)}${webItem('ol', 'Second', 1, 2)}</div></body></html>`,
    'ul(li(p(One) ul(li(p(Within)))) li(p(Two))) p(Between) ol(li(p(First)) li(p(Second)))',
  ],
  [
    'lists from Google Docs',
    docs(
      `<ul>${docsItem('One', 1)}<ul>${docsItem('Within', 2)}<ul>${docsItem('Deeper', 3)}</ul></ul>${docsItem('Two', 1)}</ul><br><p dir="ltr">After</p>`,
    ),
    'ul(li(p(One) ul(li(p(Within) ul(li(p(Deeper)))))) li(p(Two))) p(After)',
  ],
  [
    'lists from LibreOffice and web pages',
    '<ul><li><p>One</p><ol start="3"><li><p>Third</p></li></ol></li><li>Two</li></ul>',
    'ul(li(p(One) ol3(li(p(Third)))) li(p(Two)))',
  ],
  [
    'a table from Word with two columns',
    word(
      '<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Tea</b></p></td><td><p class=MsoNormal><b>Price</b></p></td></tr>' +
        '<tr><td><p class=MsoNormal>Sencha</p></td><td><p class=MsoNormal>9 EUR</p></td></tr></table><p class=MsoNormal>After</p>',
    ),
    'table(tableRow(tableCell(**Tea**) tableCell(**Price**)) tableRow(tableCell(Sencha) tableCell(9 EUR))) p(After)',
  ],
  [
    'a table from Google Docs with three columns and a row with a single cell',
    docs(
      '<div dir="ltr" align="left"><table><colgroup><col><col><col></colgroup><tbody><tr><td colspan="3"><p>Title</p></td></tr>' +
        '<tr><td><p>A</p></td><td><p>B</p></td><td><p>C</p></td></tr><tr><td><p>D</p></td><td><p>E</p></td></tr></tbody></table></div>',
    ),
    'p(Title) table(tableRow(tableCell(A) tableCell(B) tableCell(C)) tableRow(tableCell(D) tableCell(E) tableCell()))',
  ],
  [
    'a table from a spreadsheet with four columns',
    '<google-sheets-html-origin><style>td {border: 1px solid}</style><table><tbody><tr><th>Day</th><th>Tea</th><th>Cups</th><th>EUR</th></tr>' +
      '<tr><td>Mon</td><td>Green<br>tea</td><td>3</td><td><a href="https://tea.example/">9</a></td></tr></tbody></table></google-sheets-html-origin>',
    'table(tableRow(tableCell(Day) tableCell(Tea) tableCell(Cups) tableCell(EUR)) tableRow(tableCell(Mon) tableCell(Green hardBreak() tea) tableCell(3) tableCell([9])))',
  ],
  [
    'column headers and a caption',
    '<table><caption>Teas</caption><thead><tr><th>Tea</th><th>EUR</th></tr></thead><tbody><tr><td><ul><li>Green</li></ul></td><td>9</td></tr></tbody></table>',
    'p(Teas) table(tableRow(tableCell(Tea) tableCell(EUR)) tableRow(tableCell(Green) tableCell(9)))',
  ],
  [
    'nested tables that are only used for layout',
    '<table><tr><td><p>Head</p></td></tr><tr><td><table><tr><td>A</td><td>B</td></tr></table></td></tr></table>',
    'p(Head) table(tableRow(tableCell(A) tableCell(B)))',
  ],
];

describeWith(browser)('pasting into the block editor', () => {
  let world: World;
  let context: BrowserContext;
  let page: Page;
  let id: string;

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
  });
  afterEach(async () => release({ context, page }));

  /** Opens a draft that contains these blocks. The caret is in the first paragraph. */
  async function open(content: readonly object[] = [{ type: 'paragraph' }]): Promise<void> {
    const made = await page.request.post(`${world.address}/campaigns`, {
      data: {
        title: 'Spring',
        subject: 'Spring',
        from_name: 'Northwind',
        from_email: 'post@northwind.example',
        design: { type: 'doc', content },
      },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    id = String(((await made.json()) as { id: number }).id);
    await openPage(page, `${world.address}/app/campaigns/${id}/edit`, 'Your postal address and an unsubscribe link');
    await page.locator('.pr-mail p').first().click();
  }

  async function paste(html: string): Promise<void> {
    await page.evaluate(
      `(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', ${JSON.stringify(html)});
        clipboardData.setData('text/plain', 'as text');
        document.querySelector('.pr-mail').dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      })()`,
    );
  }

  async function saved(): Promise<string> {
    await page.getByText('Saved', { exact: true }).waitFor();
    const answer = await page.request.get(`${world.address}/campaigns/${id}`);
    const { design } = (await answer.json()) as { design: DesignBlock };
    return (design.content ?? []).map(shortOf).join(' ');
  }

  it.each(PASTED)('converts %s', async (name, html, becomes) => {
    await open();
    await paste(html);
    expect(await saved()).toBe(becomes);
    await photograph(page, `paste-${name.replaceAll(/\W+/g, '-')}`);
  });

  it('converts a table pasted into a quote to lines, because quotes cannot contain tables', async () => {
    await open([{ type: 'blockquote', content: [{ type: 'paragraph' }] }]);
    await paste('<table><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></table>');
    expect(await saved()).toBe('blockquote(p(A | B) p(C | D))');
  });
});

const SHORT: Readonly<Record<string, string>> = { paragraph: 'p', bulletList: 'ul', orderedList: 'ol', listItem: 'li' };

/**
 * Returns a block as a string: its type, and its content in parentheses. Bold text is in `**`, and links are in `[ ]`.
 */
function shortOf({ attrs, content = [], marks = [], text, type }: DesignBlock): string {
  if (text !== undefined) {
    const [isBold, isLink] = ['bold', 'link'].map((kind) => marks.some((mark) => mark.type === kind));
    const shown = text.replaceAll('\u00a0', ' ').trim() === '' ? text : isBold ? `**${text}**` : text;
    return isLink ? `[${shown}]` : shown;
  }
  const isText = type === 'paragraph' || type === 'heading';
  const inner = content.map(shortOf).join(isText ? '' : ' ');
  return `${SHORT[type] ?? type}${typeof attrs?.['start'] === 'number' ? attrs['start'] : ''}(${isText ? inner.replaceAll('\u00a0', ' ').trim() : inner})`;
}
