import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { createFieldFaults } from '../../../http/schema-errors.ts';
import { draftOf, type DraftRow } from './draft-queries.ts';
import { changedSettingsSchema, settingsSchema, showSettings } from './draft-settings.ts';
import { ownAutomation } from './find.ts';
import { changesBetween, changesSchema } from './flow-changes.ts';
import { withFieldIds } from './flow.ts';
import { draftRequest, type StepInput } from './flow-schema.ts';
import { FLOW_EXAMPLE, presentSteps, stepSchema, type PresentedStep } from './flow-show.ts';
import { DELAY_HOURS } from './limits.ts';
import { stepsOf, type StepRow } from './step-queries.ts';

const draftStepSchema = Type.Object(
  {
    ...stepSchema.properties,
    id: Type.Union([Type.Integer(), Type.Null()], {
      description: 'ID of the step in the published automation. Null if the step is new.',
    }),
    campaign_id: Type.Optional(
      Type.Integer({ description: 'Present only for emails. The campaign that stores the content.' }),
    ),
  },
  { $id: 'AutomationDraftStep' },
);

/** The draft of an automation, as returned by the API. */
export const draftSchema = Type.Object(
  {
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time', description: 'Use this value in the `If-Match` header.' }),
    updated_by: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the user who last changed the draft. Null if the change was made with an API key.',
    }),
    changes: changesSchema,
    settings: Type.Union([settingsSchema, Type.Null()], {
      description: 'Changes to triggers and settings. Null if the draft does not change them.',
    }),
    changed_settings: changedSettingsSchema,
    steps: Type.Array(draftStepSchema, {
      description: 'All steps in order. The counts and the `fault` values describe the published steps.',
    }),
  },
  { $id: 'AutomationDraft' },
);
type Draft = AnswerOf<typeof draftSchema>;

export const DRAFT_EXAMPLE = {
  created_at: '2026-11-22T08:10:00.000Z',
  updated_at: '2026-11-22T08:20:00.000Z',
  updated_by: 'Ann',
  changes: { added: 1, removed: 0, changed: 0, moved: 0 },
  settings: { goal_event: 'order.placed' },
  changed_settings: ['goal_event' as const],
  steps: [
    { ...FLOW_EXAMPLE.steps[0], campaign_id: 31 },
    { id: null, type: 'wait', minutes: 1_440, fault: null, waiting_count: 0, completed_count: 0, goal_count: 0 },
  ],
};

type DraftStep = Draft['steps'][number];

/** Returns the draft of an automation. Throws forbidden, or not_found if the automation or its draft does not exist. */
export async function showDraft(db: Db, accountId: number, automationId: number): Promise<Draft> {
  await ownAutomation(db, accountId, automationId);
  const draft = await requireDraft(db, accountId, automationId);
  // Custom fields that were deleted are omitted.
  const given = await withFieldIds(db, accountId, stepsIn(draft), createFieldFaults());
  const live = await stepsOf(db, accountId, automationId);
  const rows = rowsOf(given, live);
  const campaigns = new Map(rows.map((row) => [row.id, row.campaign_id]));
  const current = live.filter((step) => !step.is_deleted);
  return {
    created_at: draft.created_at.toISOString(),
    updated_at: draft.updated_at.toISOString(),
    updated_by: draft.updated_by,
    changes: changesBetween(current, given),
    ...(await showSettings(db, accountId, automationId, draft.settings)),
    steps: (await presentSteps(db, accountId, rows)).map((step) => presentDraftStep(step, campaigns)),
  };
}

/** Returns the draft of an automation. Throws not_found if there is none. */
export async function requireDraft(db: Db, accountId: number, automationId: number): Promise<DraftRow> {
  const [draft] = await draftOf(db, accountId, automationId);
  if (!draft) throw new Refusal('not_found', { message: 'The automation has no draft.' });
  return draft;
}

export function stepsIn({ steps }: DraftRow): ReturnType<typeof draftRequest.parse>['steps'] {
  return draftRequest.parse({ steps }).steps;
}

/** Returns steps of a draft as rows with the counts of the live steps. New steps have negative IDs. Pure. */
function rowsOf(given: readonly StepInput[], live: readonly StepRow[]): readonly StepRow[] {
  const byId = new Map(live.map((step) => [step.id, step]));
  const idAt = (index: number): number => given[index]?.id ?? -index - 1;
  return given.map((step, index) => {
    const { branch, campaignId, delayHours, id = 0, kind, parent, settings } = step;
    const before = byId.get(id) ?? NEW_STEP;
    return Object.assign({}, before, {
      id: idAt(index),
      kind,
      parent_id: parent === null ? null : idAt(parent),
      branch,
      send_order: index + 1,
      campaign_id: campaignId ?? before.campaign_id,
      delay_hours: delayHours ?? before.delay_hours,
      settings,
    });
  });
}

const NEW_STEP = {
  is_deleted: false,
  campaign_id: null,
  delay_hours: DELAY_HOURS,
  waiting: 0,
  sent: 0,
  met: 0,
  goals: 0,
  fault: null,
};

function presentDraftStep(step: PresentedStep, campaigns: ReadonlyMap<number, number | null>): DraftStep {
  const campaignId = campaigns.get(step.id);
  const { no, yes } = step;
  return {
    ...step,
    id: step.id < 0 ? null : step.id,
    ...(typeof campaignId === 'number' && { campaign_id: campaignId }),
    ...(yes && { yes: yes.map((each) => presentDraftStep(each, campaigns)) }),
    ...(no && { no: no.map((each) => presentDraftStep(each, campaigns)) }),
  };
}
