let isAnew = false;

/**
 * Reloads the page or loads another page, so that no data of the current page is kept. Does not ask about unsaved
 * changes.
 */
export function beginAnew(address?: string): void {
  isAnew = true;
  if (address === undefined) location.reload();
  else location.replace(address);
}

/** Returns whether the page is about to reload, because `beginAnew` has been called. */
export function isBeginningAnew(): boolean {
  return isAnew;
}
