let isStarting = false;

/**
 * Reloads the page or loads another page, so that no data of the current page is kept. Does not ask about unsaved
 * changes.
 */
export function reloadPage(address?: string): void {
  isStarting = true;
  if (address === undefined) location.reload();
  else location.replace(address);
}

/** Returns whether the page is about to reload, because `reloadPage` has been called. */
export function isReloading(): boolean {
  return isStarting;
}
