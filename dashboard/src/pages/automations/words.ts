import type { Answer } from '../../api.ts';
import { plural } from '../../words.ts';

/** An automation with its mails, as its page shows it. */
export type Automation = Answer<'GET /automations/{id}'>;
/** A mail of an automation, with what became of it. */
export type Item = Automation['automation_items'][number];
export type Trigger = Automation['automation_triggers'][number];

const DAY_HOURS = 24;

/** Readings that are old once an automation was changed. */
export const CHANGED = ['GET /automations', 'GET /automations/{id}'] as const;

/** How long a mail waits: `Wait 2 days`, `Wait 36 hours`, `At once`. Pure. */
export function delayWords(hours: number): string {
  if (hours === 0) return 'Immediately';
  return hours % DAY_HOURS === 0 ? `Wait ${plural(hours / DAY_HOURS, 'day')}` : `Wait ${plural(hours, 'hour')}`;
}

/** Hours as a number of the greatest unit that they are whole in. Pure. */
export function delayParts(hours: number): { readonly number: number; readonly unit: 'hours' | 'days' } {
  return hours > 0 && hours % DAY_HOURS === 0
    ? { number: hours / DAY_HOURS, unit: 'days' }
    : { number: hours, unit: 'hours' };
}

/** The opposite of `delayParts`. Pure. */
export function delayHours(number: number, unit: string): number {
  return unit === 'days' ? number * DAY_HOURS : number;
}

/** Ids with one of them at another place, counted from 0. Pure. */
export function withPlace(ids: readonly number[], id: number, place: number): readonly number[] {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/** The blocks that an email begins with: a paragraph for each part of the text that an empty line divides. Pure. */
export function designOf(text: string): { readonly type: 'doc'; readonly content: readonly object[] } {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return {
    type: 'doc',
    content: parts.filter((part) => part !== '').map((part) => ({ type: 'paragraph', content: linesOf(part) })),
  };
}

function linesOf(part: string): object[] {
  const nodes: object[] = [];
  for (const [at, line] of part.split('\n').entries()) {
    if (at > 0) nodes.push({ type: 'hardBreak' });
    if (line !== '') nodes.push({ type: 'text', text: line });
  }
  return nodes;
}
