import { useEffect, useRef } from 'react';

/** Returns whether the user is typing text. Shortcuts are disabled while the user types. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=combobox]') !== null
  );
}

/** Calls `onKey` for each key that is pressed outside of fields and dialogs and without Ctrl, Alt, or Command. */
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
