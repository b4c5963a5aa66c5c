import { Type } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { accountFields, type ContactField } from '../../audience/contact-fields/index.ts';
import { describeFilter, storedFilter } from '../../audience/contact-filters/index.ts';
import { summariesById } from '../campaigns/index.ts';
import { draftOf } from './draft-queries.ts';
import { currentSteps } from './flow.ts';
import type { StepRow } from './step-queries.ts';
import { PROPERTY_OPERATORS, STEP_KINDS, WAIT_TIME_ZONES } from './steps.ts';

const MINUTES = Type.Optional(Type.Integer());
const IDS = Type.Optional(Type.Array(Type.Integer()));
const FILTER = Type.Optional(Type.Object({}, { additionalProperties: true }));

/** A step as returned by the API. */
export const stepSchema = Type.Object(
  {
    id: Type.Integer({ description: 'ID of the step. For an email, the ID in `automation_items`.' }),
    type: Type.Enum([...STEP_KINDS]),
    subject: Type.Optional(Type.String({ description: 'Present only for emails.' })),
    delay_hours: Type.Optional(
      Type.Integer({ description: 'Present only for emails. To change the delay, update the email.' }),
    ),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: 'Why contacts cannot continue. Postrider retries automatically.',
    }),
    minutes: MINUTES,
    weekdays: Type.Optional(Type.Array(Type.Integer())),
    time: Type.Optional(Type.String()),
    timezone: Type.Optional(
      Type.Enum([...WAIT_TIME_ZONES], {
        description:
          'Whether the wait uses the time zone of the account or of the contact. If absent, or if the contact has no time zone, the wait uses the account’s time zone.',
      }),
    ),
    event: Type.Optional(Type.String()),
    filter: FILTER,
    filter_description: Type.Optional(Type.String({ description: 'Human-readable description of the filter.' })),
    timeout_minutes: MINUTES,
    event_property: Type.Optional(
      Type.Object({
        name: Type.String(),
        operator: Type.Enum([...PROPERTY_OPERATORS]),
        value: Type.Optional(Type.String()),
      }),
    ),
    add_list_ids: IDS,
    remove_list_ids: IDS,
    add_tag_ids: IDS,
    remove_tag_ids: IDS,
    set_fields: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
        description: 'Values, keyed by field name. A null value clears the field.',
      }),
    ),
    name: Type.Optional(Type.String({ description: 'Name of a webhook step.' })),
    yes: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), {
        description: 'Steps for contacts that meet the condition.',
      }),
    ),
    no: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), { description: 'Steps for all other contacts.' }),
    ),
    waiting_count: Type.Integer({ description: 'Number of contacts at this step.' }),
    completed_count: Type.Integer({
      description:
        'Number of contacts that completed this step. For an email step, the number of contacts that were sent the email.',
    }),
    goal_count: Type.Integer({ description: 'Number of contacts that reached the goal while they were at this step.' }),
    met_count: Type.Optional(Type.Integer({ description: 'Number of contacts that met the condition.' })),
  },
  { $id: 'AutomationStep' },
);

export const flowSchema = Type.Object(
  {
    has_draft: Type.Boolean({ description: 'Whether the automation has unpublished changes to its steps.' }),
    steps: Type.Array(stepSchema),
  },
  { $id: 'AutomationFlow' },
);

export const FLOW_EXAMPLE = {
  has_draft: false,
  steps: [
    {
      id: 12,
      type: 'email',
      subject: 'Welcome',
      delay_hours: 0,
      fault: null,
      waiting_count: 0,
      completed_count: 200,
      goal_count: 0,
    },
    {
      id: 14,
      type: 'wait',
      event: 'order.placed',
      timeout_minutes: 4_320,
      fault: null,
      waiting_count: 12,
      completed_count: 188,
      goal_count: 0,
    },
    {
      id: 15,
      type: 'condition',
      event: 'order.placed',
      fault: null,
      waiting_count: 0,
      completed_count: 188,
      goal_count: 0,
      met_count: 61,
      yes: [
        { id: 16, type: 'update', add_tag_ids: [7], fault: null, waiting_count: 0, completed_count: 61, goal_count: 0 },
      ],
      no: [
        {
          id: 13,
          type: 'email',
          subject: 'Ten percent off',
          delay_hours: 0,
          fault: null,
          waiting_count: 0,
          completed_count: 127,
          goal_count: 0,
        },
      ],
    },
  ],
};

/** A step with its branches, as returned by the API. */
export interface PresentedStep {
  readonly id: number;
  readonly type: StepRow['kind'];
  readonly yes?: readonly PresentedStep[];
  readonly no?: readonly PresentedStep[];
  readonly fault: string | null;
  readonly waiting_count: number;
  readonly completed_count: number;
  readonly goal_count: number;
}

/** Returns the steps of an automation as a tree, and whether the automation has a draft. */
export async function showFlow(
  db: Db,
  accountId: number,
  automationId: number,
): Promise<{ readonly has_draft: boolean; readonly steps: readonly PresentedStep[] }> {
  const steps = await currentSteps(db, accountId, automationId);
  const drafts = await draftOf(db, accountId, automationId);
  return { has_draft: drafts.length > 0, steps: await presentSteps(db, accountId, steps) };
}

/** Returns steps as a tree. */
export async function presentSteps(
  db: Db,
  accountId: number,
  steps: readonly StepRow[],
): Promise<readonly PresentedStep[]> {
  const mails = await summariesById(
    db,
    accountId,
    steps.flatMap(({ campaign_id }) => campaign_id ?? []),
  );
  const subjectOf = ({ campaign_id }: StepRow) => mails.get(campaign_id ?? 0)?.subject ?? '';
  const filters = new Map<number, string>();
  for (const { id, settings } of steps) {
    if (settings.filter) filters.set(id, await describeFilter(db, accountId, storedFilter(settings.filter)));
  }
  const fields = steps.some(({ settings }) => settings.set_fields) ? await accountFields(db, accountId) : [];
  const shown = (step: StepRow): PresentedStep => ({
    id: step.id,
    type: step.kind,
    ...(step.kind === 'email' && { subject: subjectOf(step), delay_hours: step.delay_hours }),
    ...step.settings,
    ...(step.settings.set_fields && { set_fields: byName(step.settings.set_fields, fields) }),
    ...(filters.has(step.id) && { filter_description: filters.get(step.id) ?? '' }),
    fault: step.fault,
    ...(step.kind === 'condition' && { yes: within(step.id, 'yes'), no: within(step.id, 'no') }),
    waiting_count: step.waiting,
    completed_count: step.sent,
    goal_count: step.goals,
    ...(step.kind === 'condition' && { met_count: step.met }),
  });
  const within = (parentId: number | null, branch: string | null): PresentedStep[] =>
    steps.filter((step) => step.parent_id === parentId && step.branch === branch).map(shown);
  return within(null, null);
}

/** Returns the values of fields by field name. Omits deleted fields. */
function byName(
  values: NonNullable<StepRow['settings']['set_fields']>,
  fields: readonly ContactField[],
): Record<string, string | null> {
  return Object.fromEntries(fields.flatMap(({ id, name }) => (id in values ? [[name, values[id] ?? null]] : [])));
}
