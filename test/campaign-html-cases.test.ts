import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepareContent, type PreparedContent } from '../src/mail/campaign/prepare.ts';
import { numberLinks, planCampaign } from '../src/mail/campaign/track.ts';

const CASES = new URL('./cases/html/', import.meta.url);
const FACTS = { fields: [], account: { name: 'Tea', address: 'Main Street 1, 12345 Köln' }, timeZone: 'UTC' };
const BOTH = ['address', 'unsubscribe'];
const PIXEL = '<img src="{{links[6]}}" width="1" height="1" alt="">';

/**
 * Expected results by file name: the links that the footer adds, and the text without the footer. Undefined if the
 * content is rejected.
 */
const EXPECTED: Readonly<Record<string, readonly [added: readonly string[], text: string] | undefined>> = {
  'h01-conditional-comments': [BOTH, 'Any but Outlook\n\nGo (https://shop.example/vml)'],
  'h02-no-head-close': [BOTH, 'Hello reader, this is the letter.\n\nSecond paragraph. More (https://shop.example/a)'],
  'h02b-no-head-close-own-links': [[], 'Hello reader.\n\n{{ account.address }}\n\nLeave ({{ unsubscribe_url }})'],
  'h03-entities': [
    BOTH,
    'café niño Søren Åse → °C ½ ♥ „Zitat“ §1 École être í ça œuf © \u00a0\u200ax \u2009y It’s “so” – 5€',
  ],
  'h04-gt-in-attribute': [BOTH, 'Prices > 5 € Hi Tea (https://shop.example/tea), bye.'],
  'h05-hidden-preheaders': [BOTH, 'Shown text here.'],
  'h08-unsubscribe-forms': [
    ['address'],
    'u1 ({{ unsubscribe_url }}) u2 ({{unsubscribe_url}}) u3 ({{ unsubscribe_url }}) u4 ({{ unsubscribe_url }}?utm_source=x) ' +
      'p1 ({{ preferences_url }}) w1 ({{ web_url }}) {{ unsubscribe_url }}',
  ],
  'h08b-unsubscribe-hidden-quotes': [BOTH, 'Hello'],
  'h08e-unsubscribe-in-mso-only': [['unsubscribe'], 'Hello {{ account.address }}'],
  'h10-rtl': [BOTH, 'שלום {{ contact.first_name }}, ברוכים הבאים.\n\nלמבצע (https://a.example/מבצע)'],
  'h13-fragment': [BOTH, 'Just a fragment\n\nwith a link (https://a.example/f)'],
  'h13b-body-in-comment': [BOTH, 'Real body\n\n</body>'],
  'h13c-two-bodies': [BOTH, 'First\n\nSecond'],
  'h13d-doctype-after-comment': [BOTH, 'x'],
  'h14-json-ld': [BOTH, 'Offer'],
  'h15b-go-template': undefined,
  'h15c-handlebars': undefined,
  'h15d-triple': undefined,
  'h15f-smart-quotes': undefined,
  'h15h-html-in-tag': undefined,
  'h15i-encoded-in-href': [BOTH, 'leave leave2 (http://{{ unsubscribe_url }})'],
  // The whole content is hidden, so a footer would be hidden, too.
  'h19-amp': undefined,
  'h23-form-iframe-video': [BOTH, 'Go\nWatch (https://v.example/watch)\n\nt'],
  'h26-nested-anchor-block': [
    BOTH,
    'Card title\n\nCard words\n\n(https://a.example/card)\n\n3. three\n4. four\n\nTotal 5,00\n\nquoted\n\n----------\n\na\nb',
  ],
  'h27-hidden-p-not-closed': [BOTH, 'Body text of the letter.\n\nMore'],
  'h31-http-before-unsubscribe': [
    ['unsubscribe'],
    'Hi\n\nUnsubscribe (http://{{ unsubscribe_url }})\n\n{{ account.address }}',
  ],
  'h32-unsubscribe-as-parameter': [
    ['unsubscribe'],
    'Hi {{ account.address }}\n\nUnsubscribe (https://a.example/?u={{ unsubscribe_url | url_encode }})',
  ],
  'h33-unsubscribe-in-other-attribute': [['unsubscribe'], 'Hi {{ account.address }}\n\nx\n\nz'],
  'h34-unsubscribe-size-zero': [['unsubscribe'], 'Hi {{ account.address }}'],
  'h35-quot-in-tag': undefined,
  'h38-class-hidden-footer': [BOTH, 'Hello'],
};

describe('real-world HTML', () => {
  it.each(Object.entries(EXPECTED))('%s is prepared correctly', (name, expected) => {
    const prepared = prepare(name);
    if (!expected) {
      expect(prepared).toBeUndefined();
      return;
    }
    const [added, text] = expected;
    expect(prepared?.added).toEqual(added);
    expect(
      prepared?.text
        .split(/\n\n(?:Tea\n|\{\{ contact\.unsubscribe_label \| default: "Unsubscribe" \}\} \()/)[0]
        ?.trim(),
    ).toBe(text);
  });

  const files = readdirSync(CASES).map((file) => file.replace('.html', ''));
  it.each(files)('%s keeps every byte except for insertions, which are at visible positions', (name) => {
    const prepared = prepare(name);
    if (!prepared) return;
    const given = readFileSync(new URL(`${name}.html`, CASES), 'utf8');
    const html = prepared.html ?? '';
    const footer = /<table role="presentation" width="100%" [^]*?<\/table>\n/.exec(html)?.[0] ?? '';
    expect(html.replace(footer, '')).toBe(given);
    const tracked = numberLinks(html, planCampaign(html), { link: () => undefined, pixel: 6, trap: undefined });
    expect(tracked.indexOf(footer + PIXEL)).toBe(
      given.includes('</body>') ? given.lastIndexOf('</body>') : given.length,
    );
  });
});

function prepare(name: string): PreparedContent | undefined {
  const html = readFileSync(new URL(`${name}.html`, CASES), 'utf8');
  const prepared = prepareContent({ subject: 'x', html }, FACTS);
  return 'faults' in prepared ? undefined : prepared;
}
