import { caniemail } from 'caniemail';
import { describe, expect, it } from 'vitest';
import { designOf, EXAMPLES, paragraph, text } from '../../../test/support/designs.ts';
import { EXTRAS } from '../checks/support.ts';
import { renderDesign } from './render.ts';

/** The most widely used email clients. */
const MAIN = [
  'gmail.desktop-webmail',
  'gmail.ios',
  'gmail.android',
  'outlook.windows',
  'outlook.outlook-com',
  'outlook.macos',
  'outlook.ios',
  'apple-mail.macos',
  'apple-mail.ios',
  'yahoo.desktop-webmail',
  'samsung-email.android',
] as const;

describe('blocks', () => {
  it.each(EXAMPLES)('render %s as in its golden file', async (name, blocks) => {
    const { html, text } = renderDesign(designOf(blocks));
    const own = html.slice(
      html.indexOf('<tr>', html.indexOf('class="pr-card"')),
      html.indexOf('</table>\n</div>\n<!--[if mso]></td></tr></table>'),
    );
    await expect(`${own}\n<!-- text\n${text}-->\n`).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  it.each(EXAMPLES)('render %s with features that the main clients support', (_name, blocks) => {
    const { html } = renderDesign(designOf(blocks));
    const found = MAIN.flatMap((client) => {
      const { errors } = caniemail({ clients: [client], html }).issues;
      return [...errors].flatMap(([, faults]) => faults.map(({ title }) => `${title}: ${client}`));
    });
    expect(found.filter((fault) => !EXTRAS.has(fault.slice(0, fault.lastIndexOf(':'))))).toEqual([]);
  });

  it('are listed with their start positions', () => {
    for (const [, blocks] of EXAMPLES) {
      const { html, places } = renderDesign(designOf(blocks));
      expect(places.filter(({ path }) => /^content\.\d+$/.test(path))).toHaveLength(blocks.length);
      expect(places.every(({ at }, index) => at >= (places[index - 1]?.at ?? 0) && at < html.length)).toBe(true);
    }
  });
});

describe('renderDesign', () => {
  it('renders the document, colors, font and preview text as in the golden file', async () => {
    const design = designOf([paragraph('Hello')], {
      background: '#112233',
      surface: '#fffff0',
      text: '#222222',
      accent: '#aa0000',
      font: 'serif',
      width: 640,
    });
    const { html } = renderDesign(design, { previewText: 'News & {{ city | default: "you" }}' });
    await expect(html).toMatchFileSnapshot('golden/document.txt');
  });

  it('uses a readable text color on a dark section background', () => {
    const section = (background: string) =>
      renderDesign(designOf([{ type: 'section', attrs: { background }, content: [paragraph('x')] }])).html;
    expect(section('#101010')).toContain('color:#ffffff');
    expect(section('#f0f0f0')).toContain('color:#1f2328');
  });

  it("gives Outlook's tables and other clients the same widths", () => {
    const { html } = renderDesign(
      designOf([{ type: 'columns', content: [{ type: 'column' }, { type: 'column' }, { type: 'column' }] }], {
        width: 500,
      }),
    );
    expect(html.match(/<td width="166"/g)).toHaveLength(3);
    expect(html.match(/max-width:166px/g)).toHaveLength(3);
  });

  it('writes a link that spans several texts once in the text part', () => {
    const link = { type: 'link', attrs: { href: 'https://x.example/' } };
    const content = [
      text('see ', link),
      text('this', { type: 'bold' }, link),
      text(' and '),
      text('https://x.example/', link),
    ];
    expect(renderDesign(designOf([{ type: 'paragraph', content }])).text).toBe(
      'see this (https://x.example/) and https://x.example/\n',
    );
  });
});
