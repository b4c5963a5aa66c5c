import type { Tx } from '../../../base/db.ts';
import { addRecipients } from '../../sending/mailings/index.ts';
import { requireExclusions, resolveAudience } from './audience.ts';
import { walkAudience } from './audience-statements.ts';
import { noRecipients, tooFewContacts } from './begin.ts';
import { moveUnsent } from './move.ts';
import { recordPage, recordState, type SendingRow } from './queries.ts';
import {
  formatCount,
  isHalt,
  loadCampaign,
  loadSender,
  orStop,
  PREPARING,
  reportProgress,
  DUE_NOW,
  whileHeld,
  type Halt,
  type Run,
  type StepResult,
  type Stop,
} from './step.ts';
import { createChooser, currentWaves } from './wave-plan.ts';
import { addToWave, wavesOf, type WaveRow } from './wave-queries.ts';
import { startWave } from './waves.ts';

/** Contacts that one transaction adds. */
const PAGE_CONTACTS = 5_000;

/** `preparing`: moves recipients to changed content, adds the audience to its waves, and starts those that wait for nothing. */
export async function prepare(run: Run): Promise<StepResult> {
  const sender = await loadSender(run);
  if (isHalt(sender)) return sender;
  const moved = await moveUnsent(run, sender);
  if (moved.kind !== 'continue') return moved;
  const filled = await fillWaves(run);
  return filled.kind === 'continue' ? startWaves(run) : filled;
}

/**
 * Adds the audience to its waves in pages ordered by ID. One transaction stores the recipients of a page and the position, so
 * that any process can continue after the last page, and each contact is in one wave, once.
 */
async function fillWaves(run: Run): Promise<StepResult> {
  for (;;) {
    if (run.isOver()) return DUE_NOW;
    const page = await whileHeld(run, ['preparing'], async (tx, held) => addPage(tx, run, held), {
      isPlannedAnew: true,
    });
    if (isHalt(page)) return page;
    await reportFilled(run, page);
    if (page.prepared_at) return PREPARING;
  }
}

/** Adds the next page; resolves with the progress after it. */
async function addPage(tx: Tx, run: Run, held: SendingRow): Promise<SendingRow | Halt> {
  const { account_id: accountId, id } = run.claimed;
  if (held.prepared_at) return held;
  const now = new Date(run.parts.clock.now());
  const page = await loadPage(tx, run, held, now);
  if (isHalt(page)) return page;
  const waveOf = createChooser({ campaignId: id, audience: held.audience ?? 0, waves: page.waves });
  const added = await addContacts(tx, run, Map.groupBy(page.ids, waveOf));
  const isLast = page.nextAfterId === undefined;
  const preparedTo = page.nextAfterId ?? held.prepared_to;
  await recordPage(tx, accountId, id, preparedTo, added, isLast);
  return {
    ...held,
    prepared_to: preparedTo,
    recipients: held.recipients + added,
    prepared_at: isLast ? now : null,
  };
}

/** Reads the contacts to add, and the waves that take them. */
async function loadPage(tx: Tx, run: Run, held: SendingRow, now: Date) {
  const { claimed, parts } = run;
  const { account_id: accountId, id } = claimed;
  const campaign = await loadCampaign(tx, run);
  const narrowed = { ...campaign, engaged_only: campaign.engaged_only || held.only_engaged };
  const audience = await resolveAudience(tx, accountId, narrowed, parts.filterParts);
  if (isHalt(audience)) return audience;
  const limit = parts.pageContacts ?? PAGE_CONTACTS;
  const page = await walkAudience(tx, { accountId, audience, now, afterId: held.prepared_to, limit });
  // A list is marked as deleted before its members are. If it is not marked yet, all members were still there.
  const refused = await requireExclusions(tx, accountId, campaign);
  return refused ?? { ...page, waves: currentWaves(await wavesOf(tx, accountId, id)) };
}

/** Resolves with the number of contacts that still existed. */
async function addContacts(
  tx: Tx,
  { claimed, parts }: Run,
  groups: ReadonlyMap<WaveRow, readonly number[]>,
): Promise<number> {
  const { account_id: accountId, id } = claimed;
  let added = 0;
  for (const [wave, ids] of groups) {
    const recipients = await parts.contents.recipients(tx, accountId, ids, wave.slots);
    await addRecipients(tx, accountId, wave.mailing_id, recipients);
    await addToWave(tx, accountId, id, wave.wave_no, recipients.length);
    added += recipients.length;
  }
  return added;
}

async function reportFilled(run: Run, held: SendingRow): Promise<void> {
  const total = Math.max(held.audience ?? 0, held.recipients);
  const sentence = `${formatCount(held.recipients)} of ${formatCount(total)} recipients looked up.`;
  await reportProgress(run, held, { done: 0, total, sentence });
}

async function startWaves(run: Run): Promise<StepResult> {
  const { account_id: accountId, id } = run.claimed;
  return whileHeld(run, ['preparing'], async (tx, held): Promise<StepResult> => {
    const campaign = await loadCampaign(tx, run);
    const waves = await wavesOf(tx, accountId, id);
    const started = decideStart(held, waves);
    if (isHalt(started)) return started;
    const settled = await orStop(async () => run.parts.gates.settle(tx, accountId, id, held.recipients));
    if (isHalt(settled)) return settled;
    await recordState(tx, accountId, id, 'sending');
    for (const wave of started) await startWave(tx, accountId, campaign, wave);
    return { kind: 'continue', state: 'sending' };
  });
}

/** The waves to start. The audience may have shrunk since it was counted: then some variant may have no contact. Pure. */
function decideStart(
  { only_engaged: isEngagedOnly, recipients }: SendingRow,
  waves: readonly WaveRow[],
): WaveRow[] | Stop {
  if (recipients === 0) return noRecipients(isEngagedOnly);
  const current = currentWaves(waves);
  const tests = current.filter(({ kind }) => kind === 'test');
  if (waves.every((wave) => !wave.started_at) && tests.some((wave) => wave.recipients === 0)) {
    return tooFewContacts(tests.length, recipients);
  }
  return current.filter((wave) => !wave.started_at && !wave.is_awaited);
}
