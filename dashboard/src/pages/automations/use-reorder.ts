import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { withPlace } from './words.ts';

/** What is being moved, and where it would stand, counted from 0. */
interface Lifted {
  readonly id: number;
  readonly place: number;
  readonly by: 'keys' | 'pointer';
}

interface Reorder {
  /** The ids in the order in which they are shown now. */
  readonly order: readonly number[];
  readonly liftedId: number | undefined;
  /** What who hears the page is told. */
  readonly said: string;
  /** Of the button that moves one. */
  readonly handleOf: (id: number) => {
    readonly id: string;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onBlur: () => void;
  };
}

const KEYS = 'Use the arrow keys to move the email, Space to drop it, or Escape to cancel.';

/**
 * Lets the steps of a list be moved by their handles: by dragging, or by Space, the arrows and Space again, Escape to leave
 * it. A step is found by its `data-step`. Nothing moves in the document meanwhile, only on the page, so that the handle keeps
 * the focus; `onMove` is told the place, counted from 0, once it is let go elsewhere.
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

  function letGo(isKept: boolean): void {
    const { ids: before, lifted: held, onMove: tell } = latest.current;
    setLifted(undefined);
    if (!held) return;
    const isMoved = isKept && before[held.place] !== held.id;
    setSaid(isMoved ? `Dropped as email ${held.place + 1} of ${before.length}.` : 'Position unchanged.');
    if (isMoved) tell(held.id, held.place);
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
      if (isHeld) letGo(true);
      else lift(id, 'keys');
    } else if (isHeld && step !== undefined) moveTo(id, lifted.place + step, 'keys');
    else if (isHeld && event.key === 'Escape') letGo(false);
    else return;
    event.preventDefault();
  }

  function onPointerDown(id: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    lift(id, 'pointer');
    followPointer((y) => moveTo(id, placeAt(list.current, id, y), 'pointer'), letGo);
  }

  return {
    order: lifted ? withPlace(ids, lifted.id, lifted.place) : ids,
    liftedId: lifted?.id,
    said,
    handleOf: (id) => ({
      id: `move-${id}`,
      onKeyDown: (event) => onKeyDown(id, event),
      onPointerDown: (event) => onPointerDown(id, event),
      onBlur: () => lifted?.by === 'keys' && letGo(false),
    }),
  };
}

/** Tells how high the pointer is until it is let go, or taken away by the system. */
function followPointer(onMove: (y: number) => void, onEnd: (isKept: boolean) => void): void {
  const follow = ({ clientY }: globalThis.PointerEvent): void => onMove(clientY);
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

/** How many of the other steps have their middle above a height of the window. */
function placeAt(list: HTMLElement | null, id: number, y: number): number {
  const steps = [...(list?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  return steps.filter((step) => {
    const { height, top } = step.getBoundingClientRect();
    return step.dataset['step'] !== String(id) && top + height / 2 < y;
  }).length;
}
