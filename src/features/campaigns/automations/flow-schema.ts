import { Type } from 'typebox';
import { idOf } from '../../../http/account/ids.ts';
import { parserOf, shownAs, type Parser } from '../../../http/parser.ts';
import type { Fail } from '../../../http/resource/input.ts';
import type { FieldInput } from '../../audience/contact-fields/index.ts';
import { MAX_DELAY_HOURS, MAX_DEPTH, MAX_STEPS } from './limits.ts';
import { conditionOf } from './step-criteria.ts';
import { STEP_KINDS, UPDATES, type StepKind, type StepSettings } from './steps.ts';
import type { Branch } from './tree.ts';
import { eventNameOf } from './triggers-input.ts';
import { waitOf, WAITS } from './wait-input.ts';

/**
 * A step of a requested flow. The steps are in order. A condition is identified by its index, because new steps have no
 * ID yet.
 */
export interface StepInput {
  readonly kind: StepKind;
  /** Undefined for a new step. */
  readonly id: number | undefined;
  /** The campaign that stores the content of a new email in a draft. */
  readonly campaignId?: number | undefined;
  /** Delay of an email in a draft. Undefined means the current or default delay. */
  readonly delayHours?: number | undefined;
  /**
   * Index of the condition that contains the step, and the branch of the condition. Both are null outside of
   * conditions.
   */
  readonly parent: number | null;
  readonly branch: Branch | null;
  readonly settings: StepSettings;
  /** Values of custom fields by field name. Empty unless the step is an update. */
  readonly fields: readonly { readonly name: string; readonly value: FieldInput }[];
  /** Path of the step in the request, such as `steps.1.yes.0`. */
  readonly path: string;
}

type Json = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Record<StepKind, readonly string[]>> = {
  email: [],
  wait: [...WAITS, 'time', 'timezone', 'timeout_minutes'],
  condition: ['filter', 'event', 'event_property', 'yes', 'no'],
  update: [...UPDATES, 'set_fields'],
  webhook: ['name'],
  exit: [],
};
/** Response fields that a client may send back unchanged. */
export const SHOWN: readonly string[] = [
  'id',
  'type',
  'subject',
  'campaign_id',
  'delay_hours',
  'filter_description',
  'fault',
  'waiting_count',
  'completed_count',
  'met_count',
  'goal_count',
];
const MAX_IDS = 20;

const shown = Type.Object({
  steps: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: `All steps in order, at most ${MAX_STEPS}. docs/automations.md describes each type.`,
  }),
});

/** Parses a flow. Errors name the field by its path, such as `steps.1.yes.0.minutes`. */
export const flowRequest: Parser<readonly StepInput[]> = shownAs(
  shown,
  parserOf(Type.Object({ steps: Type.Array(Type.Unknown()) }), ({ steps }, fail) => stepsIn(steps, fail, false)),
);

/** Parses the steps of a draft, in which emails can have a new delay, and new emails have no ID yet. */
export const draftRequest: Parser<{
  readonly steps: readonly StepInput[];
  /** The steps in the format of the request. */
  readonly given: readonly unknown[];
}> = shownAs(
  shown,
  parserOf(Type.Object({ steps: Type.Array(Type.Unknown()) }), ({ steps: given }, fail) => ({
    given,
    steps: stepsIn(given, fail, true),
  })),
);

/** Parsed request to change a draft. Absent properties are not changed. */
export interface DraftChange {
  readonly steps?: readonly StepInput[] | undefined;
  /** The steps in the format of the request. */
  readonly given?: readonly unknown[] | undefined;
  /** Changes to triggers and settings. Null removes them from the draft. */
  readonly settings?: Json | null | undefined;
}

/** Parses a change to a draft, except for `settings`, which `usableSettings` parses. */
export const draftChange: Parser<DraftChange> = shownAs(
  Type.Object({
    steps: Type.Optional(shown.properties.steps),
    settings: Type.Optional(
      Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
        description:
          'New values of `triggers`, `goal_event`, `exit_filter`, `quiet_hours`, `reentry`, and `reentry_hours`, in the format of `PATCH /automations/{id}`. These values replace all settings of the draft. Null removes them.',
      }),
    ),
  }),
  parserOf(
    Type.Object({
      steps: Type.Optional(Type.Array(Type.Unknown())),
      settings: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    }),
    ({ settings, steps }, fail) => {
      if (steps === undefined && settings === undefined) fail('steps', 'or `settings` is required.');
      return { ...(steps && draftRequest.parse({ steps })), settings };
    },
  ),
);

function stepsIn(given: unknown, fail: Fail, isDraft: boolean): readonly StepInput[] {
  const found: StepInput[] = [];
  readSteps(given, { path: 'steps', parent: null, branch: null, depth: 0, isDraft }, { found, fail });
  if (found.length > MAX_STEPS) fail('steps', `must have at most ${MAX_STEPS} steps, not ${found.length}.`);
  return found;
}

interface Place {
  readonly path: string;
  readonly parent: number | null;
  readonly branch: Branch | null;
  readonly depth: number;
  readonly isDraft: boolean;
}

interface Reading {
  readonly found: StepInput[];
  readonly fail: Fail;
}

