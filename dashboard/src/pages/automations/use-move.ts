import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

/** The item that the user is moving, and the position at which it would be dropped. */
interface Lifted<Position> {
  readonly id: number;
  readonly position: Position;
  readonly by: 'keys' | 'pointer';
}

/** Properties of a drag handle. */
interface Handle {
  readonly id: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onBlur: () => void;
}

/** The positions of a list or tree, and the texts that screen readers announce. */
interface Moves<Position> {
  readonly current: (id: number) => Position | undefined;
  readonly isCurrent: (id: number, position: Position) => boolean;
  /** Returns the position before (-1) or after (1) another position. */
  readonly neighbor: (id: number, position: Position, offset: number) => Position | undefined;
  /** Returns the position that is nearest to a point in the window. */
  readonly nearest: (id: number, x: number, y: number) => Position | undefined;
  readonly wordsFor: {
    readonly lifted: (id: number, position: Position) => string;
    readonly target: (position: Position) => string;
    readonly moved: (position: Position) => string;
  };
  readonly onDrop: (id: number, position: Position) => void;
}

/**
 * Lets the user move an item: by dragging its handle, or with Space, the arrow keys, and Space again. Escape cancels
 * the move, and so does leaving the handle during a move with the keyboard. Calls `onDrop` if the user drops the item
 * at a different position.
 */
export function useMove<Position>(moves: Moves<Position>): {
  readonly lifted: Lifted<Position> | undefined;
  /** Text that screen readers announce. */
  readonly said: string;
  readonly handleOf: (id: number) => Handle;
} {
  const [lifted, held, hold] = useLifted<Position>();
  const [said, setSaid] = useState('');
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });

  function lift(id: number, by: Lifted<Position>['by']): void {
    const position = moves.current(id);
    if (position === undefined) return;
    hold({ id, position, by });
    setSaid(moves.wordsFor.lifted(id, position));
  }

  function drop(isKept: boolean): void {
    const dropped = held.current;
    hold(undefined);
    if (!dropped) return;
    const { id, position } = dropped;
    const { isCurrent, onDrop, wordsFor } = latest.current;
    const isMoved = isKept && !isCurrent(id, position);
    setSaid(isMoved ? wordsFor.moved(position) : 'Position unchanged.');
    if (isMoved) onDrop(id, position);
  }

  function target(id: number, position: Position | undefined, by: Lifted<Position>['by']): void {
    if (position === undefined || position === held.current?.position) return;
    hold({ id, position, by });
    setSaid(latest.current.wordsFor.target(position));
  }

  return { lifted, said, handleOf: (id) => handleOf(id, moves, { lifted, lift, drop, target }) };
}

/** State and actions of a move. */
interface Moving<Position> {
  readonly lifted: Lifted<Position> | undefined;
  readonly lift: (id: number, by: Lifted<Position>['by']) => void;
  readonly drop: (isKept: boolean) => void;
  readonly target: (id: number, position: Position | undefined, by: Lifted<Position>['by']) => void;
}

function handleOf<Position>(id: number, moves: Moves<Position>, moving: Moving<Position>): Handle {
  const { drop, lift, lifted, target } = moving;
  const mine = lifted?.id === id ? lifted : undefined;
  return {
    id: `move-${id}`,
    onKeyDown(event) {
      const offset = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (event.key === ' ' || event.key === 'Enter') {
        if (mine) drop(true);
        else lift(id, 'keys');
      } else if (mine && offset !== undefined) target(id, moves.neighbor(id, mine.position, offset), 'keys');
      else if (mine && event.key === 'Escape') drop(false);
      else return;
      event.preventDefault();
    },
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
      lift(id, 'pointer');
      followPointer((x, y) => target(id, moves.nearest(id, x, y), 'pointer'), drop);
    },
    onBlur: () => lifted?.by === 'keys' && drop(false),
  };
}

/**
 * Returns the lifted item as state and as a reference, and a function that replaces it. The reference is necessary
 * because the pointer can be released before the latest position is rendered.
 */
function useLifted<Position>() {
  const [lifted, setLifted] = useState<Lifted<Position>>();
  const held = useRef<Lifted<Position>>(undefined);
  const hold = (next: Lifted<Position> | undefined): void => {
    held.current = next;
    setLifted(next);
  };
  return [lifted, held, hold] as const;
}

/** Reports the position of the pointer until the user releases the pointer or the system cancels the drag. */
function followPointer(onMove: (x: number, y: number) => void, onEnd: (isKept: boolean) => void): void {
  const follow = ({ clientX, clientY }: globalThis.PointerEvent): void => onMove(clientX, clientY);
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
