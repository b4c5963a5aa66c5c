import { fine, found, type Finding } from './finding.ts';

/** What a list of mails on a phone shows of a subject, about. */
const LONG_SUBJECT_CHARACTERS = 70;
const LONG_PREVIEW_CHARACTERS = 150;
const MAX_EMOJI = 2;
const LIQUID = /\{\{[^}]*\}\}|\{%[^}]*%\}/g;

/** What makes a subject look like an answer or like advertising. What is merged into it counts for nothing. */
export function judgeSubject(given: string): Finding {
  const subject = given.replaceAll(LIQUID, '');
  if (given.trim() === '') {
    return found('subject', 'error', 'There is no subject.', {
      fix: 'Say in a few plain words what the mail is about.',
    });
  }
  const emoji = subject.match(/\p{Extended_Pictographic}/gu)?.length ?? 0;
  const faults = [
    ...(/^\s*(?:re|fwd?|aw|wg)\s*:/i.test(subject) ? ['It begins as if it were an answer or forwarded.'] : []),
    ...(subject.length > LONG_SUBJECT_CHARACTERS ? [`It has ${subject.length} characters; lists show about 70.`] : []),
    ...(/\p{Lu}{4}/u.test(subject) && subject === subject.toUpperCase() ? ['It is all in capitals.'] : []),
    ...(/!{2,}|\?{2,}|\${2,}/.test(subject) ? ['It repeats punctuation.'] : []),
    ...(emoji > MAX_EMOJI ? [`It has ${emoji} emoji.`] : []),
  ];
  if (faults.length === 0) return fine('subject', 'Nothing stands out.');
  return found('subject', 'warning', faults.join(' '), { fix: 'Say in a few plain words what the mail is about.' });
}

/** What lists of mails show behind the subject. */
export function judgePreviewText(previewText: string | undefined, subject: string): Finding {
  const text = previewText?.trim() ?? '';
  const fix = 'Say in a sentence what the subject does not say.';
  if (text === '') {
    return found(
      'preview-text',
      'warning',
      'There is no preview text: lists show the first words of the mail instead.',
      { fix },
    );
  }
  if (text.toLowerCase() === subject.trim().toLowerCase()) {
    return found('preview-text', 'warning', 'The preview text says what the subject says.', { fix });
  }
  const length = text.replaceAll(LIQUID, '').length;
  if (length <= LONG_PREVIEW_CHARACTERS) return fine('preview-text', 'There is a preview text.');
  return found('preview-text', 'warning', `It has ${length} characters; lists show about 100.`, { fix: 'Shorten it.' });
}
