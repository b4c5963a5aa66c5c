/** What a person may wish: light, dark, or as the system has it. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What they are called. */
export const THEME_WORDS: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

const KEY = 'postrider-theme';

/** The wish that this browser keeps. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'system';
  } catch {
    // Storage is switched off: the system decides.
    return 'system';
  }
}

/** Keeps a wish and follows it; `public/theme.js` does the following, here and in other tabs. */
export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is switched off: nothing can be kept, and the system goes on deciding.
  }
  window.dispatchEvent(new Event('postrider-theme'));
}
