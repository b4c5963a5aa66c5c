import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';

/** Characters of a name, before it is looked at any further. */
export const MAX_DOMAIN_CHARACTERS = 191;

/** Parser of a page of domains. */
export const domainsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of a domain to be added: its bare name, without a protocol or an address in front of it. */
export const newDomain = parserOf(
  Type.Object({
    domain: Type.String({
      description: `Domain name such as example.com, up to ${MAX_DOMAIN_CHARACTERS} characters.`,
      documentedAs: { maxLength: MAX_DOMAIN_CHARACTERS },
    }),
  }),
  ({ domain: given }, fail) => {
    const domain = given.trim();
    if (domain === '') fail('domain', 'is required.');
    else if (domain.length > MAX_DOMAIN_CHARACTERS) {
      fail('domain', `must have at most ${MAX_DOMAIN_CHARACTERS} characters.`);
    } else if (/[@/:]/.test(domain)) fail('domain', 'must be a domain name without @ or protocol.');
    return { domain };
  },
);

/** Parser of what may be changed of a domain. */
export const domainChanges = parserOf(
  Type.Object({
    tracking_host: Type.Union([Type.String({ maxLength: 253 }), Type.Null()], {
      description:
        'Host for links in emails from this domain. The host must be a subdomain, like click.example.com. Postrider uses ' +
        'the host after its CNAME record is found. If null, links use the public URL of this installation.',
    }),
  }),
  ({ tracking_host: trackingHost }) => ({ trackingHost }),
);

/** Parser of how a key is rotated. */
export const rotation = parserOf(
  Type.Object({
    now: Type.Optional(
      Type.Boolean({
        description:
          'Whether to sign with the new key as soon as its record is found. Set this field to true if the current key is compromised.',
      }),
    ),
  }),
  ({ now = false }) => ({ atOnce: now }),
);
