import { Type } from 'typebox';
import type { Tx } from '../../../base/db.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal } from '../../../http/principal.ts';
import { parserOf } from '../../../http/parser.ts';
import { recordAct } from '../../tenants/accounts/index.ts';
import { removeMails } from '../campaigns/index.ts';
import { cancelOpenMailings, replaceOpenMailings } from '../open-mailings/index.ts';
import { applyChange, requireValidChange, triggersIn } from './automations.ts';
import { requireNoCycle } from './cycle-check.ts';
import { deleteDraft, type DraftSettings } from './draft-queries.ts';
import { withPrefix } from './draft-settings.ts';
import { requireDraft, stepsIn } from './draft-show.ts';
import { heldDraft } from './drafts.ts';
import { heldAutomation, ownAutomation } from './find.ts';
import { changesSchema, nextRemaining } from './flow-changes.ts';
import { requireKnownInDraft, storeSteps, usableSteps } from './flow.ts';
import type { StepInput } from './flow-schema.ts';
import { MOVED_CONTACTS } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { countAtRemoved, moveFromRemoved, type MovedRow } from './publish-queries.ts';
import { updateAutomationState } from './settle.ts';
import { stepsOf, type StepRow } from './step-queries.ts';
import { STEP_KINDS } from './steps.ts';
import { keepVersion } from './versions.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/** What publishing a draft changes, as returned by the API. */
export const publishSchema = Type.Object(
  {
    dry_run: Type.Boolean(),
    changes: changesSchema,
    contacts: Type.Array(
      Type.Object({
        step_id: Type.Integer({ description: 'A step of the automation before the draft is published.' }),
        type: Type.Enum([...STEP_KINDS]),
        stay_count: Type.Integer({ description: 'Number of contacts that stay at the step.' }),
        moves: Type.Array(
          Type.Object({
            path: Type.String({ description: 'Position of the step in the draft, for example `steps.1.yes.0`.' }),
            count: Type.Integer({ description: 'Number of contacts that continue with the step at this position.' }),
          }),
        ),
        finish_count: Type.Integer({
          description: 'Number of contacts for which the automation ends, because no steps remain after the step.',
        }),
      }),
      { description: 'The steps at which contacts are waiting.' },
    ),
  },
  { $id: 'AutomationPublication' },
);
type Publication = AnswerOf<typeof publishSchema>;
type StepContacts = Publication['contacts'][number];

export const PUBLISH_EXAMPLE: Publication = {
  dry_run: true,
  changes: { added: 0, removed: 1, changed: 1, moved: 0 },
  contacts: [
    { step_id: 12, type: 'email', stay_count: 5, moves: [], finish_count: 0 },
    { step_id: 14, type: 'wait', stay_count: 0, moves: [{ path: 'steps.1', count: 12 }], finish_count: 0 },
  ],
};

export const publishRequest = parserOf(
  Type.Object({
    dry_run: Type.Optional(
      Type.Boolean({ description: 'If true, returns what would change, but changes nothing. Default: false.' }),
    ),
  }),
  ({ dry_run: isDryRun = false }) => ({ isDryRun }),
);

/** Thrown to roll back the transaction of a dry run. */
const UNDO = new Error('Dry run');

/**
 * Replaces the steps of an automation with those of its draft, changes its triggers and settings, and moves the
 * contacts of removed steps, in one transaction. A dry run only counts these contacts and rolls back the transaction.
 * Throws conflict if the published steps have changed since the draft was created, or if `seenAt` is given and is not
 * the draft's `updated_at`. Throws validation_error with the path of each invalid step, forbidden, or not_found.
 */
export async function publishDraft(
  parts: Parts,
  principal: Principal,
  automationId: number,
  { isDryRun, seenAt }: { readonly isDryRun: boolean; readonly seenAt: string | undefined },
): Promise<Publication> {
  const { db } = parts;
  const { accountId } = principal;
  await ownAutomation(db, accountId, automationId);
  const seen = await requireDraft(db, accountId, automationId);
  const steps = await usableSteps(parts, accountId, stepsIn(seen));
  const { settings } = seen;
  // Objects that the settings refer to may have been deleted since the draft was saved.
  if (settings) await withPrefix(async () => requireValidChange(parts, accountId, automationId, settings));
  const version = seenAt ?? seen.updated_at.toISOString();
  let published: (Omit<Publication, 'dry_run'> & { readonly removedMails: readonly number[] }) | undefined;
  try {
    await db.transaction(async (tx) => {
      published = await publishIn(tx, principal, automationId, { isDryRun, settings, steps, version });
      if (isDryRun) throw UNDO;
    });
  } catch (error) {
    if (error !== UNDO) throw error;
  }
  if (!published) throw new Error('Publishing returned no result');
  const { changes, contacts, removedMails } = published;
  if (!isDryRun) await cancelOpenMailings(db, accountId, removedMails);
  return { dry_run: isDryRun, changes, contacts };
}

