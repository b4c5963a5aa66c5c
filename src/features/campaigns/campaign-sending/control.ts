import type { Database, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';
import { cancelMailing } from '../../sending/mailings/index.ts';
import { findCampaign, type CampaignRow, type CampaignState } from '../campaigns/index.ts';
import type { SendingSafeguards } from './parts.ts';
import {
  campaignElsewhere,
  campaignsToSend,
  holdSending,
  makeDue,
  moveState,
  progressOfCampaign,
  recordCancelled,
  recordWinner,
  releaseCampaign,
  type SendingRow,
} from './queries.ts';
import { orRefusal } from './step.ts';
import { variantTexts, wavesOf } from './wave-queries.ts';
import { pauseWaves } from './waves.ts';

/** Dependencies for controlling a campaign in progress. */
export interface ControlParts {
  readonly db: Database;
  readonly safeguards: Pick<SendingSafeguards, 'requireSendable'>;
}

export interface CampaignStatus {
  readonly campaign: CampaignRow;
  readonly progressId: string | null;
}

/** Requested action, as named in error messages. */
type Action = 'paused' | 'resumed' | 'cancelled' | 'changed';

/**
 * Pauses a campaign. Deliveries in progress are completed. Throws not_found, forbidden, or conflict if the campaign is
 * not in progress.
 */
export async function pauseCampaign(parts: ControlParts, accountId: number, id: number): Promise<CampaignStatus> {
  await pauseInProgress(parts.db, accountId, id, null);
  return statusOf(parts.db, accountId, id);
}

async function pauseInProgress(db: Database, accountId: number, id: number, reason: string | null): Promise<void> {
  const epoch = await db.transaction(async (tx) => {
    await holdInState(tx, accountId, id, ['preparing', 'sending'], 'paused');
    return (await moveState(tx, accountId, id, 'paused', reason))[0]?.epoch ?? 0;
  });
  await atOnce(async () => {
    await pauseWaves(db, accountId, id);
    await releaseCampaign(db, accountId, id, epoch, null, 0);
  });
}

/**
 * Resumes a paused campaign with its current content. Throws not_found, forbidden, conflict if the campaign is not
 * paused, and the errors of the safeguards.
 */
export async function resumeCampaign(
  { db, safeguards }: ControlParts,
  accountId: number,
  id: number,
): Promise<CampaignStatus> {
  const { campaign } = await statusOf(db, accountId, id);
  requireState(campaign.state, ['paused'], 'resumed');
  await safeguards.requireSendable(db, accountId, campaign);
  await db.transaction(async (tx) => {
    const held = await holdInState(tx, accountId, id, ['paused'], 'resumed');
    await moveState(tx, accountId, id, held.prepared_at ? 'sending' : 'preparing', null);
  });
  return statusOf(db, accountId, id);
}

/** Cancels a campaign permanently. Throws not_found, forbidden, or conflict if the campaign is not in progress. */
export async function cancelCampaign({ db }: ControlParts, accountId: number, id: number): Promise<CampaignStatus> {
  await db.transaction(async (tx) => {
    await holdInState(tx, accountId, id, ['preparing', 'sending', 'paused'], 'cancelled');
    await recordCancelled(tx, accountId, id, null);
  });
  await atOnce(async () => {
    for (const wave of await wavesOf(db, accountId, id)) await cancelMailing(db, accountId, wave.mailing_id);
  });
  return statusOf(db, accountId, id);
}

/**
 * Chooses the variant for the rest of the audience before the A/B test ends. The wait of a first wave still applies.
 * Throws conflict if the campaign is not in progress, has no test, or is already being sent to the rest of the
 * audience, and validation_error if the campaign does not have this variant. Throws not_found or forbidden.
 */
export async function chooseWinner(
  { db }: ControlParts,
  accountId: number,
  id: number,
  variant: number,
): Promise<CampaignStatus> {
  await db.transaction(async (tx) => {
    await holdInState(tx, accountId, id, ['preparing', 'sending', 'paused'], 'changed');
    const waves = await wavesOf(tx, accountId, id);
    const rest = waves.find((wave) => wave.kind === 'rest' && wave.variant === null && wave.replaced_by === null);
    if (!rest || rest.started_at) {
      throw new Refusal('conflict', {
        message:
          'You cannot choose a winner, because the campaign has no A/B test or is already being sent to the rest of the audience.',
        fix: 'Choose a winner while an A/B test is running.',
      });
    }
    const variants = [0, ...(await variantTexts(tx, accountId, id)).map((one) => one.variant)];
    if (!variants.includes(variant)) throw invalid({ variant: [`must be one of ${variants.join(', ')}.`] });
    await recordWinner(tx, accountId, id, variant);
    await makeDue(tx, accountId, id);
  });
  return statusOf(db, accountId, id);
}

/**
 * Pauses the campaigns of an account that are being sent from a domain that was just removed, and returns them. Also
 * returns the account's paused and scheduled campaigns from this domain.
 */
export async function pauseForDomain(db: Database, accountId: number, domain: string) {
  const found: Pick<CampaignRow, 'id' | 'title' | 'state'>[] = [];
  for (const { from_email: email, id, state, title } of await campaignsToSend(db, accountId)) {
    const from = parseAddress(email.trim());
    if (isFault(from) || domainOf(from) !== domain) continue;
    const reason = `The sender domain ${domain} was removed.`;
    // A `Refusal` means that the campaign is not in progress: it is scheduled or paused, or has just ended.
    const paused = await orRefusal(async () => pauseInProgress(db, accountId, id, reason));
    found.push({ id, title, state: paused instanceof Refusal ? state : 'paused' });
  }
  return found;
}

/** Returns a campaign of the account with its progress. Throws not_found or forbidden. */
export async function statusOf(db: Database, accountId: number, id: number): Promise<CampaignStatus> {
  const found = await findCampaign(db, accountId, id);
  const own = found?.kind === 'campaign' ? found : undefined;
  const campaign = await ownObject(own, async () => (found ? [] : campaignElsewhere(db, id)));
  const [row] = await progressOfCampaign(db, accountId, id);
  return { campaign, progressId: row?.progress_id ?? null };
}

/**
 * Locks a campaign until the transaction ends. Throws not_found or forbidden, and throws conflict if the state of the
 * campaign is not in `states`.
 */
export async function holdInState(
  tx: Tx,
  accountId: number,
  id: number,
  states: readonly CampaignState[],
  action: Action,
): Promise<SendingRow> {
  const [row] = await holdSending(tx, accountId, id);
  const held = await ownObject(row, async () => campaignElsewhere(tx, id));
  requireState(held.state, states, action);
  return held;
}

function requireState(state: CampaignState, states: readonly CampaignState[], action: Action): void {
  if (states.includes(state)) return;
  const fix =
    state === 'scheduled'
      ? 'Set `scheduled_at` to null to make the campaign a draft.'
      : 'Check the status of the campaign. This action requires a campaign that is in progress.';
  throw new Refusal('conflict', { message: `A campaign that is ${WORDS[state]} cannot be ${action}.`, fix });
}

const WORDS: Readonly<Record<CampaignState, string>> = {
  draft: 'a draft',
  scheduled: 'scheduled',
  preparing: 'being prepared',
  sending: 'being sent',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
};

/**
 * Applies a change immediately instead of waiting for the job. If this fails, the job applies the change later, because
 * the state is stored and the campaign is due.
 */
async function atOnce(work: () => Promise<void>): Promise<void> {
  await work().catch(() => {});
}
