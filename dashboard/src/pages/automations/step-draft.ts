import type { Filter } from '../contacts/contact-filters.ts';
import type { FlowStep } from './flow-words.ts';
import type { StepBody } from './flow-tree.ts';

/** Types of steps that the dialog can add. */
export const STEP_TYPES = [
  { value: 'wait', label: 'Wait' },
  { value: 'condition', label: 'Condition' },
  { value: 'update', label: 'Change the contact' },
  { value: 'webhook', label: 'Webhook' },
  { value: 'exit', label: 'Exit' },
] as const;
type StepType = (typeof STEP_TYPES)[number]['value'];

export const WAITS = [
  { value: 'minutes', label: 'For a duration' },
  { value: 'weekdays', label: 'Until a time on a weekday' },
  { value: 'event', label: 'Until an event' },
  { value: 'filter', label: 'Until the contact matches conditions' },
] as const;

export const TIME_ZONES = [
  { value: 'account', label: 'The account’s time zone' },
  { value: 'contact', label: 'The contact’s time zone' },
] as const;

export const TESTS = [
  { value: 'event', label: 'An event has occurred' },
  { value: 'filter', label: 'The contact matches conditions' },
  { value: 'event_property', label: 'A property of the event' },
] as const;

export const OPERATORS = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'greater_than', label: 'is greater than' },
  { value: 'less_than', label: 'is less than' },
  { value: 'is_set', label: 'is set' },
  { value: 'is_not_set', label: 'is not set' },
] as const;

export const UNITS = [
  { value: 'minutes', label: 'minutes', minutes: 1 },
  { value: 'hours', label: 'hours', minutes: 60 },
  { value: 'days', label: 'days', minutes: 24 * 60 },
] as const;

/** The input in the dialog for a step. */
export interface Draft {
  readonly type: StepType;
  readonly wait: (typeof WAITS)[number]['value'];
  readonly test: (typeof TESTS)[number]['value'];
  readonly number: string;
  readonly unit: (typeof UNITS)[number]['value'];
  readonly weekdays: readonly string[];
  readonly time: string;
  readonly timezone: (typeof TIME_ZONES)[number]['value'];
  readonly event: string;
  readonly property: string;
  readonly operator: (typeof OPERATORS)[number]['value'];
  readonly value: string;
  readonly filter: Filter;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly addLists: readonly string[];
  readonly removeLists: readonly string[];
  readonly setFields: FlowStep['set_fields'];
  readonly name: string;
}

const BLANK: Draft = {
  type: 'wait',
  wait: 'minutes',
  test: 'event',
  number: '1',
  unit: 'days',
  weekdays: ['1'],
  time: '09:00',
  timezone: 'account',
  event: '',
  property: '',
  operator: 'is',
  value: '',
  filter: {},
  addTags: [],
  removeTags: [],
  addLists: [],
  removeLists: [],
  setFields: undefined,
  name: '',
};

/**
 * Returns whether the dialog can edit the step. It supports conditions with exactly one test, but not emails and exits.
 * Pure.
 */
export function isEditable({ event, event_property: property, filter, type }: FlowStep): boolean {
  if (type === 'exit' || type === 'email') return false;
  return type !== 'condition' || [event, property, filter].filter((test) => test !== undefined).length === 1;
}

/** Returns the input for an existing step, or for a new step if there is none. Pure. */
export function draftOf(step: FlowStep | undefined): Draft {
  if (!step || step.type === 'email') return BLANK;
  const { filter = {}, name = '', set_fields: setFields, type } = step;
  return { ...BLANK, ...waitIn(step), ...testIn(step), ...idsIn(step), type, filter, name, setFields };
}

function waitIn(step: FlowStep): Partial<Draft> {
  const wait = WAITS.find(({ value }) => step[value] !== undefined)?.value ?? 'minutes';
  const minutes = step.minutes ?? step.timeout_minutes;
  const { time = '', timezone = 'account', weekdays } = step;
  const unit = UNITS.findLast((each) => (minutes ?? 0) % each.minutes === 0) ?? UNITS[0];
  return {
    wait,
    ...(minutes !== undefined && { number: String(minutes / unit.minutes), unit: unit.value }),
    ...(weekdays && { weekdays: weekdays.map(String), time, timezone }),
  };
}

function testIn(step: FlowStep): Partial<Draft> {
  const { event = '', event_property: property } = step;
  const test = TESTS.find(({ value }) => step[value] !== undefined)?.value ?? 'event';
  if (!property) return { test, event };
  return { test, event, property: property.name, operator: property.operator, value: property.value ?? '' };
}

function idsIn({
  add_list_ids: addLists = [],
  add_tag_ids: addTags = [],
  remove_list_ids: removeLists = [],
  remove_tag_ids: removeTags = [],
}: FlowStep): Partial<Draft> {
  return {
    addLists: addLists.map(String),
    addTags: addTags.map(String),
    removeLists: removeLists.map(String),
    removeTags: removeTags.map(String),
  };
}

/** Converts the input to a step as in API requests. Pure. */
export function bodyOf(draft: Draft): StepBody {
  const { type } = draft;
  switch (type) {
    case 'wait':
      return { type, ...waitOf(draft) };
    case 'condition':
      return { type, ...testOf(draft) };
    case 'update':
      return { type, ...changesOf(draft) };
    case 'webhook':
      return { type, name: draft.name };
    default:
      return { type };
  }
}

function waitOf({ event, filter, number, time, timezone, unit, wait, weekdays }: Draft): object {
  const minutes = Number(number) * (UNITS.find(({ value }) => value === unit)?.minutes ?? 1);
  switch (wait) {
    case 'minutes':
      return { minutes };
    case 'weekdays':
      return { weekdays: weekdays.map(Number), time, ...(timezone === 'contact' && { timezone }) };
    case 'event':
      return { event, timeout_minutes: minutes };
    case 'filter':
      return { filter, timeout_minutes: minutes };
  }
}

function testOf({ event, filter, operator, property: name, test, value }: Draft): object {
  if (test === 'event') return { event };
  if (test === 'filter') return { filter };
  const hasValue = operator !== 'is_set' && operator !== 'is_not_set';
  return { event_property: { name, operator, ...(hasValue && { value }) } };
}

function changesOf({ addLists, addTags, removeLists, removeTags, setFields }: Draft): object {
  const some = (name: string, ids: readonly string[]) => (ids.length > 0 ? { [name]: ids.map(Number) } : {});
  return {
    ...some('add_tag_ids', addTags),
    ...some('remove_tag_ids', removeTags),
    ...some('add_list_ids', addLists),
    ...some('remove_list_ids', removeLists),
    ...(setFields && { set_fields: setFields }),
  };
}
