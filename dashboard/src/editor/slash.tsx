import { useEffect, useState, type ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { kindsFor, type Kind } from './kinds.ts';

/** State of the block menu, which opens when the user types a slash. */
export interface Slash {
  readonly kinds: readonly Kind[];
  /** Index of the entry that is chosen when the user presses Enter. */
  readonly active: number;
  readonly at: { readonly left: string; readonly top: number } | undefined;
  readonly take: (kind: Kind) => void;
  /** Handles a key press. Returns false if the key has no function in the menu. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const NONE: readonly Kind[] = [];

/** Tracks the text that the user types after a slash at the start of a paragraph. */
export function useSlash(editor: Editor, put: (kind: Kind) => void): Slash {
  const [active, setActive] = useState(0);
  /** The text that the user had typed when the menu was closed. The menu stays closed until the text changes. */
  const [closed, setClosed] = useState('');
  const typed = useEditorState({ editor, selector: ({ editor: now }) => typedIn(now) });
  useEffect(() => setActive(0), [typed]);
  const kinds = typed === undefined || typed === closed ? NONE : kindsFor(typed.slice(1));
  const take = (kind: Kind): void => {
    const { $from } = editor.state.selection;
    editor.view.dispatch(editor.state.tr.delete($from.start(), $from.end()));
    put(kind);
  };
  const step = (by: number): void => setActive((active + by + kinds.length) % kinds.length);
  const acts: Readonly<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => kinds[active] && take(kinds[active]),
    Escape: () => setClosed(typed ?? ''),
  };
  const isOpen = kinds.length > 0;
  useEffect(() => describe(editor, isOpen ? active : undefined), [editor, isOpen, active]);
  return {
    kinds,
    active,
    at: isOpen ? placeOf(editor) : undefined,
    take,
    onKey: (event) => {
      const act = isOpen && !event.altKey ? acts[event.key] : undefined;
      act?.();
      return act !== undefined;
    },
  };
}

/**
 * Returns the slash and the text after it. Returns undefined if the paragraph contains anything else or if the caret is
 * not at the end of the paragraph.
 */
function typedIn({ state: { selection } }: Editor): string | undefined {
  const { $from, empty } = selection;
  const { parent } = $from;
  const isTyped = empty && parent.type.name === 'paragraph' && $from.parentOffset === parent.content.size;
  return isTyped && /^\/[\w ]{0,20}$/.test(parent.textContent) ? parent.textContent : undefined;
}

function placeOf({ state, view }: Editor): Slash['at'] {
  const caret = view.coordsAtPos(state.selection.from);
  const around = view.dom.closest('.relative')?.getBoundingClientRect();
  return (
    around && {
      // Position the menu at the caret, but within the width of the container.
      left: `max(0.5rem, min(${caret.left - around.left}px, 100% - 14.5rem))`,
      top: caret.bottom - around.top + 4,
    }
  );
}

/**
 * Announces the active entry to screen readers, because the focus stays in the text. Removes the announcement if
 * `active` is undefined.
 */
function describe({ view }: Editor, active: number | undefined): void {
  if (active === undefined) {
    view.dom.removeAttribute('aria-activedescendant');
    view.dom.removeAttribute('aria-controls');
    return;
  }
  view.dom.setAttribute('aria-activedescendant', `pr-slash-${active}`);
  view.dom.setAttribute('aria-controls', 'pr-slash');
}

/** Renders the menu of `useSlash` below the caret. */
export function SlashMenu({ slash: { active, at, kinds, take } }: { readonly slash: Slash }): ReactNode {
  if (!at) return null;
  return (
    <div
      id="pr-slash"
      role="listbox"
      aria-label="Blocks"
      className="absolute z-20 max-h-72 w-56 overflow-y-auto card py-1"
      style={at}
    >
      {kinds.map((kind, index) => (
        <div
          key={kind.label}
          id={`pr-slash-${index}`}
          role="option"
          aria-selected={index === active}
          ref={(row) => (index === active ? row?.scrollIntoView({ block: 'nearest' }) : undefined)}
          // The default action would move the caret.
          onMouseDown={(event) => {
            event.preventDefault();
            take(kind);
          }}
          className="flex items-center gap-2.5 px-3 py-1.5 select-none hover:bg-sunken aria-selected:bg-sunken max-sm:py-2.5"
        >
          <kind.icon className="size-4 text-ink-3" aria-hidden />
          {kind.label}
        </div>
      ))}
    </div>
  );
}
