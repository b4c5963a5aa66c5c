import { SUBSCRIPTION_LINK_PREFIX } from '../subscription-address.ts';
import type { TemplateSource } from '../template/source.ts';

/** Merge tag for the address of the unsubscribe mailbox. Authors cannot use this tag in content. */
const MAIL_NAME = 'unsubscribe_mail';

/** The parts of a template to which the header fields are added. */
type Parts = Pick<TemplateSource, 'headers' | 'linkPrefixes' | 'names'>;

/**
 * Adds the header fields that let email programs offer an unsubscribe button: `List-Unsubscribe` (RFC 2369) with the
 * address for POST requests and, if `mailHost` is set, a mailto address, and `List-Unsubscribe-Post` (RFC 8058).
 * `names` must be the result of `campaignNames`. The mailto address gets the next free link number, so this function
 * must be called last.
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
