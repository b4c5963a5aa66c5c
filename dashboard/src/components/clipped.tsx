import { useEffect, useState, type ReactNode, type RefObject } from 'react';

/** Text of one line that ends with an ellipsis where it does not fit; `ClippedTexts` shows the whole of it. */
export function Clipped({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span data-clip className="block truncate max-sm:whitespace-normal">
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
    const reach = (): void => {
      for (const each of root.querySelectorAll<HTMLElement>('[data-clip]')) {
        if (isClipped(each) && each.closest('a') === null) each.tabIndex = 0;
        else each.removeAttribute('tabindex');
      }
    };
    const show = (clip: HTMLElement | null | undefined): void => {
      if (!clip || !isClipped(clip)) return setShown(undefined);
      const { bottom, left } = clip.getBoundingClientRect();
      setShown((known) =>
        known?.top === bottom && known.left === left ? known : { text: clip.textContent, left, top: bottom },
      );
    };
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
    const hide = (): void => setShown(undefined);
    const onKey = ({ key }: KeyboardEvent): void => (key === 'Escape' ? hide() : undefined);
    const watch = new ResizeObserver(reach);
    watch.observe(root);
    const rows = new MutationObserver(reach);
    rows.observe(root, { childList: true, subtree: true, characterData: true });
    root.addEventListener('pointermove', onPointer);
    root.addEventListener('pointerleave', hide);
    root.addEventListener('focusin', onFocus);
    root.addEventListener('focusout', hide);
    root.addEventListener('keydown', onKey);
    addEventListener('scroll', hide, true);
    return () => {
      watch.disconnect();
      rows.disconnect();
      root.removeEventListener('pointermove', onPointer);
      root.removeEventListener('pointerleave', hide);
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('focusout', hide);
      root.removeEventListener('keydown', onKey);
      removeEventListener('scroll', hide, true);
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

function isClipped(clip: HTMLElement): boolean {
  return clip.scrollWidth > clip.clientWidth;
}
