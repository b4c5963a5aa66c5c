import type { Tx } from '../../../base/db.ts';
import { bestLanguage } from '../../../mail/languages/tags.ts';
import { addRecipients, pauseMailing, takeUnsent } from '../../sending/mailings/index.ts';
import type { SenderFacts } from '../campaigns/index.ts';
import { checkExclusions, resolveAudience } from './audience.ts';
import { walkAudience } from './audience-statements.ts';
import { noRecipients, tooFewContacts } from './begin.ts';
import { recordPage, recordState, subtractRecipients, type SendingRow } from './queries.ts';
import {
  DUE_NOW,
  formatCount,
  isHalt,
  loadCampaign,
  loadSender,
  orStop,
  PREPARING,
  reportProgress,
  whileHeld,
  type Halt,
  type Run,
  type StepResult,
  type Stop,
} from './step.ts';
import { changedWaves, createChooser, createLanguageChooser, currentWaves } from './wave-plan.ts';
import {
  addToWave,
  languagesOfContacts,
  recordWaveEnded,
  recordWaveReplaced,
  variantTexts,
  wavesOf,
  type WaveRow,
} from './wave-queries.ts';
import { addWave, contentHash, freezeContent, startWaves } from './waves.ts';

/** Number of contacts that one transaction adds. */
const PAGE_CONTACTS = 5_000;
/** Number of recipients that one transaction moves. */
const MOVED_AT_ONCE = 1_000;
/** Seconds until the next check of whether workers have released their recipients. */
const WAIT_SECONDS = 0.5;

/**
 * Step of the state `preparing`: moves recipients to changed content, adds the audience to its waves, and starts the
 * waves that do not wait.
 */
export async function prepare(run: Run): Promise<StepResult> {
  const sender = await loadSender(run);
  if (isHalt(sender)) return sender;
  const moved = await moveUnsent(run, sender);
  if (moved.kind !== 'continue') return moved;
  const filled = await fillWaves(run);
  return filled.kind === 'continue' ? startFirst(run) : filled;
}

/**
 * If the content was changed during a pause, moves recipients without an outcome to waves with the new content.
 * Recipients that a worker has claimed stay in the old mailing until the worker releases them. Continues when all
 * recipients have moved.
 */
async function moveUnsent(run: Run, sender: SenderFacts): Promise<StepResult> {
  const { accountId, id, parts } = run;
  const replaced = await whileHeld(run, { states: ['preparing'] }, async (tx) => replaceChanged(tx, run, sender));
  if (isHalt(replaced)) return replaced;
  for (const wave of await wavesOf(parts.db, accountId, id)) {
    if (wave.replaced_by === null || wave.ended_at) continue;
    // The wave is still being sent if the process that paused the campaign died before it paused the mailing.
    if (wave.started_at) await pauseMailing(parts.db, accountId, wave.mailing_id);
    for (let isDone = false; !isDone;) {
      if (run.isOver()) return DUE_NOW;
      const moved = await whileHeld(run, { states: ['preparing'] }, async (tx) => moveSome(tx, run, wave.wave_no));
      if (isHalt(moved)) return moved;
      if (moved === 'waits') return { kind: 'wait', seconds: WAIT_SECONDS };
      isDone = moved === 'done';
    }
  }
  return PREPARING;
}

async function replaceChanged(tx: Tx, run: Run, sender: SenderFacts): Promise<Stop | undefined> {
  const { accountId, id, parts } = run;
  const campaign = await loadCampaign(tx, run);
  const waves = await wavesOf(tx, accountId, id);
  const variants = await variantTexts(tx, accountId, id);
  const changed = changedWaves(waves, contentHash(campaign, variants));
  if (changed.length === 0) return undefined;
  const frozen = await freezeContent(tx, parts, accountId, { campaign, sender, variants });
  if (isHalt(frozen)) return frozen;
  let waveNo = waves.length;
  for (const wave of changed) {
    waveNo += 1;
    // The campaign's own content replaces a variant that was removed.
    const variant = wave.variant === null || frozen.variants.has(wave.variant) ? wave.variant : 0;
    const isAwaited = wave.is_awaited && !wave.started_at;
    await addWave(tx, parts, { accountId, campaign, waveNo }, { ...wave, variant, is_awaited: isAwaited }, frozen);
    await recordWaveReplaced(tx, accountId, id, wave.wave_no, waveNo);
  }
  return undefined;
}

/** Moves some recipients of a wave to the current wave that replaces it. */
async function moveSome(tx: Tx, { accountId, id, parts }: Run, waveNo: number): Promise<'some' | 'waits' | 'done'> {
  const waves = new Map((await wavesOf(tx, accountId, id)).map((wave) => [wave.wave_no, wave]));
  const from = waves.get(waveNo);
  if (!from || from.ended_at) return 'done';
  let to = from;
  for (let next: number | null = from.replaced_by; next !== null; next = to.replaced_by) to = waves.get(next) ?? to;
  const { isOver, refs } = await takeUnsent(tx, accountId, from.mailing_id, MOVED_AT_ONCE);
  if (refs.length > 0) {
    const recipients = await parts.contents.recipients(tx, accountId, refs, to.slots);
    await addRecipients(tx, accountId, to.mailing_id, recipients);
    await addToWave(tx, accountId, id, from.wave_no, -refs.length);
    await addToWave(tx, accountId, id, to.wave_no, recipients.length);
    await subtractRecipients(tx, accountId, id, refs.length - recipients.length);
  }
  if (isOver) await recordWaveEnded(tx, accountId, id, from.wave_no);
  if (isOver) return 'done';
  return refs.length > 0 ? 'some' : 'waits';
}

