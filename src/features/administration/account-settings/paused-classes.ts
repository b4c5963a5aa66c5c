import { Type } from 'typebox';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { MAILING_CLASSES } from '../../../mail/mail-class.ts';
import { classInWords, type ClassPause } from '../../tenants/accounts/index.ts';

/** Schema of the paused classes of an account's bulk email. */
export const pausedClassesSchema = Type.Array(
  Type.Object({
    mail_class: Type.Enum([...MAILING_CLASSES]),
    since: Type.String({ format: 'date-time' }),
    reason: Type.String(),
    sentence: Type.String(),
  }),
  {
    description:
      'Paused types of bulk email. Emails of these types stay queued until the pause is lifted. Emails of other types are still sent.',
  },
);

/** A paused class in API responses. */
export type PausedClass = AnswerOf<typeof pausedClassesSchema>[number];

/** Formats paused classes for API responses. */
export function presentPausedClasses(pauses: readonly ClassPause[]): PausedClass[] {
  return pauses.map(({ mailClass, reason, since }) => {
    const what = classInWords(mailClass);
    const why = reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`;
    const begin = `${what.charAt(0).toUpperCase()}${what.slice(1)} are paused${why}.`;
    const sentence = `${begin} These emails stay queued until the operator lifts the pause. Emails of other types are still sent.`;
    return { mail_class: mailClass, since: since.toISOString(), reason, sentence };
  });
}
