import type { Finding } from '../../../../mail/checks/finding.ts';
import type { Check } from '../present.ts';
import { checked, type Field } from './facts.ts';

const TITLES: Readonly<Record<string, string>> = {
  size: 'Size',
  'text-part': 'Text part',
  'alt-texts': 'Texts for pictures',
  links: 'Links',
  subject: 'Subject',
  'client-support': 'Support by mail programs',
};
const VERDICTS = { ok: 'pass', warning: 'warn', error: 'fail' } as const;

/** What is said of the header fields and the texts of a mail; the latter are findings of `checkMessage`. Pure. */
export function checkContent(fields: readonly Field[], findings: readonly Finding[]): Check[] {
  return [judgeOneClick(fields), ...findings.map(asCheck)];
}

/** A finding as the page of a message shows it. */
export function asCheck({ fix, id, level, message, where }: Finding): Check {
  return checked(id, TITLES[id] ?? id, VERDICTS[level], message, {
    ...(fix === undefined ? {} : { fix }),
    ...(where === undefined ? {} : { details: where }),
  });
}

/** Unsubscribing with one click counts only within a signature (RFC 8058 section 4). */
function judgeOneClick(fields: readonly Field[]): Check {
  const [id, title] = ['one-click', 'One-click unsubscribing'];
  const valueOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.value;
  const list = valueOf('list-unsubscribe');
  const post = valueOf('list-unsubscribe-post');
  if (list === undefined && post === undefined) {
    return checked(id, title, 'pass', 'The mail has no List-Unsubscribe; mail to single people needs none.');
  }
  const fix =
    'Give the headers List-Unsubscribe with an https address and List-Unsubscribe-Post: List-Unsubscribe=One-Click.';
  if (!list || !/<https:[^>]+>/i.test(list)) {
    return checked(id, title, 'warn', 'List-Unsubscribe has no https address.', { fix });
  }
  if (post?.replaceAll(' ', '').toLowerCase() !== 'list-unsubscribe=one-click') {
    return checked(id, title, 'warn', 'List-Unsubscribe-Post is missing or says something else.', { fix });
  }
  const isSigned = fields.some(({ name, value }) => {
    const signed =
      name === 'dkim-signature'
        ? /;\s*h=([^;]*)/i
            .exec(value)?.[1]
            ?.toLowerCase()
            .split(/\s*:\s*/)
        : [];
    return signed?.includes('list-unsubscribe') && signed.includes('list-unsubscribe-post');
  });
  if (isSigned) return checked(id, title, 'pass', 'Both headers are there and signed.');
  return checked(id, title, 'fail', 'The headers are not within the signature.', { fix: 'Send the mail again.' });
}
