import { Type } from 'typebox';
import { recordStatement, statement, type Db, type Tx } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { ownAutomation } from './find.ts';
import { currentSteps, replaceFlow } from './flow.ts';
import { flowRequest, SHOWN, type StepInput } from './flow-schema.ts';
import { showFlow, type PresentedStep } from './flow-show.ts';
import { MAX_VERSIONS } from './limits.ts';
import type { AutomationParts } from './parts.ts';

type Parts = Pick<AutomationParts, 'db' | 'filterParts'>;

/** A step in the format of API requests. */
type StepBody = { readonly type: string; readonly id?: number } & Readonly<Record<string, unknown>>;

/** An earlier version of the steps, as returned by the API. */
export const versionSchema = Type.Object(
  {
    id: Type.Integer(),
    replaced_at: Type.String({ format: 'date-time', description: 'When the steps were replaced.' }),
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
  steps: [
    { type: 'email', id: 12 },
    { type: 'wait', id: 14, minutes: 1_440 },
  ],
};

interface VersionRow {
  readonly id: number;
  readonly replaced_at: Date;
  readonly steps: readonly StepBody[];
}

/** Returns the earlier versions of the steps of an automation, newest first. Uses the primary key. */
const versionsOf = statement<[accountId: number, automationId: number], VersionRow>(
  'automations_versions',
  `select id, replaced_at, steps from automation_version
   where account_id = $1 and automation_id = $2 order by id desc`,
);

/** Stores a version of the steps, unless the latest stored version is the same. Uses the primary key. */
const insertVersion = recordStatement<
  { readonly accountId: number; readonly automationId: number; readonly steps: string },
  unknown
>(
  'automations_insert_version',
  `insert into automation_version (account_id, automation_id, steps)
   select $accountId, $automationId, $steps::jsonb
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
  accountId: number,
  automationId: number,
  given: readonly StepInput[],
): Promise<void> {
  await replaceFlow(parts, accountId, automationId, given, async (tx) => keepVersion(tx, accountId, automationId));
}

/** Returns the earlier versions of the steps, newest first. Throws not_found or forbidden. */
export async function showVersions(db: Db, accountId: number, automationId: number): Promise<readonly Version[]> {
  await ownAutomation(db, accountId, automationId);
  const rows = await versionsOf(db, accountId, automationId);
  return rows.map(({ id, replaced_at: at, steps }) => ({ id, replaced_at: at.toISOString(), steps: [...steps] }));
}

/**
 * Replaces the steps of an automation with those of an earlier version. Emails that were removed in the meantime are
 * left out, and emails that the version does not contain stay at the end. Throws not_found or forbidden, or
 * validation_error if the version refers to an object that was deleted.
 */
export async function restoreVersion(
  parts: Parts,
  accountId: number,
  automationId: number,
  versionId: number,
): Promise<void> {
  const { db } = parts;
  await ownAutomation(db, accountId, automationId);
  const version = (await versionsOf(db, accountId, automationId)).find(({ id }) => id === versionId);
  if (!version) throw new Refusal('not_found');
  const current = await currentSteps(db, accountId, automationId);
  const kinds = new Map(current.map(({ id, kind }) => [id, kind]));
  const kept = withKnown(version.steps, kinds);
  const placed = new Set(emailsIn(kept));
  const others = current
    .filter(({ id, kind }) => kind === 'email' && !placed.has(id))
    .map(({ id }): StepBody => ({ type: 'email', id }));
  const last = kept.at(-1);
  const steps = last?.type === 'exit' ? [...kept.slice(0, -1), ...others, last] : [...kept, ...others];
  await changeFlow(parts, accountId, automationId, flowRequest.parse({ steps }));
}

async function keepVersion(tx: Tx, accountId: number, automationId: number): Promise<void> {
  const { steps } = await showFlow(tx, accountId, automationId);
  if (steps.length === 0) return;
  await insertVersion(tx, { accountId, automationId, steps: JSON.stringify(steps.map(bodyOf)) });
  await deleteOldVersions(tx, accountId, automationId, MAX_VERSIONS);
}

/** Converts a step to the format of API requests, without the properties that only responses have. Pure. */
function bodyOf(step: PresentedStep): StepBody {
  const own = Object.entries(step).filter(([name]) => name === 'id' || name === 'type' || !SHOWN.includes(name));
  const { no, yes } = step;
  return {
    ...Object.fromEntries(own),
    id: step.id,
    type: step.type,
    ...(yes && { yes: yes.map(bodyOf) }),
    ...(no && { no: no.map(bodyOf) }),
  };
}

/**
 * Returns the steps without removed emails and without conditions whose branches are empty. Other removed steps have no
 * ID, so that they are created again. Pure.
 */
function withKnown(steps: readonly StepBody[], kinds: ReadonlyMap<number, string>): readonly StepBody[] {
  return steps.flatMap(({ id, no, yes, ...step }): readonly StepBody[] => {
    const isKnown = id !== undefined && kinds.get(id) === step.type;
    if (step.type === 'email') return isKnown ? [{ ...step, id }] : [];
    const own = isKnown ? { ...step, id } : step;
    if (step.type !== 'condition') return [own];
    const [met, unmet] = [withKnown(branchOf(yes), kinds), withKnown(branchOf(no), kinds)];
    return met.length + unmet.length === 0 ? [] : [{ ...own, yes: met, no: unmet }];
  });
}

function emailsIn(steps: readonly StepBody[]): readonly number[] {
  return steps.flatMap(({ id, no, type, yes }) => [
    ...(type === 'email' && id !== undefined ? [id] : []),
    ...emailsIn(branchOf(yes)),
    ...emailsIn(branchOf(no)),
  ]);
}

function branchOf(steps: unknown): readonly StepBody[] {
  // The cast is safe because only `keepVersion` stores steps.
  return Array.isArray(steps) ? (steps as readonly StepBody[]) : [];
}
