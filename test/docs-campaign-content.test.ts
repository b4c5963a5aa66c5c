import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { campaignNames } from '../src/mail/campaign/names.ts';
import { prepareContent } from '../src/mail/campaign/prepare.ts';
import { checkCampaign } from '../src/mail/checks/campaign.ts';
import { readDesign } from '../src/mail/design/read.ts';
import {
  ATTRIBUTES,
  MARKS,
  MAX_DESIGN_CHARACTERS,
  MAX_DESIGN_DEPTH,
  MAX_DESIGN_NODES,
} from '../src/mail/design/schema.ts';

const PAGE = readFileSync('docs/campaign-content.md', 'utf8');
const EXAMPLES = [...PAGE.matchAll(/```json\n([^`]+)```/g)].map(
  ([, json = '']) => JSON.parse(json) as { type: string },
);
const FACTS = { fields: [], account: { name: 'Tea', address: 'Main Street 1' }, timeZone: 'UTC' };

describe('page on campaign content', () => {
  it.each(EXAMPLES)('has a valid design: $type', (example) => {
    const design = example.type === 'doc' ? example : { type: 'doc', content: [example] };
    expect(readDesign(design)).not.toHaveProperty('faults');
  });

  it('has every block, mark and attribute', () => {
    for (const [type, { properties }] of [...Object.entries(ATTRIBUTES), ...Object.entries(MARKS)]) {
      expect(PAGE).toContain(`"type": "${type}"`);
      // Skip attributes that editors add to links, because they need no documentation.
      for (const name of Object.keys(properties))
        if (!/^(target|rel)$/.test(name)) expect(PAGE).toContain(`"${name}":`);
    }
  });

  it('names every merge field that exists without custom fields', () => {
    for (const name of Object.keys(campaignNames([], FACTS.account))) {
      if (name.includes('.') || name.endsWith('_url')) expect(PAGE).toContain(`\`${name}\``);
    }
  });

  it('has the limits', () => {
    for (const limit of [MAX_DESIGN_CHARACTERS, MAX_DESIGN_NODES, MAX_DESIGN_DEPTH]) {
      expect(PAGE).toContain(`| ${limit.toLocaleString('en-US')} |`);
    }
  });

  it('has the checks in their order', () => {
    const content = { subject: 'Tea', html: '<p>x</p>' };
    const findings = checkCampaign({
      subject: 'Tea',
      previewText: undefined,
      content: prepareContent(content, FACTS),
      ownText: undefined,
      address: '',
      sender: { domain: 'x.example', isVerified: true, signingDomain: undefined, dmarcPolicy: undefined },
      unsupported: [],
      blockedWords: ['casino'],
      linkResults: [],
    });
    const named = [...PAGE.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id);
    expect(named.filter((id) => id !== 'unsubscribe_url' && id !== 'preferences_url')).toEqual(
      findings.map(({ id }) => id),
    );
  });
});
