/** Matches menus and lists. The focus never returns to an element in them, because they disappear after use. */
const PASSING = '[role=menu], [role=listbox]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
const DIALOG = '[role=dialog], [role=alertdialog]';
/**
 * Maximum wait for the heading of a new page, in milliseconds. After this time, either the page has failed to load or
 * the user has already started to work.
 */
const HEADING_WAIT_MS = 10_000;

let lastUsed: HTMLElement | undefined;
let isByKeyboard = false;
/**
 * Opener of each dialog. If an opener was in a dialog that no longer exists, the focus returns to that dialog's opener.
 */
const openers = new WeakMap<Element, Opener>();

/** The element that was used to open a dialog, and the dialog that contains this element. */
export interface Opener {
  readonly element: HTMLElement | undefined;
  readonly dialog: Element | undefined;
}

/**
 * Tracks the element that the user is using with the pointer or keyboard. Must be called once, before anything is
 * rendered.
 */
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

/** Returns the element that the user used last. `returnFocus` can later move the focus back to this element. */
export function openerNow(): Opener {
  return { element: lastUsed, dialog: lastUsed?.closest(DIALOG) ?? undefined };
}

/**
 * Stores the element that opened a dialog. Another dialog that is opened from this dialog can then return the focus to
 * the same element.
 */
export function keepOpener(dialog: Element, opener: Opener): void {
  openers.set(dialog, opener);
}

/**
 * Moves the focus back to the element that opened a dialog, unless another element has taken the focus. If the opener
 * no longer exists, uses the opener of the dialog that contained it, or focuses the heading of the page.
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
 * Focuses the heading of a new page as soon as the heading exists, so that screen readers announce the page. Does
 * nothing if another element takes the focus first.
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

/**
 * Focuses the page's heading if it exists, unless the user has already moved the focus to the page or to a dialog.
 * Returns true if no further attempt is needed.
 */
function tryHeading(): boolean {
  const active = document.activeElement;
  const isTaken =
    active instanceof HTMLElement && active.closest(`main, ${DIALOG}`) !== null && active.id !== 'content';
  if (isTaken) return true;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // Hide the focus ring of the heading if the user navigated with the pointer.
  heading.toggleAttribute('data-quiet', !isByKeyboard);
  heading.focus({ preventScroll: true });
  return true;
}
