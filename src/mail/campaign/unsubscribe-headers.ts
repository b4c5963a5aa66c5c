import { SUBSCRIPTION_LINK_PREFIX } from '../subscription-address.ts';
import type { TemplateSource } from '../template/source.ts';

/** Merge tag for the local part of the unsubscribe address. */
const MAIL_NAME = 'unsubscribe_mail';

/** The properties of a template that change when the header fields are added. */
type Parts = Pick<TemplateSource, 'headers' | 'linkPrefixes' | 'names'>;

/**
 * Adds the header fields for the unsubscribe button of email clients: `List-Unsubscribe` (RFC 2369) and
 * `List-Unsubscribe-Post` (RFC 8058). If `mailHost` is set, `List-Unsubscribe` also contains a mailto address. `names`
 * must contain `unsubscribe_url`.
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
