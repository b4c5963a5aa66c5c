import { describe, expect, it } from 'vitest';
import { contrastOf } from '../contrast.ts';
import { prepareContent } from '../campaign/prepare.ts';
import { checkCampaign } from '../checks/campaign.ts';
import type { Block } from './blocks.ts';
import { blankInBrand, startInBrand, withBrand, type Brand } from './brand.ts';
import { readDesign } from './read.ts';
import { BLANK, STARTING_DESIGNS } from './starting.ts';

const NONE: Brand = {
  accent: '',
  text: '',
  surface: '',
  background: '',
  font: '',
  logo: undefined,
  links: {},
  hasFooterText: false,
};
const BRAND: Brand = {
  accent: '#ffe000',
  text: '#333333',
  surface: '#fffaf0',
  background: '#f0e6d2',
  font: 'verdana',
  logo: { src: 'https://mail.example.com/i/1-abc', width: 640 },
  links: { instagram: 'https://www.instagram.com/acme', github: 'https://github.com/acme' },
  hasFooterText: true,
};
const FACTS = {
  fields: [],
  account: { name: 'Acme', address: '1 High Street\nLondon', footerText: 'You signed up at acme.example.' },
  timeZone: 'UTC',
};
const SENDER = { domain: 'acme.example', isVerified: true, signingDomain: 'acme.example', dmarcPolicy: 'reject' };

/** Returns all blocks of a type in a design. */
function all(block: Block, type: string): Block[] {
  return [...(block.type === type ? [block] : []), ...(block.content ?? []).flatMap((inner) => all(inner, type))];
}

describe.each(STARTING_DESIGNS.map((each) => [each.key, each] as const))('the starter design %s', (key, start) => {
  const { design, preview_text: previewText, subject } = startInBrand(start, BRAND);

  it('has the colors, font, social links, and footer text of the brand, and passes all checks', () => {
    expect(design.attrs).toMatchObject({ text: '#333333', surface: '#fffaf0', font: 'verdana' });
    expect(readDesign(design)).not.toHaveProperty('faults');
    const content = prepareContent({ subject, previewText, design }, FACTS);
    expect(content).toMatchObject({ added: [], warnings: [] });
    expect(content).toMatchObject({ html: expect.stringContaining('https://github.com/acme') });
    expect(JSON.stringify(design)).toContain('account.footer_text');
    const { address } = FACTS.account;
    const findings = checkCampaign({ subject, previewText, content, ownText: undefined, address, sender: SENDER });
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('shows the logo instead of the name, unless it is a letter', () => {
    const logos = all(design, 'image').filter(({ attrs }) => attrs?.['isLogo'] === true);
    expect(logos.map(({ attrs }) => [attrs?.['src'], attrs?.['width']])).toEqual(
      key === 'letter' ? [] : [[BRAND.logo?.src, 200]],
    );
  });

  it('uses a shade of the accent color that is readable', () => {
    expect(contrastOf(String(design.attrs?.['accent']), '#fffaf0')).toBeGreaterThanOrEqual(4.5);
    for (const { attrs } of all(design, 'button')) {
      const { background, color } = attrs ?? {};
      if (typeof color !== 'string' || typeof background !== 'string') continue;
      expect(contrastOf(color, background)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('stays unchanged without a brand', () => {
    expect(startInBrand(start, NONE).design).toEqual(start.design);
  });
});

it('shows the logo and the social links in a blank email', () => {
  expect(blankInBrand(NONE).design.content).toEqual(BLANK.design.content);
  const types = blankInBrand(BRAND).design.content?.map(({ type }) => type);
  expect(types).toEqual(['image', 'heading', 'paragraph', 'paragraph', 'social']);
});

describe('a design with the brand', () => {
  const image = (attrs: object): Block => ({
    type: 'image',
    attrs: { src: 'https://x.example/a.png', alt: '', ...attrs },
  });
  const design: Block = {
    type: 'doc',
    attrs: { background: '#111111', width: 560 },
    content: [
      image({ isLogo: true, width: 120 }),
      image({ width: 300 }),
      {
        type: 'section',
        attrs: { background: '#eeeeee' },
        content: [{ type: 'social', attrs: { x: 'https://x.com/old' } }],
      },
      { type: 'button', attrs: { href: 'https://x.example/', label: 'Go', background: '#123456' } },
    ],
  };

  it('has other colors, another font, another logo, and other social links, and nothing else changes', () => {
    const { accent } = withBrand(design, BRAND).attrs ?? {};
    expect(withBrand(design, BRAND)).toEqual({
      type: 'doc',
      attrs: { background: '#f0e6d2', surface: '#fffaf0', text: '#333333', accent, font: 'verdana', width: 560 },
      content: [
        image({ isLogo: true, width: 120, src: BRAND.logo?.src }),
        image({ width: 300 }),
        { type: 'section', attrs: { background: '#eeeeee' }, content: [{ type: 'social', attrs: BRAND.links }] },
        design.content?.[3],
      ],
    });
  });

  it('keeps everything that the brand does not set, and stays the same if it is applied again', () => {
    expect(withBrand(design, NONE)).toEqual(design);
    const once = withBrand(design, BRAND);
    expect(withBrand(once, BRAND)).toEqual(once);
  });
});
