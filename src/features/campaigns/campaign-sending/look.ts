import type { Tx } from '../../../base/db.ts';
import {
  releaseSpread,
  resumeAllProviders,
  resumeMailingIn,
  setMailingContent,
  standingsOf,
  type MailingStanding,
} from '../../sending/mailings/index.ts';
import { createTeller, endProgress } from '../../tenants/progress/index.ts';
import type { CampaignRow, SenderFacts } from '../campaigns/index.ts';
import { winnerOf } from './choose.ts';
import { orImpossible } from './impossible.ts';
import { LOOK_HELD_SECONDS, LOOK_SECONDS, LOOK_SPREAD_SECONDS, LOOK_WAITING_SECONDS } from './limits.ts';
import { isChanged } from './move.ts';
import { moveState, noteSent, noteState, noteWinner, type SendingRow } from './queries.ts';
import { startWave } from './start.ts';
import { campaignOf, hold, type Turn } from './step.ts';
import { countsOf, noteWaveEnded, wavesOf, type CampaignCounts, type WaveRow } from './wave-queries.ts';
import { livingOf } from './waves.ts';

const SECOND_MS = 1_000;

/** What a look at a campaign came to: seconds until the next, none any more, or that its content was changed. */
type Seen = number | null | 'changed';

/** What is to be frozen, of whose sender nothing was asked yet. */
interface Unasked {
  readonly campaign: CampaignRow;
}

/** What the steps of a look share. */
interface Sight {
  readonly tx: Tx;
  readonly turn: Turn;
  readonly held: SendingRow;
  readonly campaign: CampaignRow;
  readonly waves: readonly WaveRow[];
  readonly standings: ReadonlyMap<string, MailingStanding>;
  readonly counts: readonly CampaignCounts[];
  readonly sender: SenderFacts | undefined;
}

/**
 * Looks at a campaign that is being sent: notes which waves are at their end, lets go what is due of those that are sent over
 * hours, asks whether it goes on, starts what was waited for, and ends it once everybody was tried.
 */
export async function look(turn: Turn, sender?: SenderFacts): Promise<Seen> {
  let told: { readonly held: SendingRow; readonly finished: number } | undefined;
  const seen = await turn.parts.db.transaction(async (tx): Promise<Seen | Unasked> => {
    const { account_id: accountId, id } = turn.claimed;
    const held = await hold(tx, turn, ['sending']);
    const waves = await wavesOf(tx, accountId, id);
    if (await isChanged(tx, turn, waves)) {
      await noteState(tx, accountId, id, 'preparing');
      return 'changed';
    }
    const campaign = await campaignOf(tx, turn);
    const mailings = waves.map((wave) => wave.mailing_id);
    const standings = await standingsOf(tx, accountId, mailings);
    const counts = await countsOf(tx, accountId, id);
    told = { held, finished: [...standings.values()].reduce((sum, { finished }) => sum + finished, 0) };
    return see({ tx, turn, held, campaign, waves, standings, counts, sender });
  });
  if (isUnasked(seen)) return look(turn, await turn.parts.contents.senderOf(turn.claimed.account_id, seen.campaign));
  if (told && typeof seen === 'number') await tell(turn, told.held, told.finished);
  return seen;
}

function isUnasked(seen: Seen | Unasked): seen is Unasked {
  return typeof seen === 'object' && seen !== null;
}

