import { invalid } from '../../../base/refusal.ts';
import type { EmailAddress } from '../../../mail/address.ts';
import type { UnsubscribeLinks } from '../unsubscribes/index.ts';
import type { VendorParts } from './parts.ts';
import type { VendorBatch, VendorSingle } from './types.ts';

/**
 * Name of the variable for the unsubscribe link, and its placeholder in emails without variables. The code point is a
 * noncharacter, which does not occur in text.
 */
export const UNSUBSCRIBE = '\ufdd6';
/** URL that stands for the unsubscribe link while the text is generated from the HTML (reserved domain, RFC 2606). */
const UNSUBSCRIBE_PAGE = 'https://unsubscribe.invalid/';
const ONLY_LINK = new RegExp(`(${UNSUBSCRIBE})`);

/** Replaces a vendor's placeholders for the unsubscribe link in text, after removing the code point UNSUBSCRIBE. */
export function placed(text: string, placeholders: RegExp, place: string): string {
  return text.replaceAll(UNSUBSCRIBE, '').replaceAll(placeholders, place);
}

/**
 * Converts a message to bulk email, which has a lower priority than transactional email and can contain the recipient's
 * own unsubscribe link. Throws validation_error for `field` unless the message has exactly one recipient, and for
 * `filesField` if the message has files.
 */
export function asBatch(
  single: VendorSingle,
  audience: string | undefined,
  field: string,
  filesField: string,
): VendorBatch {
  const { files = [], requestKey, send, written, ...facts } = single;
  if (files.length > 0) {
    throw invalid({
      [filesField]: ['are not supported in emails with an unsubscribe link. Link to the files instead.'],
    });
  }
  const [address] = send.recipients;
  if (address === undefined || send.recipients.length > 1) {
    throw invalid({
      [field]: [
        'must contain exactly one recipient, without Cc and Bcc, in emails with an unsubscribe link. Send one message per recipient.',
      ],
    });
  }
  const { from, headers, html, replyTo, subject, text } = send;
  return {
    ...facts,
    from,
    replyTo,
    subject,
    html,
    text,
    headers,
    recipients: [{ address, written: written.get(address) ?? address, variables: {} }],
    pattern: ONLY_LINK,
    asWritten: (name) => name,
    repeatKey: requestKey && `${facts.vendor}:${requestKey}`,
    unsubscribe: audience === undefined ? undefined : { audience, place: UNSUBSCRIBE },
  };
}

/**
 * Adds the links of the recipients to a batch, and the headers that let email clients offer to unsubscribe (RFC 2369
 * and RFC 8058). A batch that already has `List-Unsubscribe` keeps its own headers.
 */
export function withUnsubscribeLinks(
  batch: VendorBatch,
  {
    accountId,
    baseUrl,
    links,
  }: { readonly accountId: number; readonly baseUrl: string; readonly links: UnsubscribeLinks },
): VendorBatch {
  const { headers, unsubscribe, vendor } = batch;
  if (!unsubscribe) return batch;
  const { audience, place } = unsubscribe;
  const linkOf = (address: EmailAddress): string => links.address(baseUrl, { accountId, vendor, audience, address });
  const hasOwn = headers.some(({ name }) => name.toLowerCase() === 'list-unsubscribe');
  const own = [
    { name: 'List-Unsubscribe', value: `<${place}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ];
  return {
    ...batch,
    headers: hasOwn ? headers : [...headers, ...own],
    recipients: batch.recipients.map((recipient) => ({
      ...recipient,
      variables: {
        ...recipient.variables,
        [UNSUBSCRIBE]: recipient.address === undefined ? '' : linkOf(recipient.address),
      },
    })),
  };
}

/**
 * Returns the text part of a batch. If it is absent, generates it from the original HTML, so that the text contains the
 * original URLs. During the generation, a web address stands for the unsubscribe link, because the generated text keeps
 * only web addresses as link targets.
 */
export async function textOf(
  { html: work }: Pick<VendorParts, 'html'>,
  accountId: number,
  { html, text, unsubscribe }: VendorBatch,
): Promise<string | undefined> {
  if (text !== undefined || html === undefined) return text;
  if (!unsubscribe) return work.run(accountId, 'htmlToText', html);
  const { place } = unsubscribe;
  const shown = await work.run(accountId, 'htmlToText', html.replaceAll(place, UNSUBSCRIBE_PAGE));
  return shown.replaceAll(UNSUBSCRIBE_PAGE, place);
}
