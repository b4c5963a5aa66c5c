/** Themes: light, dark, or the system setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Names of the themes. */
export const THEME_WORDS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

const KEY = 'postrider-theme';

/** Returns the theme stored in this browser. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    // Storage is disabled, so use the system setting.
    return 'system';
  }
}

/** Stores and applies a theme. `public/theme.js` applies it, here and in other tabs. */
export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is disabled, so nothing is stored and the system setting stays in use.
  }
  window.dispatchEvent(new Event('postrider-theme'));
}
