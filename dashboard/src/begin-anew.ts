let isAnew = false;

/** Loads the page anew, here or elsewhere, so that nothing stays of what it holds; nobody is asked about what was filled in. */
export function beginAnew(address?: string): void {
  isAnew = true;
  if (address === undefined) location.reload();
  else location.replace(address);
}

/** Whether the page is being loaded anew on purpose. */
export function isBeginningAnew(): boolean {
  return isAnew;
}
