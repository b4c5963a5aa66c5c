import { describe, expect, it } from 'vitest';
import { examineSupport } from '../src/features/transactional/message-views/checks/client-support.ts';
import { prepareContent } from '../src/mail/campaign/prepare.ts';
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

/** Returns all blocks in one section with a background. */
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

const CASES: readonly (readonly [name: string, blocks: readonly unknown[]])[] = [
  ...EXAMPLES,
  ...['#000000', '#1d4ed8', '#aa0000', '#eef2ff', '#ffffff'].map(
    (ground) => [`on ${ground}`, [inSection(ground)]] as const,
  ),
];

describe('campaign checks', () => {
  it.each(CASES)('find no errors in the output of the block editor: %s', async (_name, blocks) => {
    const content = prepareContent(
      {
        subject: 'Tea on Saturday',
        previewText: 'The garden opens',
        design: { type: 'doc', content: [...blocks, WORDS] },
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
