import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { slotKey, slotsFor, slotWords, type Slot } from './flow-slots.ts';
import type { TreeStep } from './flow-tree.ts';
import { followPointer } from './use-reorder.ts';

/** The step that the user is moving, and the position at which it would be dropped. */
interface Lifted {
  readonly id: number;
  readonly slot: Slot;
  readonly by: 'keys' | 'pointer';
}

/** The state of moving a step in a flow with branches. */
export interface Drag {
  readonly liftedId: number | undefined;
  /** Key of the position at which the step would be dropped. */
  readonly target: string | undefined;
  /** Text that screen readers announce. */
  readonly said: string;
  /** Returns the properties of a step's drag handle. */
  readonly handleOf: (id: number) => {
    readonly id: string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onBlur: () => void;
  };
}

const KEYS = 'Use the arrow keys to choose a position, Space to drop the step, or Escape to cancel.';
/** Share of the horizontal distance in the distance to a position, because the positions are below one another. */
const HORIZONTAL = 0.25;

/**
 * Lets the user move a step to any position in a flow, also into branches: by dragging its handle, or with Space, the
 * arrow keys, and Space again. Escape cancels the move. Positions are found by their `data-slot` attribute. The step
 * stays in place until it is dropped, so that the handle keeps the focus.
 */
export function useDrag(
  steps: readonly TreeStep[],
  wordsOf: (id: number) => string,
  onDrop: (id: number, slot: Slot) => void,
): Drag {
  const [lifted, held, hold] = useLifted();
  const [said, setSaid] = useState('');
  const report = useRef(onDrop);
  useEffect(() => {
    report.current = onDrop;
  });

  function lift(id: number, by: Lifted['by']): void {
    const slot = slotsFor(steps, id).find((each) => isCurrent(steps, id, each));
    if (slot) hold({ id, slot, by });
    setSaid(`“${wordsOf(id)}” picked up. ${KEYS}`);
  }

  function drop(isKept: boolean): void {
    const dropped = held.current;
    hold(undefined);
    if (!dropped) return;
    const isMoved = isKept && !isCurrent(steps, dropped.id, dropped.slot);
    setSaid(isMoved ? 'Step moved.' : 'Position unchanged.');
    if (isMoved) report.current(dropped.id, dropped.slot);
  }

  function target(id: number, slot: Slot | undefined, by: Lifted['by']): void {
    if (!slot) return;
    hold({ id, slot, by });
    setSaid(slotWords(steps, slot, wordsOf));
  }

  function onKeyDown(id: number, event: KeyboardEvent): void {
    const mine = lifted?.id === id ? lifted : undefined;
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (mine) drop(true);
      else lift(id, 'keys');
    } else if (mine && way !== undefined) target(id, neighbor(slotsFor(steps, id), mine.slot, way), 'keys');
    else if (mine && event.key === 'Escape') drop(false);
    else return;
    event.preventDefault();
  }

  function onPointerDown(id: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    lift(id, 'pointer');
    followPointer((y, x) => target(id, nearest(slotsFor(steps, id), x, y), 'pointer'), drop);
  }

  return {
    liftedId: lifted?.id,
    target: lifted && slotKey(lifted.slot),
    said,
    handleOf: (id) => ({
      id: `move-${id}`,
      onKeyDown: (event) => onKeyDown(id, event),
      onPointerDown: (event) => onPointerDown(id, event),
      onBlur: () => lifted?.by === 'keys' && drop(false),
    }),
  };
}

/** Returns the lifted step, also as a reference, because the pointer can be released before the latest position is rendered. */
function useLifted(): readonly [
  Lifted | undefined,
  { readonly current: Lifted | undefined },
  (next: Lifted | undefined) => void,
] {
  const [lifted, setLifted] = useState<Lifted>();
  const held = useRef<Lifted>(undefined);
  const hold = (next: Lifted | undefined): void => {
    held.current = next;
    setLifted(next);
  };
  return [lifted, held, hold];
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

/** Returns the position before or after another one. Pure. */
function neighbor(slots: readonly Slot[], slot: Slot, way: number): Slot | undefined {
  return slots[Math.max(0, slots.findIndex((each) => slotKey(each) === slotKey(slot)) + way)];
}

/** Returns the position that is nearest to a point in the window. */
function nearest(slots: readonly Slot[], x: number, y: number): Slot | undefined {
  const distances = slots.map((slot) => {
    const box = document.querySelector(`[data-slot="${slotKey(slot)}"]`)?.getBoundingClientRect();
    return box ? Math.abs(y - box.top) + HORIZONTAL * Math.abs(x - box.left) : Infinity;
  });
  return slots[distances.indexOf(Math.min(...distances))];
}
