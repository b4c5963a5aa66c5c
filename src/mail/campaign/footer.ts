import { escapeHtml } from '../template.ts';
import type { CampaignAccount } from './names.ts';
import { endOfBody, type ParsedHtml } from '../template/parsed-html.ts';
import type { Presence } from './presence.ts';

/** A style sheet of the mail must not make it disappear. */
const STYLE =
  'padding:24px;background-color:#ffffff!important;color:#6b7280!important;font-family:Helvetica,Arial,sans-serif;font-size:12px;line-height:18px';
const LINK_STYLE = 'color:#6b7280!important;text-decoration:underline';

/** HTML with a footer of what it lacks, before the end of its body. */
export function withHtmlFooter(parsed: ParsedHtml, has: Presence, account: CampaignAccount): string {
  const { source: html } = parsed;
  const lines = [
    ...(has.address ? [] : addressLines(account).map((line) => literal(escapeHtml(line)))),
    ...(has.unsubscribe
      ? []
      : [`${linkTo('unsubscribe_url', 'Unsubscribe')} &middot; ${linkTo('preferences_url', 'Preferences')}`]),
  ];
  if (lines.length === 0) return html;
  const footer =
    '<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr>' +
    `<td align="center" bgcolor="#ffffff" style="${STYLE}">${lines.join('<br>')}</td></tr></table>\n`;
  const at = endOfBody(parsed);
  return html.slice(0, at) + footer + html.slice(at);
}

/** Text with a footer of what it lacks. */
export function withTextFooter(text: string, has: Presence, account: CampaignAccount): string {
  const lines = [
    ...(has.address ? [] : addressLines(account).map((line) => line.replaceAll(/\{(?=[{%]|$)/g, '{{ "{" }}'))),
    ...(has.unsubscribe ? [] : ['Unsubscribe: {{ unsubscribe_url }}', 'Preferences: {{ preferences_url }}']),
  ];
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`;
}

/** The name and the lines of the postal address; none while there is no address. */
function addressLines({ address, name }: CampaignAccount): string[] {
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length === 0 ? [] : [name, ...lines];
}

/** A text of the account is no Liquid, whatever is in it. */
function literal(html: string): string {
  return html.replaceAll('{', '&#123;');
}

function linkTo(name: string, words: string): string {
  return `<a href="{{ ${name} }}" style="${LINK_STYLE}">${words}</a>`;
}
