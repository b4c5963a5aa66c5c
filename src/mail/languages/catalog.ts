import type { en } from './en.ts';

/** Key of a localized string. */
export type TextKey = keyof typeof en;

/** The localized strings of a language, in ICU MessageFormat. */
export type Catalog = Readonly<Record<TextKey, string>>;
