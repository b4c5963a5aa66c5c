import { useEffect, useRef } from 'react';

/** Returns whether an element is a field, in which shortcuts are disabled. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=combobox]') !== null
  );
}

/**
 * Calls `onKey` for each key that is pressed without Ctrl, Alt, or Command, unless the focus is in a field, an element
 * with the role `dialog` exists, or the event has already been handled.
 */
export function useKeys(onKey: (key: string, event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      latest.current(event.key, event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
