import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { withPlace } from './words.ts';

/** The step that the user is moving, and its new index. */
interface Lifted {
  readonly id: number;
  readonly place: number;
  readonly by: 'keys' | 'pointer';
}

interface Reorder {
  /** The IDs of the steps in the order in which they are shown now. */
  readonly order: readonly number[];
  readonly liftedId: number | undefined;
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

const KEYS = 'Use the arrow keys to move the email, Space to drop it, or Escape to cancel.';

/**
 * Lets the user move the steps of a list with drag handles: by dragging, or with Space, the arrow keys, and Space
 * again. Escape cancels the move. Steps are found by their `data-step` attribute. During a move, steps only change
 * their position on the screen and not in the document, so that the drag handle keeps the focus. Calls `onMove` with
 * the new index if the user drops the step at a different position.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  onMove: (id: number, place: number) => void,
): Reorder {
  const [lifted, setLifted] = useState<Lifted>();
  const [said, setSaid] = useState('');
  const latest = useRef({ lifted, ids, onMove });
  useEffect(() => {
    latest.current = { lifted, ids, onMove };
  });

  function lift(id: number, by: Lifted['by']): void {
    const place = ids.indexOf(id);
    setLifted({ id, place, by });
    setSaid(`Email ${place + 1} of ${ids.length} picked up. ${KEYS}`);
  }

  function drop(isKept: boolean): void {
    const { ids: before, lifted: held, onMove: report } = latest.current;
    setLifted(undefined);
    if (!held) return;
    const isMoved = isKept && before[held.place] !== held.id;
    setSaid(isMoved ? `Email moved to position ${held.place + 1} of ${before.length}.` : 'Position unchanged.');
    if (isMoved) report(held.id, held.place);
  }

  function moveTo(id: number, place: number, by: Lifted['by']): void {
    const at = Math.max(0, Math.min(place, ids.length - 1));
    if (at === latest.current.lifted?.place) return;
    setLifted({ id, place: at, by });
    setSaid(`Position ${at + 1} of ${ids.length}.`);
  }

  function onKeyDown(id: number, event: KeyboardEvent): void {
    const isHeld = lifted?.id === id;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      if (isHeld) drop(true);
      else lift(id, 'keys');
    } else if (isHeld && step !== undefined) moveTo(id, lifted.place + step, 'keys');
    else if (isHeld && event.key === 'Escape') drop(false);
    else return;
    event.preventDefault();
  }

  function onPointerDown(id: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    lift(id, 'pointer');
    followPointer((y) => moveTo(id, placeAt(list.current, id, y), 'pointer'), drop);
  }

  return {
    order: lifted ? withPlace(ids, lifted.id, lifted.place) : ids,
    liftedId: lifted?.id,
    said,
    handleOf: (id) => ({
      id: `move-${id}`,
      onKeyDown: (event) => onKeyDown(id, event),
      onPointerDown: (event) => onPointerDown(id, event),
      onBlur: () => lifted?.by === 'keys' && drop(false),
    }),
  };
}

/** Reports the position of the pointer until the user releases the pointer or the system cancels the drag. */
export function followPointer(onMove: (y: number, x: number) => void, onEnd: (isKept: boolean) => void): void {
  const follow = ({ clientX, clientY }: globalThis.PointerEvent): void => onMove(clientY, clientX);
  const finish = ({ type }: globalThis.PointerEvent): void => {
    globalThis.removeEventListener('pointermove', follow);
    globalThis.removeEventListener('pointerup', finish);
    globalThis.removeEventListener('pointercancel', finish);
    onEnd(type === 'pointerup');
  };
  globalThis.addEventListener('pointermove', follow);
  globalThis.addEventListener('pointerup', finish);
  globalThis.addEventListener('pointercancel', finish);
}

/** Returns the number of other steps whose center is above a vertical position in the window. */
function placeAt(list: HTMLElement | null, id: number, y: number): number {
  const steps = [...(list?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  return steps.filter((step) => {
    const { height, top } = step.getBoundingClientRect();
    return step.dataset['step'] !== String(id) && top + height / 2 < y;
  }).length;
}
