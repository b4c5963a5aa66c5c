import type { Branch, TreeStep } from './flow-tree.ts';

/** A position between two steps, or at the end of a list of steps, to which a step can be moved. */
export interface Slot {
  /** The condition that contains the position, and its branch. Both are null outside of conditions. */
  readonly conditionId: number | null;
  readonly branch: Branch | null;
  /** Number of steps before the position in its list, including the step that is moved. */
  readonly index: number;
}

/** Returns the text that identifies a position. Pure. */
export function slotKey({ branch, conditionId, index }: Slot): string {
  return `${conditionId ?? ''}${branch ?? ''}:${index}`;
}

/**
 * Returns the positions to which a step can be moved, in the order in which they are shown. The first of the two
 * positions next to the step stands for its current position. No step can follow an exit, and an exit can only be the
 * last step of its list. Pure.
 */
export function slotsFor(steps: readonly TreeStep[], id: number): readonly Slot[] {
  const type = typeOf(steps, id);
  const within = (list: readonly TreeStep[], conditionId: number | null, branch: Branch | null): readonly Slot[] => {
    const at = list.findIndex((step) => step.id === id);
    const others = list.filter((step) => step.id !== id);
    const isPossible = (index: number): boolean => {
      if (at !== -1 && index === at) return true;
      if (at !== -1 && index === at + 1) return false;
      const before = at !== -1 && index > at ? index - 1 : index;
      return others[before - 1]?.type !== 'exit' && (type !== 'exit' || before === others.length);
    };
    const slots: Slot[] = [];
    for (let index = 0; index <= list.length; index += 1) {
      if (isPossible(index)) slots.push({ conditionId, branch, index });
      const step = list[index];
      if (step?.type !== 'condition' || step.id === undefined || step.id === id) continue;
      for (const each of ['yes', 'no'] as const) slots.push(...within(step[each] ?? [], step.id, each));
    }
    return slots;
  };
  return within(steps, null, null);
}

function typeOf(steps: readonly TreeStep[], id: number): TreeStep['type'] | undefined {
  return found(steps, id)?.type;
}

function found(steps: readonly TreeStep[], id: number): TreeStep | undefined {
  for (const step of steps) {
    const within = step.id === id ? step : (found(step.yes ?? [], id) ?? found(step.no ?? [], id));
    if (within) return within;
  }
  return undefined;
}

/** Returns the steps after one of them was moved to another position. Pure. */
export function movedTo(steps: readonly TreeStep[], id: number, slot: Slot): readonly TreeStep[] {
  const step = found(steps, id);
  if (!step) return steps;
  const rebuilt = (
    list: readonly TreeStep[],
    conditionId: number | null,
    branch: Branch | null,
  ): readonly TreeStep[] => {
    const isTarget = slot.conditionId === conditionId && slot.branch === branch;
    const placed: TreeStep[] = [];
    for (let index = 0; index <= list.length; index += 1) {
      if (isTarget && slot.index === index) placed.push(step);
      const each = list[index];
      if (each === undefined || each.id === id) continue;
      placed.push(each.type === 'condition' ? withBranches(each, rebuilt) : each);
    }
    return placed;
  };
  return rebuilt(steps, null, null);
}

function withBranches(
  condition: TreeStep,
  rebuilt: (list: readonly TreeStep[], conditionId: number | null, branch: Branch) => readonly TreeStep[],
): TreeStep {
  const { id = null, no = [], yes = [] } = condition;
  return { ...condition, yes: rebuilt(yes, id, 'yes'), no: rebuilt(no, id, 'no') };
}

/**
 * Describes a position for screen readers, such as `Before “Welcome”.` If the position is in a branch, adds the branch
 * and its condition. `wordsOf` returns the description of a step. Pure.
 */
export function slotWords(
  steps: readonly TreeStep[],
  { branch, conditionId, index }: Slot,
  wordsOf: (id: number) => string,
): string {
  const condition = conditionId === null ? undefined : found(steps, conditionId);
  const list = condition && branch ? (condition[branch] ?? []) : steps;
  const next = list[index]?.id;
  const where = branch === null ? '' : `, if ${branch}: ${wordsOf(conditionId ?? 0)}`;
  return `${next === undefined ? 'Last step' : `Before “${wordsOf(next)}”`}${where}.`;
}
