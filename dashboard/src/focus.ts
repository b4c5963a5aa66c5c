/** Elements that hold the focus only briefly: menus and lists. */
const PASSING = '[role=menu], [role=listbox]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
const DIALOG = '[role=dialog], [role=alertdialog]';
/** A page that shows no heading for this many milliseconds shows a problem, or the user is already working on it. */
const HEADING_WAIT_MS = 10_000;

let lastUsed: HTMLElement | undefined;
let isByKeyboard = false;
/** Opener of each dialog. A dialog that was opened from another dialog returns the focus to the opener of that one. */
const openers = new WeakMap<Element, Opener>();

/** The element in use when a dialog was opened, and the dialog that contains it. */
export interface Opener {
  readonly element: HTMLElement | undefined;
  readonly dialog: Element | undefined;
}

/** Tracks the element in use, by pointer or keyboard. Call this once, before anything is rendered. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => note(target), true);
  // Some browsers do not focus a button when it is clicked.
  document.addEventListener('pointerdown', ({ target }) => note(target), true);
  document.addEventListener('pointerdown', () => (isByKeyboard = false), true);
  document.addEventListener('keydown', () => (isByKeyboard = true), true);
}

function note(target: EventTarget | null): void {
  if (!(target instanceof Element) || target.closest(PASSING)) return;
  const used = target.closest(FOCUSABLE);
  if (used instanceof HTMLElement) lastUsed = used;
}

/** Returns the element in use now, so that `returnFocus` can return the focus to it. */
export function openerNow(): Opener {
  return { element: lastUsed, dialog: lastUsed?.closest(DIALOG) ?? undefined };
}

/** Stores the opener of a dialog for dialogs that are opened from it. */
export function keepOpener(dialog: Element, opener: Opener): void {
  openers.set(dialog, opener);
}

/**
 * Returns the focus to the element that opened a dialog, unless something else has taken it. If the element no longer
 * exists, focuses the heading.
 */
export function returnFocus(opener: Opener): void {
  const active = document.activeElement;
  if (active && active !== document.body && active.isConnected) return;
  const { dialog, element } = opener;
  if (element?.isConnected === true) {
    element.focus();
    if (document.activeElement === element) return;
  }
  const before = dialog && openers.get(dialog);
  if (before) returnFocus(before);
  else focusHeading();
}

let stopWaiting: (() => void) | undefined;

/**
 * Focuses the heading of a new page as soon as it exists, so that screen readers announce the page. If another element
 * takes the focus first, it keeps it.
 */
export function focusHeading(): void {
  stopWaiting?.();
  if (tryHeading()) return;
  const observer = new MutationObserver(() => tryHeading() && stopWaiting?.());
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => stopWaiting?.(), HEADING_WAIT_MS);
  stopWaiting = () => {
    observer.disconnect();
    clearTimeout(timer);
    stopWaiting = undefined;
  };
}

/** Returns whether nothing is left to wait for. */
function tryHeading(): boolean {
  const active = document.activeElement;
  const isTaken =
    active instanceof HTMLElement && active.closest(`main, ${DIALOG}`) !== null && active.id !== 'content';
  if (isTaken) return true;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // Hide the focus ring on the heading if the user clicked.
  heading.toggleAttribute('data-quiet', !isByKeyboard);
  heading.focus({ preventScroll: true });
  return true;
}
