import type { Answer } from '../../api.ts';
import { plural } from '../../words.ts';

/** An automation and its emails, as in API responses. */
export type Automation = Answer<'GET /automations/{id}'>;
/** An email of an automation and its results. */
export type Item = Automation['automation_items'][number];
export type Trigger = Automation['automation_triggers'][number];

const DAY_HOURS = 24;

/** Operations whose responses change when an automation changes. */
export const CHANGED = [
  'GET /automations',
  'GET /automations/{id}',
  'GET /automations/{id}/flow',
  'GET /automations/{id}/versions',
] as const;

/** Returns the delay of an email as text, such as `Wait 2 days`, `Wait 36 hours`, or `Immediately`. Pure. */
export function delayWords(hours: number): string {
  if (hours === 0) return 'Immediately';
  return hours % DAY_HOURS === 0 ? `Wait ${plural(hours / DAY_HOURS, 'day')}` : `Wait ${plural(hours, 'hour')}`;
}

/** Converts hours to the largest unit in which they are a whole number. Pure. */
export function delayParts(hours: number): { readonly number: number; readonly unit: 'hours' | 'days' } {
  return hours > 0 && hours % DAY_HOURS === 0
    ? { number: hours / DAY_HOURS, unit: 'days' }
    : { number: hours, unit: 'hours' };
}

/** Converts the result of `delayParts` back to hours. Pure. */
export function delayHours(number: number, unit: string): number {
  return unit === 'days' ? number * DAY_HOURS : number;
}

/** Returns the IDs with one of them moved to another index. Pure. */
export function withPlace(ids: readonly number[], id: number, place: number): readonly number[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/**
 * Splits text at empty lines, and returns the initial blocks of an email, one paragraph for each section of the text.
 * Pure.
 */
export function blocksOf(text: string): readonly { readonly type: string; readonly content: readonly object[] }[] {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => ({ type: 'paragraph', content: linesOf(part) }));
}

function linesOf(part: string): object[] {
  const nodes: object[] = [];
  for (const [at, line] of part.split('\n').entries()) {
    if (at > 0) nodes.push({ type: 'hardBreak' });
    if (line !== '') nodes.push({ type: 'text', text: line });
  }
  return nodes;
}

/** Describes when contacts can enter an automation again. Pure. */
export function reentryWords({ reentry, reentry_hours: hours }: Pick<Automation, 'reentry' | 'reentry_hours'>): string {
  if (reentry === 'never') return 'Each contact can enter only once.';
  const words =
    reentry === 'always'
      ? 'Contacts can enter again at any time and restart from the first step'
      : 'Contacts can enter again after they have finished';
  return hours === 0 ? `${words}.` : `${words}, at most every ${plural(hours, 'hour')}.`;
}

/** Describes a trigger on the date in a custom field. Pure. */
export function triggerDateWords({ days, every_year: isYearly }: Trigger, field: string): string {
  const distance = Math.abs(days ?? 0);
  const when =
    distance === 0
      ? 'On the date in'
      : `${plural(distance, 'day')} ${(days ?? 0) < 0 ? 'before' : 'after'} the date in`;
  return `${when} ${field}${isYearly ? ', every year' : ''}`;
}
