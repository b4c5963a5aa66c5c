import { useEffect, useState, type ReactNode, type RefObject } from 'react';

/** Text of one line, of two on a telephone, that ends with an ellipsis where it does not fit; `ClippedTexts` shows the whole of it. */
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
 * Shows the whole of what is clipped inside, beside it: to the pointer that rests on it and to the focus. What is clipped and
 * stands in no link of its own can be reached with Tab for that. Its state is its own, so that rows are not drawn for it.
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
    // Those who listen have heard the whole text: it is clipped for the eye only.
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

/** Keeps what is clipped within reach of Tab, as rows and widths change; what it gives ends that. */
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

/** Tells what is clipped under the pointer or has the focus, and undefined when nothing does; what it gives ends that. */
function watchClipped(root: HTMLElement, tell: (clip: HTMLElement | undefined) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const show = (clip: HTMLElement | null | undefined): void => tell(clip && isClipped(clip) ? clip : undefined);
  const hide = (): void => tell(undefined);
  const onPointer = ({ clientX, clientY, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return;
    // The link of a row lies above its cells.
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