/**
 * Adds the audience to its waves in pages ordered by ID. One transaction stores the recipients of a page and the
 * position, so that any process can continue after the last stored page.
 */
async function fillWaves(run: Run): Promise<StepResult> {
  for (;;) {
    if (run.isOver()) return DUE_NOW;
    const hold = { states: ['preparing'], isReplanned: true } as const;
    const page = await whileHeld(run, hold, async (tx, held) => addPage(tx, run, held));
    if (isHalt(page)) return page;
    await reportFilled(run, page);
    if (page.prepared_at) return PREPARING;
  }
}

/** Adds the next page of contacts and returns the updated progress. */
async function addPage(tx: Tx, run: Run, held: SendingRow): Promise<SendingRow | Halt> {
  const { accountId, id } = run;
  if (held.prepared_at) return held;
  const now = new Date(run.parts.clock.now());
  const page = await loadPage(tx, run, held, now);
  if (isHalt(page)) return page;
  const waveOf = await chooserOf(tx, run, held, page);
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

/** Returns the contacts to add, and the waves that can receive them. */
async function loadPage(tx: Tx, run: Run, held: SendingRow, now: Date) {
  const { accountId, id, parts } = run;
  const campaign = await loadCampaign(tx, run);
  const narrowed = { ...campaign, engaged_only: campaign.engaged_only || held.only_engaged };
  const audience = await resolveAudience(tx, accountId, narrowed, parts.filterParts);
  if (isHalt(audience)) return audience;
  const limit = parts.pageContacts ?? PAGE_CONTACTS;
  const page = await walkAudience(tx, { accountId, audience, now, afterId: held.prepared_to, limit });
  // A list is marked as deleted before its members are deleted. So if no list is marked as deleted now, no members were
  // missing when the page was read.
  const refused = await checkExclusions(tx, accountId, campaign);
  return refused ?? { ...page, waves: currentWaves(await wavesOf(tx, accountId, id)) };
}

/** Returns a function that chooses the wave for each contact on a page. */
async function chooserOf(
  tx: Tx,
  { accountId, id }: Run,
  { audience }: SendingRow,
  { ids, waves }: { readonly ids: readonly number[]; readonly waves: readonly WaveRow[] },
): Promise<(contactId: number) => WaveRow> {
  const choice = { campaignId: id, audience: audience ?? 0, waves };
  const variants = (await variantTexts(tx, accountId, id)).flatMap(({ language, variant }) =>
    language === null ? [] : [{ language, variant }],
  );
  if (variants.length === 0) return createChooser(choice);
  const languages = variants.map(({ language }) => language);
  const contacts = await languagesOfContacts(tx, accountId, ids);
  const known = new Map(contacts.map((contact) => [contact.id, contact.language]));
  const chosen = new Map<string | null, number>();
  const variantOf = (tag: string | null): number => {
    const best = bestLanguage(tag, languages);
    return variants.find(({ language }) => language === best)?.variant ?? 0;
  };
  return createLanguageChooser(choice, (contactId) => {
    const tag = known.get(contactId) ?? null;
    const variant = chosen.get(tag) ?? variantOf(tag);
    chosen.set(tag, variant);
    return variant;
  });
}

/** Adds contacts to waves and returns the number of contacts that still existed. */
async function addContacts(
  tx: Tx,
  { accountId, id, parts }: Run,
  groups: ReadonlyMap<WaveRow, readonly number[]>,
): Promise<number> {
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
  const sentence = `${formatCount(held.recipients)} of ${formatCount(total)} recipients have been prepared.`;
  await reportProgress(run, held, { done: 0, total, sentence });
}

async function startFirst(run: Run): Promise<StepResult> {
  const { accountId, id } = run;
  return whileHeld(run, { states: ['preparing'] }, async (tx, held): Promise<StepResult> => {
    const campaign = await loadCampaign(tx, run);
    const waves = await wavesOf(tx, accountId, id);
    const started = decideStart(held, waves);
    if (isHalt(started)) return started;
    const settled = await orStop(async () => run.parts.safeguards.settle(tx, accountId, id, held.recipients));
    if (isHalt(settled)) return settled;
    await recordState(tx, accountId, id, 'sending');
    await startWaves(
      tx,
      accountId,
      campaign,
      started.map((wave) => ({ wave, variant: wave.variant })),
    );
    return { kind: 'continue', state: 'sending' };
  });
}

/**
 * Returns the waves to start. Returns a reason to stop if the campaign, or a variant of its A/B test, has no contacts
 * because the audience has shrunk since the campaign started. Pure.
 */
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
