import { Type } from 'typebox';
import { requestOnly } from '../../../http/resource/field.ts';
import { input } from '../../../http/resource/input.ts';
import { requestOf } from '../../../http/resource/resource.ts';
import { MAIL_FIELDS, numberOf, requireNeeded } from '../campaigns/index.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_DELAY_HOURS, MAX_ORDER } from './limits.ts';

const DELAY =
  'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.';

/** A number as forms write it too; empty is not given. */
const number = (shown: { minimum: number; maximum?: number; description: string }, most: number) =>
  requestOnly(
    input({
      shown: Type.Integer(shown),
      taken: Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
      read: (given, field, fail) =>
        typeof given === 'string' && given.trim() === ''
          ? undefined
          : numberOf(field, given, { least: shown.minimum, most }, fail),
    }),
  );
const delay = (description: string) => number({ minimum: 0, maximum: MAX_DELAY_HOURS, description }, MAX_DELAY_HOURS);
const send_order = number(
  {
    minimum: 1,
    description:
      'Position in the automation, starting at 1. Later emails move down. If the position is past the end, the email is added at the end.',
  },
  MAX_ORDER,
);

/** Parser of a new mail of an automation: a content, and its place in the automation. */
export const newEmail = requestOf(
  {
    ...MAIL_FIELDS,
    delay_hours: delay(`${DELAY} Default: ${DELAY_HOURS}, or ${FIRST_DELAY_HOURS} for the first email.`),
    send_order,
  },
  true,
  requireNeeded,
);

/** Parser of a change of one; what is absent stays. */
export const emailChange = requestOf({ ...MAIL_FIELDS, delay_hours: delay(DELAY), send_order }, false, requireNeeded);

/** What a request says of a new mail, or of a change of one. */
export type EmailGiven = ReturnType<typeof newEmail.parse>;
