import { isDeepStrictEqual } from 'node:util';
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import type { StepInput } from './flow-schema.ts';
import type { StepRow } from './step-queries.ts';
import { flowOf, type PlacedStep } from './tree.ts';

/** Number of steps that differ between two versions of the steps. */
export const changesSchema = Type.Object(
  {
    added: Type.Integer({ description: 'Number of new steps.' }),
    removed: Type.Integer({ description: 'Number of removed steps.' }),
    changed: Type.Integer({ description: 'Number of steps whose settings or delay changed.' }),
    moved: Type.Integer({ description: 'Number of steps whose position changed.' }),
  },
  { $id: 'AutomationChanges' },
);
export type Changes = AnswerOf<typeof changesSchema>;

/** Counts the differences between the current steps, without removed ones, and the steps that replace them. Pure. */
export function changesBetween(current: readonly StepRow[], given: readonly StepInput[]): Changes {
  const kept = given.filter(({ id }) => id !== undefined);
  const byId = new Map(current.map((step) => [step.id, step]));
  const isChanged = ({ delayHours, id = 0, kind, settings }: StepInput): boolean => {
    const before = byId.get(id);
    if (!before) return false;
    if (kind === 'email') return delayHours !== undefined && delayHours !== before.delay_hours;
    // The stored settings have no properties that are undefined.
    return !isDeepStrictEqual(JSON.parse(JSON.stringify(settings)), before.settings);
  };
  const isElsewhere = ({ branch, id = 0, parent }: StepInput): boolean => {
    const before = byId.get(id);
    const parentId = parent === null ? null : given[parent]?.id;
    return before !== undefined && (before.branch !== branch || before.parent_id !== parentId);
  };
  const orders = kept.filter((step) => !isElsewhere(step)).map(({ id = 0 }) => byId.get(id)?.send_order ?? 0);
  return {
    added: given.length - kept.length,
    removed: current.length - kept.length,
    changed: kept.filter(isChanged).length,
    moved: kept.length - longestIncrease(orders),
  };
}

/**
 * Returns the length of the longest increasing subsequence, which is the number of steps that keep their order. Pure.
 */
function longestIncrease(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const before = lengths.filter((_, index) => index < at && (numbers[index] ?? 0) < number);
    lengths.push(Math.max(0, ...before) + 1);
  }
  return Math.max(0, ...lengths);
}

/** Returns a hash of the steps that are not removed, with their settings, delays, and positions. Pure. */
export function hashOfSteps(steps: readonly StepRow[]): Buffer {
  const parts = steps.flatMap(
    ({ branch, delay_hours: delay, id, is_deleted: isDeleted, kind, parent_id: parentId, settings }) =>
      isDeleted ? [] : [[id, kind, parentId, branch, delay, settings]],
  );
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/**
 * Returns the IDs of the steps with which the contacts of a removed step can continue, in order: the next remaining
 * step and, after each email, the following step, for contacts that have already received the email. Empty if the
 * automation ends for the contacts. `before` contains the steps before the change, and `after` those after it. Pure.
 */
export function nextRemaining(
  id: number,
  before: readonly PlacedStep[],
  after: readonly PlacedStep[],
): readonly number[] {
  const [earlier, later] = [flowOf(before), flowOf(after)];
  const current = new Map(after.flatMap((step) => (step.is_deleted ? [] : [[step.id, step.kind]])));
  let next = earlier.after(id);
  while (next !== null && !current.has(next)) next = earlier.after(next);
  const found: number[] = [];
  while (next !== null) {
    found.push(next);
    next = current.get(next) === 'email' ? later.after(next) : null;
  }
  return found;
}
