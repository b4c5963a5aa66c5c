import type { en } from './en.ts';

type NameOf<Key> = Key extends `mail.${infer Name}.subject` ? Name : never;

/** Name of an email to a user of the dashboard. */
export type MailName = NameOf<keyof typeof en>;

/** The subjects and texts of these emails in one language, in ICU MessageFormat. */
export type MailCatalog = Readonly<Record<keyof typeof en, string>>;
