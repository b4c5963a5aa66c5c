import { useEffect, useState, type ReactNode, type RefObject } from 'react';

/**
 * Renders text that is truncated with an ellipsis after one line, or after two lines on phones. `ClippedTexts` shows
 * the full text.
 */
export function Clipped({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span data-clip className="block truncate max-sm:line-clamp-2 max-sm:whitespace-normal">
      {children}
    </span>
  );
}

interface Shown {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

/**
 * Shows the full text of a truncated element when the element is hovered or focused. Makes truncated elements focusable
 * with Tab unless they are part of a link. This component holds the state itself, so that changes do not rerender table
 * rows.
 */
export function ClippedTexts({ inside }: { readonly inside: RefObject<HTMLElement | null> }): ReactNode {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    const root = inside.current;
    if (!root) return;
    const stopReaching = makeReachable(root);
    const stopWatching = watchClipped(root, (clip) => {
      if (!clip) return setShown(undefined);
      const { bottom, left } = clip.getBoundingClientRect();
      setShown((known) =>
        known?.top === bottom && known.left === left ? known : { text: clip.textContent, left, top: bottom },
      );
    });
    return () => {
      stopReaching();
      stopWatching();
    };
  }, [inside]);
  if (!shown) return null;
  return (
    // Hidden from screen readers, because they read the full text of the truncated element.
    <div
      aria-hidden
      data-full-text
      style={{ left: Math.max(8, Math.min(shown.left, innerWidth - 440)), top: shown.top + 2 }}
      className="pointer-events-none fixed z-40 max-w-[min(27rem,calc(100vw-1rem))] card px-2.5 py-1.5 text-sm"
    >
      {shown.text}
    </div>
  );
}

/**
 * Makes truncated elements focusable, and updates them when rows or widths change. Returns a function that stops the
 * updates.
 */
function makeReachable(root: HTMLElement): () => void {
  const reach = (): void => {
    for (const each of root.querySelectorAll<HTMLElement>('[data-clip]')) {
      if (isClipped(each) && each.closest('a') === null) each.tabIndex = 0;
      else each.removeAttribute('tabindex');
    }
  };
  const widths = new ResizeObserver(reach);
  widths.observe(root);
  const rows = new MutationObserver(reach);
  rows.observe(root, { childList: true, subtree: true, characterData: true });
  return () => {
    widths.disconnect();
    rows.disconnect();
  };
}

/**
 * Calls `report` with the truncated element that is hovered or focused, or with undefined if no truncated element is
 * hovered or focused. Returns a function that stops the calls.
 */
function watchClipped(root: HTMLElement, report: (clip: HTMLElement | undefined) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const show = (clip: HTMLElement | null | undefined): void => report(clip && isClipped(clip) ? clip : undefined);
  const hide = (): void => report(undefined);
  const onPointer = ({ clientX, clientY, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    // A row's link covers the cells of the row, so look for the element below the pointer.
    const under = document.elementsFromPoint(clientX, clientY);
    show(under.map((each) => each.closest<HTMLElement>('[data-clip]')).find((clip) => clip !== null));
  };
  const onFocus = ({ target }: FocusEvent): void => {
    const element = target instanceof HTMLElement && target.matches(':focus-visible') ? target : undefined;
    show(element?.matches('[data-clip]') ? element : element?.querySelector<HTMLElement>('[data-clip]'));
  };
  root.addEventListener('pointermove', onPointer, { signal });
  root.addEventListener('focusin', onFocus, { signal });
  root.addEventListener('pointerleave', hide, { signal });
  root.addEventListener('focusout', hide, { signal });
  root.addEventListener('keydown', ({ key }) => (key === 'Escape' ? hide() : undefined), { signal });
  addEventListener('scroll', hide, { capture: true, signal });
  return () => ended.abort();
}

function isClipped(clip: HTMLElement): boolean {
  return clip.scrollWidth > clip.clientWidth || clip.scrollHeight > clip.clientHeight + 1;
}