async function publishIn(
  tx: Tx,
  principal: Principal,
  automationId: number,
  {
    isDryRun,
    settings,
    steps,
    version,
  }: {
    readonly isDryRun: boolean;
    readonly settings: DraftSettings | null;
    readonly steps: readonly StepInput[];
    readonly version: string;
  },
) {
  const { accountId } = principal;
  if (settings) {
    const seenTriggers = await triggersIn(tx, accountId, automationId);
    await withPrefix(async () => applyChange(tx, accountId, automationId, { change: settings, seenTriggers }));
  }
  const { title } = await heldAutomation(tx, accountId, automationId);
  const held = await stepsOf(tx, accountId, automationId);
  // Another request may have published or discarded the draft before the lock was acquired.
  await requireDraft(tx, accountId, automationId);
  const draft = await heldDraft(tx, accountId, automationId, { held, seenAt: version });
  requireKnownInDraft(steps, held, draft?.campaign_ids ?? []);
  const changes = await keepVersion(tx, principal, automationId, { held, steps });
  await storeSteps(tx, accountId, automationId, { held, steps });
  const now = await stepsOf(tx, accountId, automationId);
  const contacts = await moveContacts(tx, accountId, automationId, { before: held, after: now, steps, isDryRun });
  const removedMails = await removeUnused(tx, accountId, { after: now, campaignIds: draft?.campaign_ids ?? [], held });
  await deleteDraft(tx, accountId, automationId);
  await requireNoCycle(tx, accountId, automationId);
  await updateAutomationState(tx, accountId, automationId);
  await recordAct(
    tx,
    { ...principal, person: principal.person },
    {
      action: 'automation.publish',
      subject: String(automationId),
      after: { title, ...changes, ...(settings && { settings: Object.keys(settings) }) },
    },
  );
  return { changes, contacts, removedMails };
}

/**
 * Moves the contacts of removed steps to the next remaining steps. Only counts them in a dry run, and at steps with so
 * many contacts that they are moved afterwards. Returns the number of contacts at each step at which contacts wait, and
 * where they continue.
 */
async function moveContacts(
  tx: Tx,
  accountId: number,
  automationId: number,
  { after, before, isDryRun, steps }: Moving,
): Promise<StepContacts[]> {
  const current = after.filter((step) => !step.is_deleted);
  const remaining = new Set(current.map(({ id }) => id));
  // Stored steps have the same order as those of the draft.
  const pathOf = (id: number): string => steps[current.findIndex((step) => step.id === id)]?.path ?? '';
  const found: StepContacts[] = [];
  for (const { id, kind, waiting } of before) {
    if (waiting === 0) continue;
    const all: StepContacts = { step_id: id, type: kind, stay_count: waiting, moves: [], finish_count: 0 };
    if (remaining.has(id)) {
      found.push(all);
      continue;
    }
    const nextIds = nextRemaining(id, before, after);
    const values = { accountId, automationId, itemId: id, nextIds };
    const counts = sumByNext(
      await (isDryRun || waiting > MOVED_CONTACTS ? countAtRemoved : moveFromRemoved)(tx, values),
    );
    const moves = nextIds.flatMap((next) => {
      const count = counts.get(next);
      return count === undefined ? [] : [{ path: pathOf(next), count }];
    });
    found.push(Object.assign(all, { stay_count: 0, moves, finish_count: counts.get(null) ?? 0 }));
  }
  return found;
}

interface Moving {
  readonly before: readonly StepRow[];
  readonly after: readonly StepRow[];
  readonly steps: readonly StepInput[];
  readonly isDryRun: boolean;
}

function sumByNext(rows: readonly MovedRow[]): ReadonlyMap<number | null, number> {
  const counts = new Map<number | null, number>();
  for (const { contacts, next_id: next } of rows) counts.set(next, (counts.get(next) ?? 0) + contacts);
  return counts;
}

/**
 * Deletes the content of removed emails, and of emails that were added to the draft and removed again. Returns the
 * campaigns of these emails.
 */
async function removeUnused(
  tx: Tx,
  accountId: number,
  {
    after,
    campaignIds,
    held,
  }: { readonly after: readonly StepRow[]; readonly campaignIds: readonly number[]; readonly held: readonly StepRow[] },
): Promise<readonly number[]> {
  const used = new Set(after.flatMap((step) => (step.is_deleted ? [] : [step.campaign_id])));
  const before = held.flatMap(({ campaign_id: id, is_deleted: isDeleted }) => (isDeleted || id === null ? [] : [id]));
  const unused = [...before, ...campaignIds].filter((id) => !used.has(id));
  await removeMails(tx, accountId, unused);
  await replaceOpenMailings(tx, accountId, unused);
  return unused;
}
