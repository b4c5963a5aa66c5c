import { Type } from 'typebox';
import { requestOnly } from '../../../http/resource/field.ts';
import { input } from '../../../http/resource/input.ts';
import { requestOf } from '../../../http/resource/resource.ts';
import { MAIL_FIELDS, numberOf, requireNeeded } from '../campaigns/index.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_DELAY_HOURS, MAX_ORDER } from './limits.ts';

const DELAY =
  'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.';

/**
 * Returns the definition of a number field that also accepts text, because HTML forms submit text. An empty string
 * counts as absent.
 */
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

/** Parses a new automation email, which consists of content, delay and position. */
export const newEmail = requestOf(
  {
    ...MAIL_FIELDS,
    delay_hours: delay(`${DELAY} Default: ${DELAY_HOURS}, or ${FIRST_DELAY_HOURS} for the first email.`),
    send_order,
  },
  true,
  requireNeeded,
);

/** Parses a new email of a draft, which is added at the end. */
export const newDraftEmail = requestOf(
  {
    ...MAIL_FIELDS,
    delay_hours: delay(`${DELAY} Default: ${DELAY_HOURS}, or ${FIRST_DELAY_HOURS} for the first email.`),
  },
  true,
  requireNeeded,
);
export type NewDraftEmail = ReturnType<typeof newDraftEmail.parse>;

/** Parses a change to an automation email. Absent fields are not changed. */
export const emailChange = requestOf({ ...MAIL_FIELDS, delay_hours: delay(DELAY), send_order }, false, requireNeeded);

/** Parsed request to add or change an automation email. */
export type EmailInput = ReturnType<typeof newEmail.parse>;
