import { caniemail } from 'caniemail';
import { describe, expect, it } from 'vitest';
import { prepareContent } from '../campaign/prepare.ts';
import { checkCampaign } from '../checks/campaign.ts';
import { EXTRAS } from '../checks/support.ts';
import { readDesign } from './read.ts';
import { renderDesign } from './render.ts';
import { STARTING_DESIGNS } from './starting.ts';

const FACTS = { fields: [], account: { name: 'Acme', address: '1 High Street\nLondon' }, timeZone: 'UTC' };
const CLIENTS = ['gmail.desktop-webmail', 'gmail.ios', 'outlook.windows', 'outlook.ios', 'apple-mail.ios'] as const;

describe.each(STARTING_DESIGNS.map((each) => [each.key, each] as const))('the starting design %s', (_key, starting) => {
  const { design, preview_text: previewText, subject } = starting;
  const read = readDesign(design);
  const html = 'faults' in read ? '' : renderDesign(read).html;

  it('is valid and smaller than 60 kB', () => {
    expect(read).not.toHaveProperty('faults');
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  });

  it('contains the address and the unsubscribe link, and only merge tags with a value', () => {
    expect(prepareContent({ subject, previewText, design }, FACTS)).toMatchObject({ added: [], warnings: [] });
  });

  it('passes all checks', () => {
    const content = prepareContent({ subject, previewText, design }, FACTS);
    const sender = { domain: 'acme.example', isVerified: true, signingDomain: 'acme.example', dmarcPolicy: 'reject' };
    const findings = checkCampaign({
      subject,
      previewText,
      content,
      ownText: undefined,
      address: FACTS.account.address,
      sender,
    });
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  });

  it('uses features that the main clients support', () => {
    const found = CLIENTS.flatMap((client) => {
      const { errors } = caniemail({ clients: [client], html }).issues;
      return [...errors].flatMap(([, faults]) => faults.map(({ title }) => `${title}: ${client}`));
    });
    expect(found.filter((fault) => !EXTRAS.has(fault.slice(0, fault.lastIndexOf(':'))))).toEqual([]);
  });
});
