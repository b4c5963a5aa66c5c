import type { Db, Tx } from '../../../base/db.ts';
import { findCampaign, type CampaignRow, type CampaignState } from '../campaigns/index.ts';
import { Closed, Lost } from './impossible.ts';
import type { SendingParts } from './parts.ts';
import { holdCampaignTurn, type ClaimedCampaign, type SendingRow } from './queries.ts';

/** A turn at a campaign. */
export interface Turn {
  readonly parts: SendingParts;
  readonly claimed: ClaimedCampaign;
  /** Whether the turn is over, or the process ends: no further step is begun. */
  readonly isOver: () => boolean;
}

/** Holds the campaign until the transaction ends, so that nobody else works at it, however old their lease. */
export async function hold(tx: Tx, turn: Turn, states: readonly CampaignState[]): Promise<SendingRow> {
  const held = await holdEvenClosed(tx, turn, states);
  if (held.closed_at) throw new Closed();
  return held;
}

/** The same for what is done to the campaigns of a closed account too. */
export async function holdEvenClosed(
  tx: Tx,
  { claimed, parts }: Turn,
  states: readonly CampaignState[],
): Promise<SendingRow> {
  const { account_id: accountId, epoch, id } = claimed;
  const [held] = await holdCampaignTurn(tx, accountId, id, epoch, states, parts.leaseSeconds);
  if (!held) throw new Lost();
  return held;
}

/** The campaign as it stands. */
export async function campaignOf(db: Db, { claimed }: Turn): Promise<CampaignRow> {
  const campaign = await findCampaign(db, claimed.account_id, claimed.id);
  if (!campaign) throw new Lost();
  return campaign;
}
