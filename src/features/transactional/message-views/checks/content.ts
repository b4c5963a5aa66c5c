import type { Finding } from '../../../../mail/checks/finding.ts';
import type { Check } from '../present.ts';
import { checked, type Field } from './facts.ts';

const TITLES: Readonly<Record<string, string>> = {
  size: 'Size',
  'text-part': 'Text part',
  'alt-texts': 'Alternative text',
  links: 'Links',
  subject: 'Subject',
  'client-support': 'Email client support',
};
const VERDICTS = { ok: 'pass', warning: 'warn', error: 'fail' } as const;

/** Checks the one-click unsubscribe headers of a message, and converts the findings of `checkMessage`. Pure. */
export function checkContent(fields: readonly Field[], findings: readonly Finding[]): Check[] {
  return [judgeOneClick(fields), ...findings.map(asCheck)];
}

/** Converts a finding to the format of the message page. */
export function asCheck({ fix, id, level, message, where }: Finding): Check {
  return checked(id, TITLES[id] ?? id, VERDICTS[level], message, {
    ...(fix === undefined ? {} : { fix }),
    ...(where === undefined ? {} : { details: where }),
  });
}

/** Checks one-click unsubscribe. It is valid only if a DKIM signature covers its header fields (RFC 8058 section 4). */
function judgeOneClick(fields: readonly Field[]): Check {
  const [id, title] = ['one-click', 'One-click unsubscribe'];
  const valueOf = (wanted: string): string | undefined => fields.find(({ name }) => name === wanted)?.value;
  const list = valueOf('list-unsubscribe');
  const post = valueOf('list-unsubscribe-post');
  if (list === undefined && post === undefined) {
    return checked(
      id,
      title,
      'pass',
      'The email has no List-Unsubscribe header. Transactional email does not need this header.',
    );
  }
  const fix =
    'Set List-Unsubscribe to an https URL in angle brackets, and List-Unsubscribe-Post to List-Unsubscribe=One-Click.';
  if (!list || !/<https:[^>]+>/i.test(list)) {
    return checked(id, title, 'warn', 'The List-Unsubscribe header does not contain an https URL.', { fix });
  }
  if (post?.replaceAll(' ', '').toLowerCase() !== 'list-unsubscribe=one-click') {
    return checked(
      id,
      title,
      'warn',
      'The List-Unsubscribe-Post header is missing, or its value is not List-Unsubscribe=One-Click.',
      { fix },
    );
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
  if (isSigned) return checked(id, title, 'pass', 'Both List-Unsubscribe headers are present and signed.');
  return checked(id, title, 'fail', 'No DKIM signature covers the List-Unsubscribe headers.', {
    fix: 'Send the email again.',
  });
}