async function see(sight: Sight): Promise<Seen | Unasked> {
  const { campaign, counts, held, standings, tx, turn, waves } = sight;
  const { account_id: accountId, id } = turn.claimed;
  const verdict = await turn.parts.gates.judge(tx, accountId, campaign, counts);
  if (verdict.verdict === 'stop') {
    await moveState(tx, accountId, id, 'paused', verdict.reason);
    return 0;
  }
  const { nextDue, underway } = await goOn(sight);
  const living = livingOf(waves);
  const waiting = living.filter((wave) => !wave.started_at);
  if (underway.size === 0 && waiting.length === 0) {
    await noteSent(tx, accountId, id);
    await resumeAllProviders(tx, accountId, id);
    const sentence = `Sent to ${held.recipients.toLocaleString('en-US')} recipients.`;
    if (held.progress_id) await endProgress(tx, accountId, held.progress_id, 'done', held.recipients, sentence);
    return null;
  }
  if (underway.size > 0) {
    const isHeld = [...underway].every((wave) => standings.get(wave.mailing_id)?.is_held === true);
    if (held.is_held || isHeld) return LOOK_HELD_SECONDS;
    const least = turn.parts.lookSeconds ?? LOOK_SECONDS;
    if (!nextDue) return least;
    return Math.max(least, Math.min(LOOK_SPREAD_SECONDS, (nextDue.getTime() - held.at.getTime()) / SECOND_MS));
  }
  return startDue(sight, waiting);
}

/** Notes what is at its end, and has the rest go on; gives the waves of which somebody was not tried yet. */
async function goOn({ campaign, standings, tx, turn, waves }: Sight) {
  const { account_id: accountId, id } = turn.claimed;
  const underway = new Set<WaveRow>();
  let nextDue: Date | undefined;
  for (const wave of waves.filter((one) => one.started_at)) {
    const standing = standings.get(wave.mailing_id);
    if (standing?.state === 'paused') await resumeMailingIn(tx, accountId, wave.mailing_id);
    if (wave.ended_at) continue;
    if (!standing?.is_untried || standing.state === 'cancelled') {
      await noteWaveEnded(tx, accountId, id, wave.wave_no);
      continue;
    }
    underway.add(wave);
    if (campaign.spread_hours === 0) continue;
    const due = await releaseSpread(tx, accountId, wave.mailing_id);
    if (due && (!nextDue || due < nextDue)) nextDue = due;
  }
  return { underway, nextDue };
}

/** Starts what waits for waves that are at their end, when its time has come; else gives the seconds until then. */
async function startDue(
  { campaign, counts, held, sender, tx, turn, waves }: Sight,
  waiting: readonly WaveRow[],
): Promise<number | Unasked> {
  const { account_id: accountId, id } = turn.claimed;
  const starts = waves.filter(({ kind }) => kind !== 'rest').flatMap(({ started_at: at }) => at?.getTime() ?? []);
  const firstMs = Math.min(...starts, held.at.getTime());
  let leftMs = LOOK_WAITING_SECONDS * SECOND_MS;
  for (const wave of waiting) {
    const seconds = held.winner === null ? wave.wait_seconds : wave.gate_seconds;
    const left = firstMs + seconds * SECOND_MS - held.at.getTime();
    // Nobody is left for it: then nothing is waited for.
    if (left > 0 && wave.recipients > 0) {
      leftMs = Math.min(leftMs, left);
      continue;
    }
    leftMs = 0;
    if (wave.variant !== null) {
      await startWave(tx, accountId, campaign, wave);
      continue;
    }
    if (!sender) return { campaign };
    const tested = livingOf(waves).flatMap(({ kind, variant }) =>
      kind === 'test' && variant !== null ? [variant] : [],
    );
    const winner = held.winner ?? winnerOf(tested, counts, campaign.test_rule);
    const { template } = await orImpossible(async () =>
      turn.parts.contents.freeze(tx, accountId, campaign, winner, sender),
    );
    await noteWinner(tx, accountId, id, winner);
    await setMailingContent(tx, accountId, wave.mailing_id, template);
    await startWave(tx, accountId, campaign, wave, winner);
  }
  return leftMs / SECOND_MS;
}

async function tell({ claimed, parts }: Turn, { progress_id: progressId, recipients }: SendingRow, finished: number) {
  if (progressId === null) return;
  const teller = createTeller(parts, { accountId: claimed.account_id, id: progressId });
  const [done, total] = [finished, recipients].map((count) => count.toLocaleString('en-US'));
  teller.tell({ done: finished, total: recipients, sentence: `${done} of ${total} recipients done.` });
  await teller.close();
}
