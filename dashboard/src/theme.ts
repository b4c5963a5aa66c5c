/** Themes that the user can choose: light, dark, or the system setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Names of the themes. */
export const THEME_WORDS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

const KEY = 'postrider-theme';

/** Returns the theme that is stored in this browser, or `system` if none is stored. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    // If the browser's storage is disabled, use the system setting.
    return 'system';
  }
}

/** Stores and applies a theme. `public/theme.js` applies it in this tab and in all others. */
export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // If the browser's storage is disabled, nothing is stored, and the system setting remains in use.
  }
  window.dispatchEvent(new Event('postrider-theme'));
}
