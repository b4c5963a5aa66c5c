import { Type } from 'typebox';
import { mailChangeShown, newMailShown } from '../campaigns/index.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_DELAY_HOURS } from './limits.ts';

const order = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'Position in the automation, starting at 1. Later emails move down. If the position is past the end, the email is added at the end.',
  }),
);
const delay = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DELAY_HOURS, description }));
const DELAY =
  'Delay in hours after the previous email. For the first email, the delay after the contact enters the automation.';

/** What it says of a new mail, and of a change of one. */
export const newEmailShown = Type.Object({
  ...newMailShown,
  delay_hours: delay(`${DELAY} Default: ${DELAY_HOURS}, or ${FIRST_DELAY_HOURS} for the first email.`),
  send_order: order,
});
export const emailChangeShown = Type.Object({ ...mailChangeShown, delay_hours: delay(DELAY), send_order: order });
