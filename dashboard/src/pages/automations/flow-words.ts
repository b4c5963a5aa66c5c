import type { Answer } from '../../api.ts';
import { capitalized, plural } from '../../words.ts';

/** A step of an automation or of its draft. New steps of a draft have negative IDs. */
export type FlowStep = Omit<Answer<'GET /automations/{id}/draft'>['steps'][number], 'id'> & { readonly id: number };

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const OPERATORS: Readonly<Record<NonNullable<FlowStep['event_property']>['operator'], string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  greater_than: 'is greater than',
  less_than: 'is less than',
  is_set: 'is set',
  is_not_set: 'is not set',
};

/** Functions that return the name of a list or tag by its ID. */
export interface Names {
  readonly list: (id: number) => string;
  readonly tag: (id: number) => string;
}

/** Returns a duration in the largest unit in which it is a whole number, such as `2 days`. Pure. */
export function durationWords(minutes: number): string {
  if (minutes % DAY_MINUTES === 0) return plural(minutes / DAY_MINUTES, 'day');
  return minutes % HOUR_MINUTES === 0 ? plural(minutes / HOUR_MINUTES, 'hour') : plural(minutes, 'minute');
}

/** Describes a step, such as `Wait 2 days`. An email is described by its subject. Pure. */
export function stepWords(step: FlowStep, names: Names): string {
  switch (step.type) {
    case 'email':
      return step.subject ?? '';
    case 'wait':
      return waitWords(step);
    case 'condition':
      return `If ${conditionWords(step)}`;
    case 'update':
      return updateWords(step, names);
    case 'webhook':
      return `Send the “${step.name}” webhook event`;
    default:
      return 'Exit the automation';
  }
}

function waitWords({
  event,
  filter_description: filter,
  minutes,
  time,
  timeout_minutes: timeout,
  timezone,
  weekdays,
}: FlowStep): string {
  if (minutes !== undefined) return `Wait ${durationWords(minutes)}`;
  if (weekdays !== undefined) {
    const zone = timezone === 'contact' ? ' in the contact’s time zone' : '';
    return `Wait until ${weekdays.map((day) => WEEKDAYS[day - 1]).join(' or ')} at ${time}${zone}`;
  }
  const most = `for at most ${durationWords(timeout ?? 0)}`;
  return event === undefined
    ? `Wait until the contact matches: ${filter}, ${most}`
    : `Wait for the “${event}” event, ${most}`;
}

function conditionWords({ event, event_property: test, filter_description: filter }: FlowStep): string {
  const value = test?.value === undefined ? '' : ` ${test.value}`;
  const tests = [
    ...(filter === undefined ? [] : [`the contact matches: ${filter}`]),
    ...(event === undefined ? [] : [`the “${event}” event has occurred since the contact entered`]),
    ...(test ? [`the event’s ${test.name} ${OPERATORS[test.operator]}${value}`] : []),
  ];
  return tests.join(', and ');
}

function updateWords(step: FlowStep, { list, tag }: Names): string {
  const some = (ids: readonly number[] | undefined, words: string, nameOf: (id: number) => string): string[] =>
    ids ? [`${words} ${ids.map((id) => `“${nameOf(id)}”`).join(', ')}`] : [];
  const changes = [
    ...some(step.add_tag_ids, 'add the tag', tag),
    ...some(step.remove_tag_ids, 'remove the tag', tag),
    ...some(step.add_list_ids, 'add to the list', list),
    ...some(step.remove_list_ids, 'remove from the list', list),
    ...Object.entries(step.set_fields ?? {}).map(([name, value]) =>
      value === null ? `clear the field “${name}”` : `set the field “${name}” to “${value}”`,
    ),
  ].join(', ');
  return capitalized(changes);
}

/** Describes the differences between two versions of the steps, such as `2 steps added, 1 step moved`. Pure. */
export function changesWords(changes: Answer<'GET /automations/{id}/draft'>['changes']): string {
  const words = (['added', 'removed', 'changed', 'moved'] as const).flatMap((kind) =>
    changes[kind] === 0 ? [] : [`${plural(changes[kind], 'step')} ${kind}`],
  );
  return words.length === 0 ? 'No changes' : words.join(', ');
}

/** Describes the changes of a draft to the steps and the settings. Pure. */
export function draftWords({ changed_settings: fields, changes }: Answer<'GET /automations/{id}/draft'>): string {
  const settings = fields.map((field) => SETTINGS[field]).join(', ');
  const steps = changesWords(changes);
  if (fields.length === 0) return steps;
  const isAlone = Object.values(changes).every((count) => count === 0);
  return isAlone ? `Changed: ${settings}` : `${steps}. Changed: ${settings}`;
}

const SETTINGS = {
  triggers: 'trigger',
  goal_event: 'goal',
  exit_filter: 'exit conditions',
  quiet_hours: 'quiet hours',
  reentry: 're-entry',
  reentry_hours: 'hours between entries',
} as const;
