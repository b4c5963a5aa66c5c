// Place in a run: slow.
import { describe, expect, it } from 'vitest';
import { examineSupport } from '../src/features/transactional/message-views/checks/client-support.ts';
import { prepareContent } from '../src/mail/campaign/prepare.ts';
import { startInBrand } from '../src/mail/design/brand.ts';
import { STARTING_DESIGNS } from '../src/mail/design/starting.ts';
import { checkCampaign, type CampaignFacts } from '../src/mail/checks/campaign.ts';
import { EXAMPLES, paragraph, text } from './support/designs.ts';

const ACCOUNT = { name: 'Tea', address: 'Main Street 1, 12345 Köln' };
const FACTS = {
  account: ACCOUNT,
  timeZone: 'UTC',
  fields: [
    { name: 'city', kind: 'text' },
    { name: 'vip', kind: 'boolean' },
    { name: 'orders', kind: 'number' },
  ],
} as const;
const WORDS = paragraph('Our tea garden opens again on Saturday, with the first leaves of the year. '.repeat(4));

/** Returns all blocks in a single section with a background. */
const inSection = (background: string) => ({
  type: 'section',
  attrs: { background },
  content: [
    ...EXAMPLES.filter(([name]) => !['columns', 'html', 'merge-tag', 'section'].includes(name)).flatMap(
      ([, blocks]) => blocks,
    ),
    {
      type: 'columns',
      content: [
        { type: 'column', content: [WORDS] },
        {
          type: 'column',
          content: [
            { type: 'paragraph', content: [text('a link', { type: 'link', attrs: { href: 'https://x.example/' } })] },
            { type: 'button', attrs: { href: 'https://x.example/', label: 'Go' } },
          ],
        },
      ],
    },
  ],
});

const DARK = {
  background: '#101418',
  surface: '#1b2127',
  text: '#f2f4f6',
  accent: '#ffd166',
  font: 'serif',
  width: 320,
};
const LIGHT = {
  background: '#fff7e6',
  surface: '#ffffff',
  text: '#333333',
  accent: '#0b6e4f',
  font: 'mono',
  width: 800,
};
const NARROW = { background: '#ffffff', surface: '#ffffff', text: '#000000', accent: '#b00020', font: 'sans' };

const buttons = ['#000000', '#0b6e4f', '#ffffff', '#ffd166', '#7f7f7f'].map((background) => ({
  type: 'button',
  attrs: { href: 'https://x.example/', label: 'Book a table', background },
}));

const BRAND = {
  accent: '#0f766e',
  text: '',
  surface: '',
  background: '',
  font: '',
  logo: { src: 'https://x.example/logo.png', width: 160 },
  links: { instagram: 'https://x.example/instagram' },
  hasFooterText: false,
} as const;

type Case = readonly [name: string, blocks: readonly unknown[], attrs: object];

const CASES: readonly Case[] = [
  ...EXAMPLES.map(([name, blocks]): Case => [name, blocks, {}]),
  ...['#000000', '#1d4ed8', '#aa0000', '#eef2ff', '#ffffff'].map((ground): Case => [
    `on ${ground}`,
    [inSection(ground)],
    {},
  ]),
  ...[DARK, LIGHT, NARROW].map((attrs): Case => [
    `all blocks in the theme ${JSON.stringify(attrs)}`,
    inSection(attrs.surface).content,
    attrs,
  ]),
  ['a section on a dark theme', [inSection('#ffffff'), inSection('#000000')], DARK],
  ['buttons with their own background', buttons, {}],
  ['buttons with their own background on a dark theme', buttons, DARK],
  ...STARTING_DESIGNS.map((start): Case => {
    const { attrs = {}, content = [] } = startInBrand(start, BRAND).design;
    return [`the starter design ${start.key} with a brand`, content, attrs];
  }),
];

describe('campaign checks', () => {
  it.each<Case>(CASES)('find no errors in the output of the block editor: %s', async (_name, blocks, attrs) => {
    const content = prepareContent(
      {
        subject: 'Tea on Saturday',
        previewText: 'The garden opens',
        design: { type: 'doc', attrs, content: [...blocks, WORDS] },
      },
      FACTS,
    );
    const html = 'faults' in content ? '' : (content.html ?? '');
    const findings = checkCampaign({
      subject: 'Tea on Saturday',
      previewText: 'The garden opens',
      content,
      ownText: undefined,
      address: ACCOUNT.address,
      unsupported: await examineSupport(html.replaceAll(/\{[{%][^}]*\}\}?/g, 'x')),
      sender: { domain: 'x.example', isVerified: true, signingDomain: 'x.example', dmarcPolicy: 'none' },
    } satisfies CampaignFacts);
    // Two of the examples intentionally have a merge tag without a fallback, which the author can add.
    const ofGenerator = findings.filter(({ id, level }) => level !== 'ok' && id !== 'merge-tags');
    expect(ofGenerator).toEqual([]);
    expect(findings.find(({ id }) => id === 'client-support')?.level).toBe('ok');
  });
});
