import type { CampaignState } from '../campaigns/index.ts';
import { begin } from './begin.ts';
import { endCancelled, stopFor } from './end.ts';
import { Impossible, Lost } from './impossible.ts';
import { look } from './look.ts';
import { moveUnsent } from './move.ts';
import type { SendingParts } from './parts.ts';
import { layDownCampaign, type ClaimedCampaign } from './queries.ts';
import { requireSenderStill } from './sender-gone.ts';
import type { Turn } from './step.ts';
import { pauseWaves } from './waves.ts';
import { walk } from './walk.ts';

/** Then others have their turn; what is left goes on behind them. */
const TURN_MS = 1_000;
const RETRY_SECONDS = 10;
/** Before it is looked again whether workers have given back what they hold. */
const WAIT_SECONDS = 0.5;
/** A campaign that fails so often in a row is stopped, and says so. */
const MAX_FAILURES = 5;

const FAILED =
  'Sending failed repeatedly because of an internal error. Try again, or contact the operator of this server.';

/** What follows a turn: seconds until the next; null: none, until somebody asks for one. */
export type Next = number | null;

/**
 * Works at a campaign for about a second. Each step is one transaction that holds the campaign under the lease of this turn,
 * so that a process that dies, or was taken for dead, repeats nothing and leaves nothing out. Rejects only when the database
 * is away.
 */
export async function takeTurn(parts: SendingParts, claimed: ClaimedCampaign, signal: AbortSignal): Promise<void> {
  const endsAtMs = performance.now() + TURN_MS;
  const turn: Turn = { parts, claimed, isOver: () => signal.aborted || performance.now() >= endsAtMs };
  const { account_id: accountId, epoch, id } = claimed;
  try {
    const next = await work(turn, claimed.state);
    await layDownCampaign(parts.db, accountId, id, epoch, next, 0);
  } catch (error) {
    await takeFailure(turn, error);
  }
}

/** Goes from state to state, as far as the turn goes. */
async function work(turn: Turn, state: CampaignState): Promise<Next> {
  switch (state) {
    case 'scheduled':
      await begin(turn);
      return work(turn, 'preparing');
    case 'preparing': {
      await requireSenderStill(turn);
      const moved = await moveUnsent(turn);
      if (moved === 'waits') return WAIT_SECONDS;
      return moved === 'done' && (await walk(turn)) ? work(turn, 'sending') : 0;
    }
    case 'sending': {
      await requireSenderStill(turn);
      const next = await look(turn);
      return next === 'changed' ? work(turn, 'preparing') : next;
    }
    case 'paused':
      await pauseWaves(turn.parts.db, turn.claimed.account_id, turn.claimed.id);
      return null;
    case 'cancelled':
      await endCancelled(turn);
      return null;
    default:
      return null;
  }
}

async function takeFailure(turn: Turn, error: unknown): Promise<void> {
  const { claimed, parts } = turn;
  const { account_id: accountId, epoch, failures, id } = claimed;
  if (error instanceof Lost) return;
  const isTold = error instanceof Impossible;
  if (!isTold) parts.log.error('Campaign step failed', { accountId, id, error });
  try {
    if (isTold) return await stopFor(turn, error);
    if (failures + 1 >= MAX_FAILURES) return await stopFor(turn, new Impossible(FAILED));
  } catch (stopError) {
    if (stopError instanceof Lost) return;
    parts.log.error('Campaign could not be stopped', { accountId, id, error: stopError });
  }
  await layDownCampaign(parts.db, accountId, id, epoch, parts.retrySeconds ?? RETRY_SECONDS, failures + 1);
}
