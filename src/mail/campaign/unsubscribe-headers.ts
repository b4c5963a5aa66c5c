import { SUBSCRIPTION_LINK_PREFIX } from '../subscription-address.ts';
import type { TemplateSource } from '../template/source.ts';

/** The name under which the address stands in the field; authors of contents have it not. */
const MAIL_NAME = 'unsubscribe_mail';

/** The parts of a template that the fields are put in. */
type Parts = Pick<TemplateSource, 'headers' | 'linkPrefixes' | 'names'>;

/**
 * The parts of a campaign's template with the fields by which mail programs offer to unsubscribe: `List-Unsubscribe` with the
 * address that a POST acts at, and with one of mail where `mailHost` is given (RFC 2369), and `List-Unsubscribe-Post`
 * (RFC 8058). The names are those of `campaignNames`; the address of mail gets the number behind all links that there are, so
 * call this last.
 */
export function withUnsubscribeHeaders({ headers, linkPrefixes, names }: Parts, mailHost: string | undefined): Parts {
  const post = { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' };
  const page = '<{{ unsubscribe_url }}>';
  if (mailHost === undefined) {
    return { headers: [...headers, { name: 'List-Unsubscribe', value: page }, post], linkPrefixes, names };
  }
  const mail = `<{{ ${MAIL_NAME} }}@${mailHost}?subject=unsubscribe>`;
  return {
    headers: [...headers, { name: 'List-Unsubscribe', value: `${page}, ${mail}` }, post],
    linkPrefixes: [...linkPrefixes, SUBSCRIPTION_LINK_PREFIX],
    names: { ...names, [MAIL_NAME]: { kind: 'url', link: linkPrefixes.length } },
  };
}
