import type { Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Principal } from '../../../http/principal.ts';
import { addMail, composeMail, removeMails } from '../campaigns/index.ts';
import { deleteDraft, draftOf, writeDraft, type DraftRow, type DraftSettings } from './draft-queries.ts';
import { usableSettings } from './draft-settings.ts';
import { requireDraft } from './draft-show.ts';
import { heldAutomation, ownAutomation } from './find.ts';
import { hashOfSteps } from './flow-changes.ts';
import { requireKnownInDraft, usableSteps } from './flow.ts';
import { draftRequest, type DraftChange } from './flow-schema.ts';
import { showFlow } from './flow-show.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_EMAILS, MAX_STEPS } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import type { NewDraftEmail } from './schema.ts';
import { bodyOf, emailsIn, withEmailsAtEnd, type StepBody } from './step-bodies.ts';
import { stepsOf, type StepRow } from './step-queries.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/**
 * Creates or changes the draft of an automation. Throws conflict if the published steps have changed since the draft
 * was created, or if `seenAt` (the `updated_at` that the caller has read) is given and the draft has changed since.
 * Throws validation_error with the path of each invalid step or setting, forbidden, or not_found.
 */
export async function saveDraft(
  parts: Parts,
  principal: Principal,
  automationId: number,
  { given, settings, steps }: DraftChange,
  seenAt?: string,
): Promise<void> {
  const { db } = parts;
  const { accountId } = principal;
  await ownAutomation(db, accountId, automationId);
  if (steps) await usableSteps(parts, accountId, steps);
  const changed = settings && (await usableSettings(parts, accountId, automationId, settings));
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const held = await stepsOf(tx, accountId, automationId);
    const draft = await heldDraft(tx, accountId, automationId, { held, seenAt });
    const campaignIds = draft?.campaign_ids ?? [];
    if (steps) requireKnownInDraft(steps, held, campaignIds);
    // The cast is safe because the parser has checked that every step is an object.
    const bodies =
      given?.map((step) => bodyOf(step as object)) ?? (await stepsBefore(tx, accountId, automationId, draft));
    const after = changed === undefined ? draft?.settings : changed;
    await write(tx, principal, automationId, { steps: bodies, campaignIds, held, settings: after ?? null });
  });
}

/**
 * Adds an email to the end of the draft of an automation. Creates the draft if there is none. Throws validation_error,
 * forbidden, not_found, or conflict if the draft has the maximum number of emails or steps, or if the published steps
 * have changed since the draft was created.
 */
export async function addDraftEmail(
  { db, requireReadable }: Pick<AutomationParts, 'db' | 'requireReadable'>,
  principal: Principal,
  automationId: number,
  { delay_hours: delayHours, ...content }: NewDraftEmail,
): Promise<void> {
  const { accountId } = principal;
  await ownAutomation(db, accountId, automationId);
  const mail = await composeMail(db, accountId, content);
  await requireReadable(db, accountId, mail);
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const held = await stepsOf(tx, accountId, automationId);
    const draft = await heldDraft(tx, accountId, automationId, { held, seenAt: undefined });
    const before = await stepsBefore(tx, accountId, automationId, draft);
    const emails = emailsIn(before);
    if (emails.length >= MAX_EMAILS || draftRequest.parse({ steps: before }).steps.length >= MAX_STEPS) {
      throw new Refusal('conflict', {
        message: `The draft already has the maximum of ${MAX_EMAILS} emails or ${MAX_STEPS} steps.`,
        fix: 'Remove steps from the draft first.',
      });
    }
    const { id: campaignId } = await addMail(tx, accountId, mail);
    const delay = delayHours ?? (emails.length === 0 ? FIRST_DELAY_HOURS : DELAY_HOURS);
    const added = { type: 'email', campaign_id: campaignId, delay_hours: delay };
    const campaignIds = [...(draft?.campaign_ids ?? []), campaignId];
    const steps = withEmailsAtEnd(before, [added]);
    await write(tx, principal, automationId, { steps, campaignIds, held, settings: draft?.settings ?? null });
  });
}

/** Deletes the draft of an automation and the emails that were added to the draft. Throws forbidden or not_found. */
export async function discardDraft(db: AutomationParts['db'], accountId: number, automationId: number): Promise<void> {
  await ownAutomation(db, accountId, automationId);
  await db.transaction(async (tx) => {
    await heldAutomation(tx, accountId, automationId);
    const { campaign_ids: campaignIds } = await requireDraft(tx, accountId, automationId);
    await removeMails(tx, accountId, campaignIds);
    await deleteDraft(tx, accountId, automationId);
  });
}

/**
 * Returns the draft of a locked automation, if there is one. Throws conflict if the draft is not the version that the
 * caller has read, or if the published steps have changed since the draft was created.
 */
export async function heldDraft(
  tx: Tx,
  accountId: number,
  automationId: number,
  { held, seenAt }: { readonly held: readonly StepRow[]; readonly seenAt: string | undefined },
): Promise<DraftRow | undefined> {
  const [draft] = await draftOf(tx, accountId, automationId);
  if (seenAt !== undefined && draft?.updated_at.toISOString() !== seenAt) {
    throw new Refusal('conflict', {
      message: 'The draft has changed since you read it.',
      fix: 'Get the draft again, or omit the `If-Match` header to overwrite the changes.',
    });
  }
  if (draft && !draft.live_hash.equals(hashOfSteps(held))) {
    throw new Refusal('conflict', {
      message: 'The steps of the automation have changed since the draft was created.',
      fix: 'Discard the draft, and make the changes again.',
    });
  }
  return draft;
}

/** Returns the steps of the draft or, if there is no draft, the published steps. */
async function stepsBefore(
  tx: Tx,
  accountId: number,
  automationId: number,
  draft: DraftRow | undefined,
): Promise<readonly StepBody[]> {
  return draft?.steps ?? (await showFlow(tx, accountId, automationId)).steps.map(bodyOf);
}

async function write(
  tx: Tx,
  { accountId, person }: Principal,
  automationId: number,
  {
    campaignIds,
    held,
    settings,
    steps,
  }: {
    readonly settings: DraftSettings | null;
    readonly steps: readonly StepBody[];
    readonly campaignIds: readonly number[];
    readonly held: readonly StepRow[];
  },
): Promise<void> {
  await writeDraft(tx, {
    accountId,
    automationId,
    steps: JSON.stringify(steps),
    campaignIds,
    liveHash: hashOfSteps(held),
    settings: JSON.stringify(settings),
    updatedBy: person?.name ?? null,
  });
}
