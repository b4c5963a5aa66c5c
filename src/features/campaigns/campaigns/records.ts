import type { Tx } from '../../../base/db.ts';
import { blankDraft, type DraftFields } from './compose.ts';
import { addDraft } from './drafts.ts';
import type { CampaignRow } from './queries.ts';

/** Writes the record of a mail that is sent by itself, without tracking until somebody wants it. */
export async function addRecord(
  tx: Tx,
  accountId: number,
  kind: 'confirmation' | 'automation',
  content: Partial<DraftFields>,
): Promise<CampaignRow> {
  const blank = blankDraft({ tracks_opens: false, tracks_clicks: false });
  return addDraft(tx, accountId, kind, { ...blank, ...content });
}
