import type { en } from './en.ts';

/** Key of a text. */
export type TextKey = keyof typeof en;

/** The texts in a language, in ICU MessageFormat. */
export type Catalog = Readonly<Record<TextKey, string>>;
