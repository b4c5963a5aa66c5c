import type { ReactNode } from 'react';
import { GripVertical } from 'lucide-react';
import type { Drag } from './use-drag.ts';

/** Renders the button with which a step is moved. */
export function DragHandle({
  handle,
  isLifted,
  label,
}: {
  readonly handle: ReturnType<Drag['handleOf']>;
  readonly isLifted: boolean;
  readonly label: string;
}): ReactNode {
  return (
    <button
      type="button"
      {...handle}
      aria-label={label}
      aria-pressed={isLifted}
      title="Drag, or press Space and use the arrow keys"
      className="flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:cursor-grabbing max-sm:size-10"
    >
      <GripVertical className="size-4" aria-hidden />
    </button>
  );
}

/** Marks a step that exists only in the draft. */
export function NewMark(): ReactNode {
  return <p className="mt-1 text-sm text-ink-3">New in this draft</p>;
}
