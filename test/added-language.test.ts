import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from './support/scratch.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = `
  const { LANGUAGES } = await import('./src/mail/languages/catalog.ts');
  const { acceptedLanguage, directionOf } = await import('./src/mail/languages/tags.ts');
  const { textsIn } = await import('./src/mail/languages/texts.ts');
  const { writeMail } = await import('./src/mail/languages/emails.ts');
  const { language } = acceptedLanguage('he-IL,en;q=0.5');
  const texts = textsIn(language);
  console.log(JSON.stringify([
    LANGUAGES.includes('he'),
    directionOf(language),
    texts.text('problem.heading'),
    texts.text('unsubscribe.button'),
    writeMail(language, 'reset', { link: 'LINK' }).subject,
  ]));
`;

it('a new language needs only its catalog, and its missing strings are in English', () => {
  const folder = scratchFolder('postrider-language-');
  mkdirSync(join(folder, 'src'));
  cpSync(join(ROOT, 'src/mail'), join(folder, 'src/mail'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const catalog = { pages: { 'problem.heading': 'משהו השתבש' }, emails: { 'mail.reset.subject': 'איפוס סיסמה' } };
  writeFileSync(join(folder, 'src/mail/languages/catalogs/he.json'), JSON.stringify(catalog));
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd: folder }).toString();
  expect(JSON.parse(output)).toEqual([true, 'rtl', 'משהו השתבש', 'Unsubscribe', 'איפוס סיסמה']);
});