function readSteps(given: unknown, place: Place, reading: Reading): void {
  const { found, fail } = reading;
  if (!Array.isArray(given)) {
    fail(place.path, 'must be a list of steps.');
    return;
  }
  if (place.depth > MAX_DEPTH) {
    fail(place.path, `must not be nested in more than ${MAX_DEPTH} conditions.`);
    return;
  }
  for (const [index, each] of given.entries()) {
    const path = `${place.path}.${index}`;
    if (found.length > MAX_STEPS) return;
    const step = readStep(each, { ...place, path }, fail);
    if (!step) continue;
    const at = found.push(step) - 1;
    if (step.kind === 'exit' && index < given.length - 1) {
      fail(path, 'must be the last step of its branch, because no contacts reach the steps after it.');
    }
    // The cast is safe because `readStep` has checked that the step is an object.
    if (step.kind === 'condition') {
      readBranches(each as Json, { ...place, path, parent: at, depth: place.depth + 1 }, reading);
    }
  }
}

function readBranches(given: Json, place: Omit<Place, 'branch'>, reading: Reading): void {
  const before = reading.found.length;
  for (const branch of ['yes', 'no'] as const) {
    if (given[branch] === undefined) continue;
    readSteps(given[branch], { ...place, path: `${place.path}.${branch}`, branch }, reading);
  }
  if (reading.found.length === before) reading.fail(`${place.path}.yes`, 'or `no` must have at least one step.');
}

function readStep(given: unknown, { branch, isDraft, parent, path }: Place, fail: Fail): StepInput | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    fail(path, 'must be an object.');
    return undefined;
  }
  // The cast is safe because of the check above.
  const step = given as Json;
  const kind = STEP_KINDS.find((known) => known === step['type']);
  if (kind === undefined) {
    fail(`${path}.type`, `must be one of ${STEP_KINDS.join(', ')}.`);
    return undefined;
  }
  const say: Fail = (field, sentence) => fail(`${path}.${field}`, sentence);
  for (const key of Object.keys(step)) {
    if (!SHOWN.includes(key) && !KEYS[kind].includes(key)) say(key, `cannot be used in a ${kind} step.`);
  }
  const own = kind === 'email' ? emailIn(step, isDraft, say) : { id: ownIdIn(step, say) };
  const settings = READERS[kind](step, say);
  return { kind, ...own, parent, branch, path, settings, fields: fieldsIn(step, say) };
}

function ownIdIn({ id }: Json, fail: Fail): number | undefined {
  return id === undefined || id === null ? undefined : idIn(id, 'id', fail);
}

/** Parses the ID of an email and, in a draft, also its campaign and its delay. */
function emailIn(step: Json, isDraft: boolean, fail: Fail): Pick<StepInput, 'campaignId' | 'delayHours' | 'id'> {
  const id = ownIdIn(step, fail);
  const { campaign_id: campaignId, delay_hours: delay } = isDraft ? step : {};
  if (id === undefined && (campaignId === undefined || campaignId === null)) {
    fail('id', 'is required. Add the email to the automation first.');
  }
  if (delay !== undefined && !(Number.isInteger(delay) && Number(delay) >= 0 && Number(delay) <= MAX_DELAY_HOURS)) {
    fail('delay_hours', `must be a whole number from 0 to ${MAX_DELAY_HOURS}.`);
  }
  return {
    id,
    campaignId: id === undefined && campaignId !== undefined ? idIn(campaignId, 'campaign_id', fail) : undefined,
    delayHours: delay === undefined ? undefined : Number(delay),
  };
}

const READERS: Readonly<Record<StepKind, (given: Json, fail: Fail) => StepSettings>> = {
  email: () => ({}),
  exit: () => ({}),
  wait: waitOf,
  condition: conditionOf,
  update: updateOf,
  webhook: ({ name }, fail) => ({ name: stepNameOf(name, fail) }),
};

function updateOf(given: Json, fail: Fail): StepSettings {
  const changes = UPDATES.flatMap((key) => {
    const value = given[key];
    if (value === undefined) return [];
    const ids = Array.isArray(value) ? value.map((each) => idOf(each as string | number)) : [];
    const isValid = ids.length > 0 && ids.length <= MAX_IDS && ids.every((id) => id !== undefined);
    if (!isValid) fail(key, `must be a list of 1 to ${MAX_IDS} IDs.`);
    return [[key, [...new Set(ids.filter((id) => id !== undefined))]] as const];
  });
  if (changes.length === 0 && given['set_fields'] === undefined) {
    fail('add_tag_ids', 'or another change to lists, tags, or fields is required.');
  }
  return Object.fromEntries(changes);
}

/** Parses `set_fields`, an object with values by field name. */
function fieldsIn({ set_fields: given }: Json, fail: Fail): StepInput['fields'] {
  if (given === undefined) return [];
  // The cast is safe because the value is an object.
  const values =
    typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given as Json) : [];
  if (values.length === 0 || values.length > MAX_IDS) {
    fail('set_fields', `must be an object with 1 to ${MAX_IDS} values, keyed by field name.`);
  }
  return values.flatMap(([name, value]) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return [{ name, value }];
    fail(`set_fields.${name}`, 'must be a string, a number, or null.');
    return [];
  });
}

function stepNameOf(given: unknown, fail: Fail): string {
  if (typeof given === 'string') return eventNameOf(given, 'name', fail);
  fail('name', 'is required. Your application uses the name to decide what to do.');
  return '';
}

function idIn(given: unknown, field: string, fail: Fail): number | undefined {
  const id = typeof given === 'number' || typeof given === 'string' ? idOf(given) : undefined;
  if (id === undefined) fail(field, 'must be an ID (a positive integer).');
  return id;
}
