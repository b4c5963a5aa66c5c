import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../tags.ts';
import { ar } from './ar.ts';
import type { MailCatalog, MailKey, MailName } from './catalog.ts';
import { cs } from './cs.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBr } from './pt-br.ts';
import { ptPt } from './pt-pt.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { zhHans } from './zh-hans.ts';

/** The emails to users of the dashboard, in all languages. */
export const MAIL_CATALOGS: Readonly<Record<Language, MailCatalog>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBr,
  'pt-PT': ptPt,
  it,
  nl,
  pl,
  sv,
  cs,
  tr,
  ja,
  'zh-Hans': zhHans,
  ar,
};

/** An email in the language of its reader. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
}

/** Returns the subject and the text of an email in a language, with its values filled in. Pure. */
export function writeMail(
  language: Language,
  name: MailName,
  values: Readonly<Record<string, string | number>>,
): WrittenMail {
  return {
    subject: writePhrase(language, `mail.${name}.subject`, values),
    text: `${writePhrase(language, `mail.${name}.text`, values)}\n`,
  };
}

/** Returns a part of an email in a language, with its values filled in. Pure. */
export function writePhrase(
  language: Language,
  key: MailKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  // If all values are strings or numbers, the result is a string too.
  return String(new IntlMessageFormat(MAIL_CATALOGS[language][key], language).format(values));
}
