const KEY = 'postrider-collapsed-groups';

/** Returns the titles of the navigation groups that the user collapsed in this browser. */
export function readCollapsed(): readonly string[] {
  try {
    return localStorage.getItem(KEY)?.split('\n') ?? [];
  } catch {
    // If the browser's storage is disabled, all groups are open.
    return [];
  }
}

/** Stores the titles of the collapsed navigation groups in this browser. */
export function keepCollapsed(titles: readonly string[]): void {
  try {
    localStorage.setItem(KEY, titles.join('\n'));
  } catch {
    // If the browser's storage is disabled, groups are open again after the page is reloaded.
  }
}
