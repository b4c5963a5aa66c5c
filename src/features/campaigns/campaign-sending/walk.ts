import type { Tx } from '../../../base/db.ts';
import { addRecipients } from '../../sending/mailings/index.ts';
import { createTeller } from '../../tenants/progress/index.ts';
import { requireExclusions, resolveAudience } from './audience.ts';
import { walkAudience } from './audience-statements.ts';
import { nobodyOf, requireTested } from './begin.ts';
import { createChooser } from './choose.ts';
import { orImpossible } from './impossible.ts';
import { PAGE_CONTACTS } from './limits.ts';
import { notePage, noteState, type SendingRow } from './queries.ts';
import { startWave } from './start.ts';
import { campaignOf, hold, type Turn } from './step.ts';
import { addToWave, wavesOf, type WaveRow } from './wave-queries.ts';
import { livingOf } from './waves.ts';

/**
 * Puts the audience into its waves, page by page in the order of ids: recipients and how far it is in one transaction, so that
 * whoever goes on does so behind the last page and each contact is in one wave, once. Then starts what is to be sent at once.
 * False where the turn was over before.
 */
export async function walk(turn: Turn): Promise<boolean> {
  const { claimed, parts } = turn;
  const { account_id: accountId } = claimed;
  let row: SendingRow;
  do {
    if (turn.isOver()) return false;
    row = await parts.db.transaction(async (tx) => takePage(tx, turn), { isPlannedAnew: true });
    await tellPage(turn, row);
  } while (!row.prepared_at);
  await parts.db.transaction(async (tx) => {
    const held = await hold(tx, turn, ['preparing']);
    const campaign = await campaignOf(tx, turn);
    if (held.recipients === 0) throw nobodyOf(held.only_engaged);
    await orImpossible(async () => parts.gates.settle(tx, accountId, campaign.id, held.recipients));
    await noteState(tx, accountId, campaign.id, 'sending');
    const waves = await wavesOf(tx, accountId, campaign.id);
    requireTested(waves, held.recipients);
    for (const wave of livingOf(waves)) {
      if (!wave.started_at && !wave.is_awaited) await startWave(tx, accountId, campaign, wave);
    }
  });
  return true;
}

/** Takes the next page in; resolves with how far it is then. */
async function takePage(tx: Tx, turn: Turn): Promise<SendingRow> {
  const { claimed, parts } = turn;
  const { account_id: accountId, id } = claimed;
  const held = await hold(tx, turn, ['preparing']);
  if (held.prepared_at) return held;
  const campaign = await campaignOf(tx, turn);
  const of = { ...campaign, engaged_only: campaign.engaged_only || held.only_engaged };
  const audience = await resolveAudience(tx, accountId, of, parts.filterParts);
  const now = new Date(parts.clock.now());
  const limit = parts.pageContacts ?? PAGE_CONTACTS;
  const step = await walkAudience(tx, { accountId, audience, now, afterId: held.prepared_to, limit });
  // Whoever deletes a list says so before its members go: those who were read were all there still.
  await requireExclusions(tx, accountId, campaign);
  const waves = livingOf(await wavesOf(tx, accountId, id));
  const added = await addContacts(tx, turn, { audience: held.audience ?? 0, waves }, step.ids);
  const isLast = step.nextAfterId === undefined;
  const preparedTo = step.nextAfterId ?? held.prepared_to;
  await notePage(tx, accountId, id, preparedTo, added, isLast);
  return {
    ...held,
    prepared_to: preparedTo,
    recipients: held.recipients + added,
    prepared_at: isLast ? now : null,
  };
}

/** Adds contacts to the waves that they are chosen for; resolves with how many there were still. */
async function addContacts(
  tx: Tx,
  { claimed, parts }: Turn,
  { audience, waves }: { readonly audience: number; readonly waves: readonly WaveRow[] },
  contactIds: readonly number[],
): Promise<number> {
  const { account_id: accountId, id } = claimed;
  const waveOf = createChooser({ campaignId: id, audience, waves });
  const chosen = new Map<WaveRow, number[]>();
  for (const contactId of contactIds) {
    const wave = waveOf(contactId);
    const group = chosen.get(wave);
    if (group) group.push(contactId);
    else chosen.set(wave, [contactId]);
  }
  let added = 0;
  for (const [wave, ids] of chosen) {
    const recipients = await parts.contents.recipients(tx, accountId, ids, wave.slots);
    await addRecipients(tx, accountId, wave.mailing_id, recipients);
    await addToWave(tx, accountId, id, wave.wave_no, recipients.length);
    added += recipients.length;
  }
  return added;
}

async function tellPage({ claimed, parts }: Turn, { audience, progress_id: progressId, recipients }: SendingRow) {
  if (progressId === null) return;
  const teller = createTeller(parts, { accountId: claimed.account_id, id: progressId });
  const total = Math.max(audience ?? 0, recipients);
  teller.tell({
    done: 0,
    total,
    sentence: `${recipients.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} recipients looked up.`,
  });
  await teller.close();
}
