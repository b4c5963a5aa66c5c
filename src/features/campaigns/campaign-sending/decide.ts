import type { MailingProgress } from '../../sending/mailings/index.ts';
import type { CampaignRow } from '../campaigns/index.ts';
import type { Verdict } from './parts.ts';
import type { SendingRow } from './queries.ts';
import { changedWaves, currentWaves } from './wave-plan.ts';
import type { CampaignCounts, WaveRow } from './wave-queries.ts';

const SECOND_MS = 1_000;
/** Seconds until the next check of a campaign whose next wave waits for a fixed time. */
const WAITING_SECONDS = 60;
/**
 * Seconds until the next check while the account, its campaigns, or all provider lanes with unsent messages are paused.
 */
const HELD_SECONDS = 30;

/** State of a campaign that is being sent, read in a single transaction. */
export interface Snapshot {
  readonly held: SendingRow;
  readonly campaign: CampaignRow;
  /** Hash of the campaign's content. */
  readonly content: Buffer;
  readonly waves: readonly WaveRow[];
  readonly mailings: ReadonlyMap<string, MailingProgress>;
  readonly counts: readonly CampaignCounts[];
  /** Current time of the database. */
  readonly now: Date;
}

/**
 * A wave to start. `isWinner` is true if the wave gets the winning variant of an A/B test, whose content must still be
 * frozen for this wave.
 */
export interface WaveStart {
  readonly wave: WaveRow;
  readonly variant: number;
  readonly isWinner: boolean;
}

/** Updates to waves that have started. */
export interface WaveUpdates {
  readonly resume: readonly WaveRow[];
  readonly end: readonly WaveRow[];
  /**
   * Started waves with recipients to whom delivery has not been attempted yet. Empty unless the campaign is spread over
   * several hours.
   */
  readonly release: readonly WaveRow[];
}

export type Decision =
  /** Moves unsent recipients to the changed content. */
  | { readonly kind: 'prepare' }
  | { readonly kind: 'pause'; readonly reason: string }
  /** Continues until delivery to all recipients has been attempted. */
  | { readonly kind: 'send'; readonly updates: WaveUpdates }
  | { readonly kind: 'wait'; readonly updates: WaveUpdates; readonly seconds: number }
  | { readonly kind: 'start'; readonly updates: WaveUpdates; readonly starts: readonly WaveStart[] }
  /** Delivery to all recipients has been attempted. */
  | { readonly kind: 'finish'; readonly updates: WaveUpdates };

export function isContentChanged({ content, waves }: Pick<Snapshot, 'content' | 'waves'>): boolean {
  return changedWaves(waves, content).length > 0;
}

/**
 * Decides the next step of a campaign that is being sent. `verdict` is the decision of the safeguards on the campaign's
 * results. Pure.
 */
export function decide(snapshot: Snapshot, verdict: Verdict): Decision {
  if (isContentChanged(snapshot)) return { kind: 'prepare' };
  if (verdict.verdict === 'stop') return { kind: 'pause', reason: verdict.reason };
  const { campaign, held, mailings, waves } = snapshot;
  const started = waves.filter((wave) => wave.started_at);
  const open = started.filter((wave) => !wave.ended_at);
  const untried = open.filter((wave) => isUntried(mailings.get(wave.mailing_id)));
  const updates: WaveUpdates = {
    resume: started.filter((wave) => mailings.get(wave.mailing_id)?.state === 'paused'),
    end: open.filter((wave) => !untried.includes(wave)),
    release: campaign.spread_hours === 0 ? [] : untried,
  };
  if (untried.length > 0) {
    const isHeld = held.is_held || untried.every((wave) => mailings.get(wave.mailing_id)?.is_held);
    return isHeld ? { kind: 'wait', updates, seconds: HELD_SECONDS } : { kind: 'send', updates };
  }
  const waiting = currentWaves(waves).filter((wave) => !wave.started_at);
  if (waiting.length === 0) return { kind: 'finish', updates };
  const starts = waiting.filter((wave) => secondsLeft(snapshot, wave) <= 0);
  if (starts.length > 0) return { kind: 'start', updates, starts: starts.map((wave) => startOf(snapshot, wave)) };
  const seconds = Math.min(WAITING_SECONDS, ...waiting.map((wave) => secondsLeft(snapshot, wave)));
  return { kind: 'wait', updates, seconds };
}

function isUntried(mailing: MailingProgress | undefined): boolean {
  return mailing !== undefined && mailing.is_untried && mailing.state !== 'cancelled';
}

/**
 * Returns the number of seconds until a waiting wave starts. If a user chose the winner, the test is over, but the wait
 * that a safeguard requires still applies.
 */
function secondsLeft({ held, now, waves }: Snapshot, wave: WaveRow): number {
  if (wave.recipients === 0) return 0;
  const starts = waves.filter(({ kind }) => kind !== 'rest').flatMap(({ started_at: at }) => at?.getTime() ?? []);
  const firstMs = Math.min(...starts, now.getTime());
  const seconds = held.winner === null ? wave.wait_seconds : wave.safeguard_seconds;
  return seconds - (now.getTime() - firstMs) / SECOND_MS;
}

function startOf({ campaign, counts, held, waves }: Snapshot, wave: WaveRow): WaveStart {
  if (wave.variant !== null) return { wave, variant: wave.variant, isWinner: false };
  const tested = currentWaves(waves).flatMap(({ kind, variant }) =>
    kind === 'test' && variant !== null ? [variant] : [],
  );
  return { wave, variant: held.winner ?? winnerOf(tested, counts, campaign.test_rule), isWinner: true };
}

/**
 * Returns the variant with the highest open or click rate, not counting bots. In a tie, the variant with the lowest
 * number wins, so the campaign's own content comes first. Pure.
 */
export function winnerOf(
  variants: readonly number[],
  counts: readonly CampaignCounts[],
  rule: 'opens' | 'clicks' | null,
): number {
  const rateOf = (variant: number): number => {
    const row = counts.find((one) => one.variant === variant);
    if (!row || row.sent === 0) return 0;
    return (rule === 'clicks' ? row.clickers : row.openers) / row.sent;
  };
  return variants.reduce((best, variant) => (rateOf(variant) > rateOf(best) ? variant : best), variants[0] ?? 0);
}
