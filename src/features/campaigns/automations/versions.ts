import { Type } from 'typebox';
import { recordStatement, statement, type Db, type Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { Principal } from '../../../http/principal.ts';
import { draftOf } from './draft-queries.ts';
import { saveDraft } from './drafts.ts';
import { ownAutomation } from './find.ts';
import { changesBetween, changesSchema, type Changes } from './flow-changes.ts';
import { currentSteps, replaceFlow } from './flow.ts';
import { draftRequest, type StepInput } from './flow-schema.ts';
import { showFlow } from './flow-show.ts';
import { MAX_VERSIONS } from './limits.ts';
import type { AutomationParts } from './parts.ts';
import { bodyOf, emailsIn, withEmailsAtEnd, withKnown, type StepBody } from './step-bodies.ts';
import type { StepRow } from './step-queries.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/** An earlier version of the steps, as returned by the API. */
export const versionSchema = Type.Object(
  {
    id: Type.Integer(),
    replaced_at: Type.String({ format: 'date-time', description: 'When the steps were replaced.' }),
    replaced_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the user who replaced the steps. Null if they were replaced with an API key.',
    }),
    changes: changesSchema,
    steps: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'The replaced steps, in the same format as in requests.',
    }),
  },
  { $id: 'AutomationVersion' },
);
type Version = AnswerOf<typeof versionSchema>;

export const VERSION_EXAMPLE: Version = {
  id: 3,
  replaced_at: '2026-11-22T08:10:00.000Z',
  replaced_by: 'Ann',
  changes: { added: 1, removed: 0, changed: 0, moved: 0 },
  steps: [
    { type: 'email', id: 12, delay_hours: 0 },
    { type: 'wait', id: 14, minutes: 1_440 },
  ],
};

interface VersionRow {
  readonly id: number;
  readonly replaced_at: Date;
  readonly replaced_by: string | null;
  readonly changes: Changes;
  readonly steps: readonly StepBody[];
}

/** Returns the earlier versions of the steps of an automation, newest first. Uses the primary key. */
const versionsOf = statement<[accountId: number, automationId: number], VersionRow>(
  'automations_versions',
  `select id, replaced_at, replaced_by, changes, steps from automation_version
   where account_id = $1 and automation_id = $2 order by id desc`,
);

/** Stores a version of the steps, unless the latest stored version is the same. Uses the primary key. */
const insertVersion = recordStatement<
  {
    readonly accountId: number;
    readonly automationId: number;
    readonly steps: string;
    readonly replacedBy: string | null;
    readonly changes: string;
  },
  unknown
>(
  'automations_insert_version',
  `insert into automation_version (account_id, automation_id, steps, replaced_by, changes)
   select $accountId, $automationId, $steps::jsonb, $replacedBy, $changes::jsonb
   where $steps::jsonb is distinct from (
     select v.steps from automation_version v
     where v.account_id = $accountId and v.automation_id = $automationId order by v.id desc limit 1)`,
);

/** Deletes all but the latest `kept` versions of an automation. Uses the primary key. */
const deleteOldVersions = statement<[accountId: number, automationId: number, kept: number], unknown>(
  'automations_delete_old_versions',
  `delete from automation_version where account_id = $1 and automation_id = $2 and id <= (
     select id from automation_version where account_id = $1 and automation_id = $2 order by id desc offset $3 limit 1)`,
);

/**
 * Replaces the steps of an automation, and keeps the earlier steps as a version. Throws the same errors as
 * `replaceFlow`.
 */
export async function changeFlow(
  parts: Parts,
  principal: Principal,
  automationId: number,
  given: readonly StepInput[],
): Promise<void> {
  await replaceFlow(parts, principal.accountId, automationId, given, async (tx, held, steps) =>
    keepVersion(tx, principal, automationId, { held, steps }),
  );
}

/**
 * Stores the current steps of an automation as a version. `held` contains the current and the removed steps, and
 * `steps` those that replace them. The caller must hold the lock on the automation.
 */
export async function keepVersion(
  tx: Tx,
  { accountId, person }: Principal,
  automationId: number,
  { held, steps }: { readonly held: readonly StepRow[]; readonly steps: readonly StepInput[] },
): Promise<Changes> {
  const current = held.filter((step) => !step.is_deleted);
  const changes = changesBetween(current, steps);
  if (current.length === 0) return changes;
  const bodies = (await showFlow(tx, accountId, automationId)).steps.map(bodyOf);
  await insertVersion(tx, {
    accountId,
    automationId,
    steps: JSON.stringify(bodies),
    replacedBy: person?.name ?? null,
    changes: JSON.stringify(changes),
  });
  await deleteOldVersions(tx, accountId, automationId, MAX_VERSIONS);
  return changes;
}

/** Returns the earlier versions of the steps, newest first. Throws not_found or forbidden. */
export async function showVersions(db: Db, accountId: number, automationId: number): Promise<readonly Version[]> {
  await ownAutomation(db, accountId, automationId);
  const rows = await versionsOf(db, accountId, automationId);
  return rows.map((row) => Object.assign(row, { replaced_at: row.replaced_at.toISOString(), steps: [...row.steps] }));
}

/**
 * Replaces the steps in the draft of an automation with those of an earlier version, or creates the draft. Emails that
 * were removed in the meantime are left out, and emails that the version does not contain are placed at the end. Throws
 * not_found, forbidden, validation_error if the version refers to an object that was deleted, or conflict if the
 * published steps have changed since the draft was created.
 */
export async function restoreVersion(
  parts: Parts,
  principal: Principal,
  automationId: number,
  versionId: number,
): Promise<void> {
  const { db } = parts;
  const { accountId } = principal;
  await ownAutomation(db, accountId, automationId);
  const version = (await versionsOf(db, accountId, automationId)).find(({ id }) => id === versionId);
  if (!version) throw new Refusal('not_found');
  const current = await currentSteps(db, accountId, automationId);
  const kept = withKnown(version.steps, new Map(current.map(({ id, kind }) => [id, kind])));
  const placed = new Set(emailsIn(kept).map(({ id }) => id));
  const others = current
    .filter(({ id, kind }) => kind === 'email' && !placed.has(id))
    .map(({ id }): StepBody => ({ type: 'email', id }));
  const [draft] = await draftOf(db, accountId, automationId);
  const added = emailsIn(draft?.steps ?? []).filter(({ id }) => id === undefined);
  const steps = withEmailsAtEnd(kept, [...others, ...added]);
  await saveDraft(parts, principal, automationId, draftRequest.parse({ steps }));
}
