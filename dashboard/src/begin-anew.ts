let isAnew = false;

/** Reloads the page or loads another one, so that none of its data is kept. Does not ask about unsaved changes. */
export function beginAnew(address?: string): void {
  isAnew = true;
  if (address === undefined) location.reload();
  else location.replace(address);
}

/** Returns whether `beginAnew` is reloading the page. */
export function isBeginningAnew(): boolean {
  return isAnew;
}
