import { useEffect, useRef, useState, type DragEvent, type PointerEvent, type ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { GripVertical } from 'lucide-react';
import { blockAt } from './places.ts';

/** The block under the pointer, and the position of its drag handle relative to the element around the text. */
interface Held {
  readonly pos: number;
  readonly left: number;
  readonly top: number;
}

const WIDTH = 22;

/**
 * Renders an element around the text, and a drag handle next to the block under the pointer. The drag handle can only
 * be used with a mouse. With a touchscreen or keyboard, users move blocks with the buttons and shortcuts in the
 * settings.
 */
export function WithGrip({ children, editor }: { readonly editor: Editor; readonly children: ReactNode }): ReactNode {
  const around = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    // Hide the drag handle after a change, because the change can move another block under the pointer.
    const forget = (): void => setHeld(undefined);
    editor.on('update', forget);
    return () => void editor.off('update', forget);
  }, [editor]);
  const look = (event: PointerEvent): void => {
    // While the pointer is over the drag handle, keep the current block.
    if (event.pointerType !== 'mouse' || (event.target as Element).closest('.pr-grip') || event.buttons !== 0) return;
    if (around.current) setHeld(heldAt(editor, around.current, event));
  };
  return (
    <div ref={around} className="relative" onPointerMove={look} onPointerLeave={() => setHeld(undefined)}>
      {children}
      {held && (
        <div
          aria-hidden
          draggable
          title="Drag to move"
          className="pr-grip"
          style={{ left: held.left, top: held.top }}
          onDragStart={(event) => lift(editor, held.pos, event)}
          onDragEnd={() => {
            editor.view.dragging = null;
            setHeld(undefined);
          }}
        >
          <GripVertical className="size-4" />
        </div>
      )}
    </div>
  );
}

function heldAt({ view }: Editor, around: HTMLElement, event: PointerEvent): Held | undefined {
  const text = view.dom.getBoundingClientRect();
  // The area next to a block counts as part of the block, because it contains the drag handle.
  const left = Math.min(Math.max(event.clientX, text.left + WIDTH + 4), text.right - WIDTH);
  const place = blockAt(view.state.doc, view.posAtCoords({ left, top: event.clientY }));
  const shown = place && view.nodeDOM(place.pos);
  if (!place || !(shown instanceof HTMLElement)) return undefined;
  const [box, corner] = [shown.getBoundingClientRect(), around.getBoundingClientRect()];
  if (event.clientY < box.top - WIDTH || event.clientY > box.bottom + WIDTH) return undefined;
  return { pos: place.pos, left: Math.max(box.left - WIDTH, text.left) - corner.left, top: box.top - corner.top };
}

/** Starts dragging a block in the same way that the editor drags its selection. */
function lift({ view }: Editor, pos: number, { dataTransfer }: DragEvent): void {
  const selection = NodeSelection.create(view.state.doc, pos);
  view.dispatch(view.state.tr.setSelection(selection));
  const slice = selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  dataTransfer.clearData();
  dataTransfer.setData('text/html', [...dom.children].map((block) => block.outerHTML).join(''));
  dataTransfer.setData('text/plain', text);
  dataTransfer.effectAllowed = 'copyMove';
  const shown = view.nodeDOM(pos);
  if (shown instanceof HTMLElement) dataTransfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}
