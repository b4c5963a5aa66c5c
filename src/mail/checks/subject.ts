import { fine, found, type Finding } from './finding.ts';

/** Approximate number of subject characters that inboxes show. */
const LONG_SUBJECT_CHARACTERS = 70;
const LONG_PREVIEW_CHARACTERS = 150;
const MAX_EMOJI = 2;
const LIQUID = /\{\{[^}]*\}\}|\{%[^}]*%\}/g;

/**
 * Checks that the subject is neither empty nor too long, and does not look like a reply or an advertisement. Ignores
 * merge tags, but does not report a subject that consists of merge tags as empty.
 */
export function judgeSubject(given: string): Finding {
  const subject = given.replaceAll(LIQUID, '');
  if (given.trim() === '') {
    return found('subject', 'error', 'The email has no subject.', {
      fix: 'Describe the content of the email in a few plain words.',
    });
  }
  const emoji = subject.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
  const faults = [
    ...(/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(subject)
      ? ['The subject looks like the subject of a reply or a forwarded email.']
      : []),
    ...(subject.length > LONG_SUBJECT_CHARACTERS
      ? [`The subject contains ${subject.length} characters, but inboxes show only about 70.`]
      : []),
    ...(/\p{Lu}{4}/u.test(subject) && subject === subject.toUpperCase()
      ? ['The subject is all in capital letters.']
      : []),
    ...(/!{2,}|\?{2,}|\${2,}/.test(subject) ? ['The subject contains repeated punctuation marks.'] : []),
    ...(emoji > MAX_EMOJI ? [`The subject contains ${emoji} emoji.`] : []),
  ];
  if (faults.length === 0) return fine('subject', 'The subject looks good.');
  return found('subject', 'warning', faults.join(' '), {
    fix: 'Describe the content of the email in a few plain words.',
  });
}

/** Checks the preview text, which inboxes show after the subject. */
export function judgePreviewText(previewText: string | undefined, subject: string): Finding {
  const text = previewText?.trim() ?? '';
  const fix = 'Add a sentence that complements the subject.';
  if (text === '') {
    return found(
      'preview-text',
      'warning',
      'The email has no preview text, so inboxes show the first words of the email instead.',
      {
        fix,
      },
    );
  }
  if (text.toLowerCase() === subject.trim().toLowerCase()) {
    return found('preview-text', 'warning', 'The preview text repeats the subject.', { fix });
  }
  const length = text.replaceAll(LIQUID, '').length;
  if (length <= LONG_PREVIEW_CHARACTERS) return fine('preview-text', 'The email has preview text.');
  return found(
    'preview-text',
    'warning',
    `The preview text has ${length} characters, but most inboxes show fewer than ${LONG_PREVIEW_CHARACTERS}.`,
    {
      fix: 'Shorten the preview text.',
    },
  );
}
