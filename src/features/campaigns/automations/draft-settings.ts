import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from 'typebox';
import type { Db } from '../../../base/db.ts';
import { invalid, Refusal } from '../../../base/refusal.ts';
import { requireValidChange } from './automations.ts';
import { DRAFT_FIELDS, type DraftSettings } from './draft-queries.ts';
import { quietHoursSchema } from './exits.ts';
import { ownAutomation } from './find.ts';
import type { AutomationParts } from './parts.ts';
import { REENTRY } from './reentry.ts';
import { AUTOMATION } from './resource.ts';
import { isSameTrigger, SOURCES, TRIGGER_TYPES, type Trigger } from './trigger.ts';
import { triggersOf } from './trigger-rows.ts';

type Field = (typeof DRAFT_FIELDS)[number];

const ID = Type.Optional(Type.Integer());
const draftTriggerSchema = Type.Object({
  type: Type.Enum([...TRIGGER_TYPES]),
  list_id: ID,
  campaign_id: ID,
  tag_id: ID,
  segment_id: ID,
  event: Type.Optional(Type.String()),
  field_id: ID,
  days: ID,
  every_year: Type.Optional(Type.Boolean()),
  source: Type.Optional(Type.Enum([...SOURCES])),
});

/** The settings of a draft, as returned by the API. */
export const settingsSchema = Type.Object(
  {
    triggers: Type.Optional(Type.Array(draftTriggerSchema)),
    goal_event: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    exit_filter: Type.Optional(Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()])),
    quiet_hours: Type.Optional(quietHoursSchema),
    reentry: Type.Optional(Type.Enum([...REENTRY])),
    reentry_hours: Type.Optional(Type.Integer()),
  },
  { $id: 'AutomationDraftSettings', description: 'New values of the fields that the draft changes.' },
);

export const changedSettingsSchema = Type.Array(Type.Enum([...DRAFT_FIELDS]), {
  description: 'Fields of the automation that the draft changes.',
});

/**
 * Parses the settings of a draft. Throws validation_error, with the fields prefixed with `settings`, for fields that a
 * draft cannot contain and for invalid values.
 */
export async function usableSettings(
  parts: Pick<AutomationParts, 'db' | 'filterParts'>,
  accountId: number,
  automationId: number,
  given: Readonly<Record<string, unknown>>,
): Promise<DraftSettings> {
  return withPrefix(async () => {
    const other = Object.keys(given).find((name) => !DRAFT_FIELDS.some((field) => field === name));
    if (other !== undefined)
      throw invalid({ [other]: [`cannot be changed in a draft. Use ${DRAFT_FIELDS.join(', ')}.`] });
    const change = AUTOMATION.changed.parse(given);
    await requireValidChange(parts, accountId, automationId, change);
    return change;
  });
}

/** Runs a check of settings, and adds `settings` to the fields in its errors. */
export async function withPrefix<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.errors) throw error;
    const errors = Object.entries(error.details.errors).map(
      ([field, faults]) => [`settings.${field}`, faults] as const,
    );
    throw invalid(Object.fromEntries(errors));
  }
}

/**
 * Returns the settings of a draft in API format, or null if there are none, and the names of those whose values differ
 * from the published ones.
 */
export async function showSettings(
  db: Db,
  accountId: number,
  automationId: number,
  settings: DraftSettings | null,
): Promise<{ readonly settings: Static<typeof settingsSchema> | null; readonly changed_settings: Field[] }> {
  if (!settings) return { settings: null, changed_settings: [] };
  const row = await ownAutomation(db, accountId, automationId);
  const live = (await triggersOf(db, accountId, [automationId])).get(automationId) ?? [];
  const isChanged = (field: Field): boolean => {
    if (settings[field] === undefined) return false;
    return field === 'triggers'
      ? !areSame(settings.triggers ?? [], live)
      : !isDeepStrictEqual(settings[field], row[field]);
  };
  const { triggers, ...others } = settings;
  return {
    settings: { ...others, ...(triggers && { triggers: triggers.flatMap(presentTrigger) }) },
    changed_settings: DRAFT_FIELDS.filter(isChanged),
  };
}

function areSame(given: readonly Trigger[], live: readonly Trigger[]): boolean {
  const current = live.filter(({ type }) => type !== null);
  return given.length === current.length && given.every((one, index) => isSameTrigger(one, current[index] ?? one));
}

/**
 * Returns an array with the trigger in request format, without null properties. The array is empty if the trigger has
 * no type.
 */
function presentTrigger({ event_name: event, ...trigger }: Trigger): readonly Static<typeof draftTriggerSchema>[] {
  if (trigger.type === null) return [];
  const own = Object.fromEntries(Object.entries({ ...trigger, event }).filter(([, value]) => value !== null));
  // The cast is safe because only properties that are null were removed.
  return [own as Static<typeof draftTriggerSchema>];
}
