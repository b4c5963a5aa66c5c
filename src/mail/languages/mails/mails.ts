import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../tags.ts';
import { ar } from './ar.ts';
import type { MailCatalog, MailName } from './catalog.ts';
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

/** Returns the subject and the text of an email in a language, with its values filled in. Pure. */
export function writeMail(
  language: Language,
  name: MailName,
  values: Readonly<Record<string, string | number>>,
): { readonly subject: string; readonly text: string } {
  const catalog = MAIL_CATALOGS[language];
  // If all values are strings or numbers, the result is a string too.
  const filled = (message: string): string => String(new IntlMessageFormat(message, language).format(values));
  return { subject: filled(catalog[`mail.${name}.subject`]), text: `${filled(catalog[`mail.${name}.text`])}\n` };
}
