import { useEffect, useRef, useState, type DragEvent, type PointerEvent, type ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { GripVertical } from 'lucide-react';
import { blockAt } from './places.ts';

/** The block under the pointer, and where its grip is, from the corner of what is around the text. */
interface Held {
  readonly pos: number;
  readonly left: number;
  readonly top: number;
}

const WIDTH = 22;

/**
 * What stands around the text, with a grip beside the block under the pointer, by which it is dragged elsewhere. For who has a
 * mouse: keyboards and telephones move blocks by the keys and buttons of the settings.
 */
export function WithGrip({ children, editor }: { readonly editor: Editor; readonly children: ReactNode }): ReactNode {
  const around = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<Held>();
  useEffect(() => {
    // What stood under the pointer stands elsewhere then.
    const forget = (): void => setHeld(undefined);
    editor.on('update', forget);
    return () => void editor.off('update', forget);
  }, [editor]);
  const look = (event: PointerEvent): void => {
    // By the grip it is the block that it belongs to.
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
  // Beside a block, where the grip stands, is within it as well.
  const left = Math.min(Math.max(event.clientX, text.left + WIDTH + 4), text.right - WIDTH);
  const place = blockAt(view.state.doc, view.posAtCoords({ left, top: event.clientY }));
  const shown = place && view.nodeDOM(place.pos);
  if (!place || !(shown instanceof HTMLElement)) return undefined;
  const [box, corner] = [shown.getBoundingClientRect(), around.getBoundingClientRect()];
  if (event.clientY < box.top - WIDTH || event.clientY > box.bottom + WIDTH) return undefined;
  return { pos: place.pos, left: Math.max(box.left - WIDTH, text.left) - corner.left, top: box.top - corner.top };
}

/** Begins to drag a block, as the text itself begins it with what is selected. */
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
