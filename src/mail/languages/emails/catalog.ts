import type { en } from './en.ts';

/** Key of a subject, a text, or a part of a text. */
export type MailKey = keyof typeof en;

type NameOf<Key> = Key extends `mail.${infer Name}.subject` ? Name : never;

/** Name of an email to a user of the dashboard. */
export type MailName = NameOf<MailKey>;

/** The strings of these emails in one language, in ICU MessageFormat. */
export type MailCatalog = Readonly<Record<MailKey, string>>;
