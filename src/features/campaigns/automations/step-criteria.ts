import type { Fail } from '../../../http/resource/input.ts';
import { filterOrNull } from './exits.ts';
import { propertyTestOf } from './property-test.ts';
import type { StepSettings } from './steps.ts';
import { eventNameOf } from './triggers-input.ts';

type Json = Readonly<Record<string, unknown>>;

/** Parses the criteria of a condition. */
export function conditionOf(given: Json, fail: Fail): StepSettings {
  const tests = ['filter', 'event', 'event_property'].filter((key) => given[key] !== undefined);
  if (tests.length === 0) fail('filter', '`event`, or `event_property` is required.');
  const test = given['event_property'] === undefined ? undefined : propertyTestOf(given['event_property'], fail);
  return {
    ...(given['filter'] !== undefined && filterOf(given, fail)),
    ...(given['event'] !== undefined && eventOf(given, fail)),
    ...(test && { event_property: test }),
  };
}

/** Parses the name of the event that a step tests or waits for. */
export function eventOf({ event }: Json, fail: Fail): { readonly event: string } {
  if (typeof event === 'string') return { event: eventNameOf(event, 'event', fail) };
  fail('event', 'must be the name of an event.');
  return { event: '' };
}

/** Parses the filter that a step tests or waits for. */
export function filterOf({ filter: given }: Json, fail: Fail): { readonly filter: Json } {
  if (given === null) fail('filter', 'must be a filter.');
  return { filter: filterOrNull(given, 'filter', fail) ?? {} };
}
