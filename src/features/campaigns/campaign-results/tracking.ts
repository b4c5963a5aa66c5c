import type { Db, Tx } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { holdForNotes } from '../../audience/contacts/index.ts';
import { TRAP, type TrackedSource } from '../../outcomes/tracking/index.ts';
import { handedOver, linksOfCampaign } from './queries.ts';
import { engagedBy, reportEngaged, type EngagedListener } from './engaged-listener.ts';
import { movesOf } from './recipient-moves.ts';
import { toRecipientVisits, type RecipientVisits } from './visitors.ts';
import { holdDeliverables, judgedVisits, keepEarly, trapsOf } from './visit-queries.ts';
import { writeMoves } from './write-moves.ts';

/** Dependencies for counting opens and clicks. */
export interface VisitParts {
  readonly log: Log;
  /** Called with contacts who opened an email or clicked a link for the first time. */
  readonly onEngaged: readonly EngagedListener[];
}

/**
 * Creates the tracking for campaigns of all kinds. Opens and clicks by contacts who are not tracked or were erased are
 * not stored.
 */
export function createCampaignTracking({ db, ...parts }: VisitParts & { readonly db: Db }): TrackedSource {
  return {
    async linksOf(accountId, campaignId) {
      const rows = await linksOfCampaign(db, accountId, campaignId);
      const links: string[] = [];
      for (const { link_no: number, url } of rows) {
        // Unused link numbers get an empty URL.
        while (links.length < number - 1) links.push('');
        links.push(url);
      }
      return rows.length > 0 ? links : undefined;
    },
    async handedOverAt(tx, accountId, recipients) {
      const rows = await handedOver(
        tx,
        accountId,
        recipients.map(({ source }) => source),
        recipients.map(({ recipient }) => recipient),
      );
      const found = new Map(rows.map((row) => [row.position, row.sent_at]));
      return recipients.map((_recipient, index) => found.get(index + 1));
    },
    hear: async (tx, accountId, visits) => countVisits(tx, parts, accountId, visits.map(toRecipientVisits)),
  };
}

const keyOf = (campaignId: number, contactId: number): string => `${campaignId} ${contactId}`;

/**
 * Counts opens and clicks of an account's contacts. Opens and clicks of messages whose outcome is not stored yet are
 * counted later, when the outcome is stored.
 */
export async function countVisits(
  tx: Tx,
  parts: VisitParts,
  accountId: number,
  visits: readonly RecipientVisits[],
): Promise<void> {
  const tracked = await holdForNotes(tx, accountId, [...new Set(visits.map(({ contactId }) => contactId))]);
  const heard = Map.groupBy(
    visits.filter(({ contactId }) => tracked.has(contactId)),
    ({ campaignId, contactId }) => keyOf(campaignId, contactId),
  );
  if (heard.size === 0) return;
  const recipients = [...heard.values()].flatMap((group) => group.slice(0, 1));
  const deliverables = await holdDeliverables(tx, accountId, ...columnsOf(recipients));
  await keepUnknown(tx, accountId, heard, new Set(deliverables.map((row) => keyOf(row.campaign_id, row.contact_id))));
  if (deliverables.length === 0) return;
  const known = await judgedVisits(
    tx,
    accountId,
    deliverables.map((row) => row.campaign_id),
    deliverables.map((row) => row.contact_id),
  );
  const rows = Map.groupBy(known, (row) => keyOf(row.campaign_id, row.contact_id));
  const traps = await findTraps(tx, accountId, visits);
  const moves = deliverables.map((deliverable) => {
    const key = keyOf(deliverable.campaign_id, deliverable.contact_id);
    const isTrap = (link: number) => traps.has(keyOf(deliverable.campaign_id, link));
    return movesOf({ deliverable, rows: rows.get(key) ?? [], isTrap }, heard.get(key) ?? []);
  });
  await writeMoves(tx, accountId, moves);
  await reportEngaged(tx, parts, accountId, engagedBy(moves));
}

async function findTraps(tx: Tx, accountId: number, visits: readonly RecipientVisits[]): Promise<ReadonlySet<string>> {
  const clicked = new Set(visits.filter(({ link }) => link > 0).map(({ campaignId }) => campaignId));
  if (clicked.size === 0) return new Set();
  const rows = await trapsOf(tx, accountId, [...clicked], TRAP);
  return new Set(rows.map((row) => keyOf(row.campaign_id, row.link_no)));
}

async function keepUnknown(
  tx: Tx,
  accountId: number,
  heard: ReadonlyMap<string, readonly RecipientVisits[]>,
  known: ReadonlySet<string>,
): Promise<void> {
  const early = [...heard].flatMap(([key, group]) => (known.has(key) ? [] : group));
  if (early.length === 0) return;
  await keepEarly(
    tx,
    accountId,
    ...columnsOf(early),
    early.map(({ link }) => link),
    early.map(({ visitor }) => visitor),
    early.map(({ device }) => device),
    early.map(({ count }) => count),
    early.map(({ firstAt }) => firstAt),
    early.map(({ lastAt }) => lastAt),
  );
}

function columnsOf(visits: readonly RecipientVisits[]): readonly [campaignIds: number[], contactIds: number[]] {
  return [visits.map(({ campaignId }) => campaignId), visits.map(({ contactId }) => contactId)];
}
