import type { Database, Tx } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { ownObject } from '../../../http/account/object-id.ts';
import { cancelMailing } from '../../sending/mailings/index.ts';
import { findCampaign, type CampaignRow, type CampaignState } from '../campaigns/index.ts';
import type { SendingGates } from './parts.ts';
import {
  campaignElsewhere,
  holdSending,
  layDownCampaign,
  makeDue,
  moveState,
  noteCancelled,
  noteWinner,
  progressOfCampaign,
  type SendingRow,
} from './queries.ts';
import { variantTexts, wavesOf } from './wave-queries.ts';
import { pauseWaves } from './waves.ts';

/** What moving a campaign that is under way needs. */
export interface ControlParts {
  readonly db: Database;
  readonly gates: Pick<SendingGates, 'requireSendable'>;
}

/** A campaign and how far it is. */
export interface Standing {
  readonly campaign: CampaignRow;
  readonly progressId: string | null;
}

type Asked = 'paused' | 'resumed' | 'cancelled';

/**
 * Begins no further mail of a campaign: what is on the wire comes to its end, within a second nothing new begins. Throws
 * conflict for one that is not under way.
 */
export async function pauseCampaign(parts: ControlParts, accountId: number, id: number): Promise<Standing> {
  await pauseUnderWay(parts, accountId, id, null);
  return standingOf(parts.db, accountId, id);
}

/** The same with why, where it was not a person. */
export async function pauseUnderWay(
  { db }: Pick<ControlParts, 'db'>,
  accountId: number,
  id: number,
  reason: string | null,
): Promise<void> {
  const epoch = await db.transaction(async (tx) => {
    await heldIn(tx, accountId, id, ['preparing', 'sending'], 'paused');
    return (await moveState(tx, accountId, id, 'paused', reason))[0]?.epoch ?? 0;
  });
  await atOnce(async () => {
    await pauseWaves(db, accountId, id);
    await layDownCampaign(db, accountId, id, epoch, null, 0);
  });
}

/** Goes on where it was paused, with the content as it is now. Throws conflict for one that is not, and what a gate says. */
export async function resumeCampaign({ db, gates }: ControlParts, accountId: number, id: number): Promise<Standing> {
  const { campaign } = await standingOf(db, accountId, id);
  requireState(campaign.state, ['paused'], 'resumed');
  await gates.requireSendable(db, accountId, campaign);
  await db.transaction(async (tx) => {
    const held = await heldIn(tx, accountId, id, ['paused'], 'resumed');
    await moveState(tx, accountId, id, held.prepared_at ? 'sending' : 'preparing', null);
  });
  return standingOf(db, accountId, id);
}

/** Ends a campaign for good: what was sent is sent, nothing further is. Throws conflict for one that is not under way. */
export async function cancelCampaign({ db }: ControlParts, accountId: number, id: number): Promise<Standing> {
  await db.transaction(async (tx) => {
    await heldIn(tx, accountId, id, ['preparing', 'sending', 'paused'], 'cancelled');
    await noteCancelled(tx, accountId, id, null);
  });
  await atOnce(async () => {
    for (const wave of await wavesOf(db, accountId, id)) await cancelMailing(db, accountId, wave.mailing_id);
  });
  return standingOf(db, accountId, id);
}

/**
 * Chooses the variant of a test that the rest gets, before its time; what a gate waits for is waited for all the same. Throws
 * conflict where there is no test, or the rest is on its way.
 */
export async function chooseWinner(
  { db }: ControlParts,
  accountId: number,
  id: number,
  variant: number,
): Promise<Standing> {
  await db.transaction(async (tx) => {
    await heldIn(tx, accountId, id, ['preparing', 'sending', 'paused'], 'changed');
    const waves = await wavesOf(tx, accountId, id);
    const rest = waves.find((wave) => wave.kind === 'rest' && wave.variant === null && wave.replaced_by === null);
    if (!rest || rest.started_at) {
      throw new Refusal('conflict', {
        message:
          'No winner can be chosen: the campaign has no A/B test, or the rest of the audience is already being sent to.',
        fix: 'Choose a winner while the test is running.',
      });
    }
    const variants = [0, ...(await variantTexts(tx, accountId, id)).map((one) => one.variant)];
    if (!variants.includes(variant)) throw invalid({ variant: [`must be one of ${variants.join(', ')}.`] });
    await noteWinner(tx, accountId, id, variant);
    await makeDue(tx, accountId, id);
  });
  return standingOf(db, accountId, id);
}

/** A campaign of the account and how far it is. Throws not_found and forbidden. */
export async function standingOf(db: Database, accountId: number, id: number): Promise<Standing> {
  const found = await findCampaign(db, accountId, id);
  const own = found?.kind === 'campaign' ? found : undefined;
  const campaign = await ownObject(own, async () => (found ? [] : campaignElsewhere(db, id)));
  const [row] = await progressOfCampaign(db, accountId, id);
  return { campaign, progressId: row?.progress_id ?? null };
}

/** Holds a campaign until the transaction ends. Throws not_found, forbidden, and conflict where its state does not allow what is asked. */
export async function heldIn(
  tx: Tx,
  accountId: number,
  id: number,
  states: readonly CampaignState[],
  asked: Asked | 'changed',
): Promise<SendingRow> {
  const [row] = await holdSending(tx, accountId, id);
  const held = await ownObject(row, async () => campaignElsewhere(tx, id));
  requireState(held.state, states, asked);
  return held;
}

function requireState(state: CampaignState, states: readonly CampaignState[], asked: Asked | 'changed'): void {
  if (states.includes(state)) return;
  const fix =
    state === 'scheduled'
      ? 'Set scheduled_at to null to make it a draft.'
      : 'Check its status. Only campaigns in progress can be changed this way.';
  throw new Refusal('conflict', { message: `A campaign that is ${WORDS[state]} cannot be ${asked}.`, fix });
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

/** What the job does too, done now; where it fails, it is left to the job. */
async function atOnce(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // The state says what is to be done, and the campaign is due.
  }
}
