import { escapeHtml } from '../template.ts';
import type { CampaignAccount } from './names.ts';
import { labelForReaders, readerLanguage, type Wording } from './reader-language.ts';
import { endOfBody, type ParsedHtml } from '../template/parsed-html.ts';
import type { Presence } from './presence.ts';

/** `!important` keeps the message's own style sheets from changing these colors, which could hide the footer. */
const STYLE =
  'padding:24px;background-color:#ffffff!important;color:#6b7280!important;font-family:Helvetica,Arial,sans-serif;font-size:12px;line-height:18px';
const LINK_STYLE = 'color:#6b7280!important;text-decoration:underline';

interface FooterFacts extends Wording {
  readonly account: CampaignAccount;
}

/**
 * Inserts a footer at the end of the HTML body. The footer contains the address lines if `has.address` is false, and
 * the unsubscribe and preferences links if `has.unsubscribe` is false.
 */
export function withHtmlFooter(parsed: ParsedHtml, has: Presence, facts: FooterFacts): string {
  const { account, language } = facts;
  const { source: html } = parsed;
  const lines = [
    ...(has.address ? [] : addressLines(account).map((line) => literal(escapeHtml(line)))),
    ...(has.unsubscribe
      ? []
      : [
          `${linkTo('unsubscribe_url', labelForReaders('unsubscribe_label', facts))} &middot; ` +
            linkTo('preferences_url', labelForReaders('preferences_label', facts)),
        ]),
  ];
  if (lines.length === 0) return html;
  const footer =
    '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr>' +
    `<td align="center" lang="${readerLanguage(language)}" dir="auto" bgcolor="#ffffff" style="${STYLE}">${lines.join('<br>')}</td></tr></table>\n`;
  const at = endOfBody(parsed);
  return html.slice(0, at) + footer + html.slice(at);
}

/**
 * Appends a footer to the text. The footer contains the address lines if `has.address` is false, and the unsubscribe
 * and preferences links if `has.unsubscribe` is false.
 */
export function withTextFooter(text: string, has: Presence, facts: FooterFacts): string {
  const { account } = facts;
  const lines = [
    ...(has.address ? [] : addressLines(account).map((line) => line.replaceAll(/\{(?=[{%]|$)/g, '{{ "{" }}'))),
    ...(has.unsubscribe
      ? []
      : [
          `${labelForReaders('unsubscribe_label', facts)}: {{ unsubscribe_url }}`,
          `${labelForReaders('preferences_label', facts)}: {{ preferences_url }}`,
        ]),
  ];
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`;
}

/**
 * Returns the footer text, the account name, and the lines of the postal address. Returns an empty array if no address
 * is set.
 */
function addressLines({ address, footerText = '', name }: CampaignAccount): string[] {
  const lines = linesOf(address);
  return lines.length === 0 ? [] : [...linesOf(footerText), name, ...lines];
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Escapes opening braces, so that text from the account is not interpreted as Liquid. */
function literal(html: string): string {
  return html.replaceAll('{', '&#123;');
}

function linkTo(name: string, words: string): string {
  return `<a href="{{ ${name} }}" style="${LINK_STYLE}">${words}</a>`;
}
