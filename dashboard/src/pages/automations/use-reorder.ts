import type { RefObject } from 'react';
import { useMove } from './use-move.ts';
import { withPlace } from './words.ts';

const KEYS = 'Use the arrow keys to move the email, Space to drop it, or Escape to cancel.';

/**
 * Lets the user move the steps of a list. Steps are found by their `data-step` attribute. During a move, steps only
 * change their position on the screen and not in the document, so that the drag handle keeps the focus. Calls `onMove`
 * with the new index if the user drops the step at a different position. `order` contains the IDs of the steps in the
 * order in which they are shown now.
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  onMove: (id: number, place: number) => void,
) {
  const { handleOf, lifted, said } = useMove<number>({
    current: (id) => ids.indexOf(id),
    isCurrent: (id, place) => ids[place] === id,
    neighbor: (_, place, offset) => Math.max(0, Math.min(place + offset, ids.length - 1)),
    nearest: (id, _, y) => placeAt(list.current, id, y),
    wordsFor: {
      lifted: (_, place) => `Email ${place + 1} of ${ids.length} picked up. ${KEYS}`,
      target: (place) => `Position ${place + 1} of ${ids.length}.`,
      moved: (place) => `Email moved to position ${place + 1} of ${ids.length}.`,
    },
    onDrop: onMove,
  });
  return { handleOf, liftedId: lifted?.id, order: lifted ? withPlace(ids, lifted.id, lifted.position) : ids, said };
}

/** Returns the number of other steps whose center is above a vertical position in the window. */
function placeAt(list: HTMLElement | null, id: number, y: number): number {
  const steps = [...(list?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
  return steps.filter((step) => {
    const { height, top } = step.getBoundingClientRect();
    return step.dataset['step'] !== String(id) && top + height / 2 < y;
  }).length;
}
