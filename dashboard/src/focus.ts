/** What may hold the focus for longer than a choice is made in it: neither menus nor lists that open for a moment. */
const PASSING = '[role=menu], [role=listbox]';
const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';
const DIALOG = '[role=dialog], [role=alertdialog]';
/** A page that shows no heading for so long shows a problem, or is looked at already. */
const HEADING_WAIT_MS = 10_000;

let lastUsed: HTMLElement | undefined;
let isByKeyboard = false;
/** What opened a dialog, by the dialog: one that is opened from another gives the focus back to what opened that one. */
const openers = new WeakMap<Element, Opener>();

/** What was in use when a dialog was opened, and the dialog that it is in. */
export interface Opener {
  readonly element: HTMLElement | undefined;
  readonly dialog: Element | undefined;
}

/** Follows what is used, by whatever means; once, before anything is shown. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => note(target), true);
  // Not every browser gives the focus to a button that is clicked.
  document.addEventListener('pointerdown', ({ target }) => note(target), true);
  document.addEventListener('pointerdown', () => (isByKeyboard = false), true);
  document.addEventListener('keydown', () => (isByKeyboard = true), true);
}

function note(target: EventTarget | null): void {
  if (!(target instanceof Element) || target.closest(PASSING)) return;
  const used = target.closest(FOCUSABLE);
  if (used instanceof HTMLElement) lastUsed = used;
}

/** What is in use now, to be given the focus again by `giveBack`. */
export function openerNow(): Opener {
  return { element: lastUsed, dialog: lastUsed?.closest(DIALOG) ?? undefined };
}

/** Keeps what opened a dialog for those that follow it. */
export function keepOpener(dialog: Element, opener: Opener): void {
  openers.set(dialog, opener);
}

/** Gives the focus back to what opened a dialog, unless something else has taken it; to the heading where it is gone. */
export function giveBack(opener: Opener): void {
  const active = document.activeElement;
  if (active && active !== document.body && active.isConnected) return;
  const { dialog, element } = opener;
  if (element?.isConnected === true) {
    element.focus();
    if (document.activeElement === element) return;
  }
  const before = dialog && openers.get(dialog);
  if (before) giveBack(before);
  else focusHeading();
}

let stopWaiting: (() => void) | undefined;

/**
 * Gives the focus to the heading of a page that was turned to, as soon as it is there: whoever hears the page hears where
 * they are. What takes the focus meanwhile keeps it.
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

/** Whether nothing is left to be waited for. */
function tryHeading(): boolean {
  const active = document.activeElement;
  const isTaken =
    active instanceof HTMLElement && active.closest(`main, ${DIALOG}`) !== null && active.id !== 'content';
  if (isTaken) return true;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return false;
  heading.tabIndex = -1;
  // A ring around a heading tells nothing to who clicked.
  heading.toggleAttribute('data-quiet', !isByKeyboard);
  heading.focus({ preventScroll: true });
  return true;
}
