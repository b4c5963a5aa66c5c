import type { PageQuery } from '../../../http/account/page.ts';
import type { Reply } from '../../../http/route.ts';
import { writePieces } from '../../../http/stream-pieces.ts';
import { statsOf } from '../campaign-results/index.ts';
import { findCampaign, summariesById, presentCampaigns, presentOne } from '../campaigns/index.ts';
import type { PresentedMail } from './automation-schema.ts';
import { keptCampaign } from './emails.ts';
import { findAutomations } from './find.ts';
import { itemsOf } from './item-queries.ts';
import { MAX_READ_BYTES } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { presentAutomation, presentItem, withoutBody } from './present.ts';
import type { AutomationRow, ItemRow } from './resource.ts';
import { triggersOf } from './trigger-rows.ts';

type Parts = Pick<AutomationParts, 'badgesOf' | 'db'>;

/** Returns a page of automations with their emails but without email content. */
export async function showPage(parts: Parts, accountId: number, request: PageQuery) {
  const { automations, total } = await findAutomations(parts.db, accountId, request);
  return { total, data: await showAutomations(parts, accountId, automations) };
}

/**
 * Returns automations with their emails. The content of the emails is omitted, because it can be several megabytes per
 * email.
 */
async function showAutomations(parts: Parts, accountId: number, rows: readonly AutomationRow[]) {
  const ids = rows.map(({ id }) => id);
  const items = ids.length > 0 ? await itemsOf(parts.db, accountId, ids) : [];
  const mails = await mailsOf(parts, accountId, items);
  const triggers = await triggersOf(parts.db, accountId, ids);
  const byAutomation = Map.groupBy(items, (item) => item.automation_id);
  return rows.map((row) => {
    const own = byAutomation.get(row.id) ?? [];
    const shown = presentAutomation(accountId, row, own, triggers.get(row.id) ?? []);
    return { ...shown, automation_items: withMails(own, mails) };
  });
}

/** Returns an automation with its emails but without email content. */
export async function showAutomation(parts: Parts, accountId: number, row: AutomationRow) {
  const [shown] = await showAutomations(parts, accountId, [row]);
  if (!shown) throw new Error('Automation missing from results');
  return shown;
}

/** Returns an automation with the results of its emails but without email content. */
export async function showWithStats(parts: Parts, accountId: number, row: AutomationRow) {
  const shown = await showAutomation(parts, accountId, row);
  const items = [];
  for (const item of shown.automation_items) {
    const stats = await statsOf(parts.db, accountId, item.campaign_id, undefined);
    items.push({ ...item, campaign: { ...item.campaign, stats } });
  }
  return { ...shown, automation_items: items };
}

/** Returns an email with its content. Throws not_found if another user has just removed the email. */
export async function showItem(parts: Parts, accountId: number, item: ItemRow) {
  const campaign = await keptCampaign(parts.db, accountId, item.campaign_id);
  return presentItem(item, await presentOne(parts, accountId, campaign));
}

/**
 * Returns the reply for an automation with the content and results of all its emails. Large content is read and
 * streamed email by email.
 */
export async function replyInFull(parts: Parts, accountId: number, row: AutomationRow): Promise<Reply> {
  const items = await itemsOf(parts.db, accountId, [row.id]);
  const summaries = await summariesById(
    parts.db,
    accountId,
    items.map((item) => item.campaign_id),
  );
  const triggers = (await triggersOf(parts.db, accountId, [row.id])).get(row.id) ?? [];
  const shown = presentAutomation(accountId, row, items, triggers);
  const bytes = [...summaries.values()].reduce((total, head) => total + head.body_bytes, 0);
  if (bytes <= MAX_READ_BYTES) {
    const all = [];
    for (const item of items) all.push(await itemInFull(parts, accountId, item));
    return { status: 200, body: { ...shown, automation_items: all.filter((item) => item !== undefined) } };
  }
  const shell = JSON.stringify({ ...shown, automation_items: [] });
  const at = shell.lastIndexOf('[]') + 1;
  return {
    status: 200,
    body: undefined,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    async stream(output) {
      await writePieces(output, shell.slice(0, at));
      let isFirst = true;
      for (const item of items) {
        if (output.signal.aborted) return;
        const inFull = await itemInFull(parts, accountId, item);
        if (inFull) await writePieces(output, `${isFirst ? '' : ','}${JSON.stringify(inFull)}`);
        isFirst &&= inFull === undefined;
      }
      await writePieces(output, shell.slice(at));
    },
  };
}

async function itemInFull(parts: Parts, accountId: number, item: ItemRow) {
  const campaign = await findCampaign(parts.db, accountId, item.campaign_id);
  // The email was removed after the list was read.
  if (!campaign) return undefined;
  const stats = await statsOf(parts.db, accountId, campaign.id, undefined);
  return presentItem(item, { ...(await presentOne(parts, accountId, campaign)), stats });
}

async function mailsOf(parts: Parts, accountId: number, items: readonly ItemRow[]) {
  const summaries = await summariesById(
    parts.db,
    accountId,
    items.map((item) => item.campaign_id),
  );
  const rows = [...summaries.values()].map((head) =>
    Object.assign(head, { html: null, design: null, plain_text: null }),
  );
  const shown = await presentCampaigns(parts, accountId, rows);
  return new Map(shown.map((campaign) => [campaign.id, withoutBody(campaign)]));
}

function withMails(items: readonly ItemRow[], mails: ReadonlyMap<number, PresentedMail>) {
  return items.flatMap((item) => {
    const mail = mails.get(item.campaign_id);
    return mail ? [presentItem(item, mail)] : [];
  });
}
