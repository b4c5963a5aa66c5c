import { previewOfText, type PreviewMode } from '../../../mail/preview.ts';
import { TRAP } from '../../outcomes/tracking/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import { tokensOfNobody, type PreviewParts } from './preview.ts';
import { clicksOfLinks, mailingOfVariant } from './queries.ts';
import { readerOf, shownTo } from './show.ts';
import { sentTemplate } from './view.ts';

/** Click counts of a link. */
interface Followed {
  readonly clicks: number;
  readonly raw: number;
}

/** CSS of the label. Overrides the styles that the email sets for links. */
const MARK = [
  'all:initial',
  'display:inline-block',
  'position:relative',
  'z-index:2147483647',
  'margin:0 4px 0 0',
  'padding:1px 6px',
  'border-radius:9px',
  'border:1px solid #fff',
  'font:600 12px/16px system-ui,sans-serif',
  'vertical-align:middle',
  'white-space:nowrap',
  'cursor:default',
].join(';');
/** Color scale from links without clicks to the most-clicked link. */
const COLOURS = ['#6b7280', '#3b6fd6', '#1d4ed8', '#172f7c'] as const;
const FIGURES = new Intl.NumberFormat('en');

/**
 * Returns a page for a sandboxed frame that shows the email as sent, with click counts next to the links. The label
 * also shows the number including clicks by bots if that number is higher. If a link occurs twice, both occurrences
 * show the same count. Links that are not tracked, such as the unsubscribe link, have no count. Throws validation_error
 * if the content can no longer be rendered.
 */
export async function linkMapPage(
  parts: PreviewParts,
  accountId: number,
  campaign: CampaignRow,
  { mode, variant }: { readonly mode: PreviewMode; readonly variant: number },
): Promise<string> {
  const [sent] = await mailingOfVariant(parts.db, accountId, campaign.id, variant);
  const { slots, template } = await sentTemplate(parts, accountId, campaign, variant, sent);
  const reader = await readerOf(parts, accountId, campaign, { contactId: undefined, slots });
  const tokens = tokensOfNobody(parts.vault, accountId, campaign);
  const read = { values: reader.values, tokens };
  const { html, text } = await shownTo(parts.html, accountId, { template, variant }, read);
  if (html === null) return previewOfText(text, mode);
  const rows = await clicksOfLinks(parts.db, accountId, campaign.id, TRAP);
  const most = Math.max(0, ...rows.map(({ clicks }) => clicks));
  const marks = new Map(rows.map(({ clicks, raw_clicks: raw, url }) => [url, markOf({ clicks, raw }, most)]));
  return parts.html.run(accountId, 'frameHtml', html, mode, marks);
}

/**
 * Returns the label with the click counts of a link. The label contains no content of the email, so it needs no
 * escaping. Pure.
 */
function markOf({ clicks, raw }: Followed, most: number): string {
  const share = most === 0 ? 0 : clicks / most;
  const colour = COLOURS[clicks === 0 ? 0 : 1 + Math.min(2, Math.floor(share * 3))];
  const beside =
    raw > clicks ? ` <span style="all:unset;display:inline;font-weight:400">${FIGURES.format(raw)} raw</span>` : '';
  const style = `${MARK};background:${colour};color:#fff`;
  return `<span style="${style}">${FIGURES.format(clicks)}${beside}</span>`;
}
