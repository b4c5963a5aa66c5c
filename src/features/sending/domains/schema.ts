import { Type } from 'typebox';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf } from '../../../http/parser.ts';

/** Maximum length of a domain name, in characters. */
export const MAX_DOMAIN_CHARACTERS = 191;

export const domainsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parses the name of a domain to add. Rejects URLs and email addresses. */
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

export const domainChanges = parserOf(
  Type.Object({
    tracking_host: Type.Union([Type.String({ maxLength: 253 }), Type.Null()], {
      description:
        'Host for links in emails from this domain. The host must be a subdomain, for example click.example.com. Postrider uses ' +
        'the host after its CNAME record is found. If null, links use the public URL of this installation.',
    }),
  }),
  ({ tracking_host: trackingHost }) => ({ trackingHost }),
);

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
