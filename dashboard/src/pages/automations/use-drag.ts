import { slotKey, slotsFor, slotWords, type Slot } from './flow-slots.ts';
import type { TreeStep } from './flow-tree.ts';
import { useMove } from './use-move.ts';

const KEYS = 'Use the arrow keys to choose a position, Space to drop the step, or Escape to cancel.';
/**
 * Weight of the horizontal distance relative to the vertical distance. It is low, because positions are below one
 * another.
 */
const HORIZONTAL = 0.25;

/** The result of `useDrag`. */
export type Drag = ReturnType<typeof useDrag>;

/**
 * Lets the user move a step to any position in a flow, also into branches. Positions are found by their `data-slot`
 * attribute. The step stays in place until it is dropped, so that the handle keeps the focus.
 */
export function useDrag(
  steps: readonly TreeStep[],
  wordsOf: (id: number) => string,
  onDrop: (id: number, slot: Slot) => void,
) {
  const { handleOf, lifted, said } = useMove<Slot>({
    current: (id) => slotsFor(steps, id).find((slot) => isCurrent(steps, id, slot)),
    isCurrent: (id, slot) => isCurrent(steps, id, slot),
    neighbor: (id, slot, offset) => neighbor(slotsFor(steps, id), slot, offset),
    nearest: (id, x, y) => nearest(slotsFor(steps, id), x, y),
    wordsFor: {
      lifted: (id) => `“${wordsOf(id)}” picked up. ${KEYS}`,
      target: (slot) => slotWords(steps, slot, wordsOf),
      moved: () => 'Step moved.',
    },
    onDrop,
  });
  /** `target` is the key of the position at which the step would be dropped. */
  return { handleOf, liftedId: lifted?.id, said, target: lifted && slotKey(lifted.position) };
}

/** Returns whether a position is where the step already is. Pure. */
function isCurrent(steps: readonly TreeStep[], id: number, { branch, conditionId, index }: Slot): boolean {
  const listOf = (some: readonly TreeStep[]): readonly TreeStep[] | undefined => {
    for (const step of some) {
      if (branch !== null && step.id === conditionId) return step[branch] ?? [];
      const within = listOf(step.yes ?? []) ?? listOf(step.no ?? []);
      if (within) return within;
    }
    return undefined;
  };
  const list = conditionId === null ? steps : (listOf(steps) ?? []);
  return list[index]?.id === id;
}

/**
 * Returns the position before or after another one. Before the first position, returns the first position. After the
 * last position, returns undefined. Pure.
 */
function neighbor(slots: readonly Slot[], slot: Slot, offset: number): Slot | undefined {
  return slots[Math.max(0, slots.findIndex((each) => slotKey(each) === slotKey(slot)) + offset)];
}

/** Returns the position that is nearest to a point in the window. */
function nearest(slots: readonly Slot[], x: number, y: number): Slot | undefined {
  const distances = slots.map((slot) => {
    const box = document.querySelector(`[data-slot="${slotKey(slot)}"]`)?.getBoundingClientRect();
    return box ? Math.abs(y - box.top) + HORIZONTAL * Math.abs(x - box.left) : Infinity;
  });
  return slots[distances.indexOf(Math.min(...distances))];
}
