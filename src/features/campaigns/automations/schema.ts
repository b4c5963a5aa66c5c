import { Type, type Static } from 'typebox';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { mailOf, mailTaken, numberOf } from '../campaigns/index.ts';
import { MAX_DELAY_HOURS, MAX_ORDER } from './limits.ts';
import { emailChangeShown, newEmailShown } from './request-schema.ts';

type Fail = (field: string, sentence: string) => void;

/** What forms write as text. */
const loose = Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]));
const email = Type.Object({ ...mailTaken, delay_hours: loose, send_order: loose });

/** Parser of a new mail of an automation. */
export const newEmail = shownAs(
  newEmailShown,
  parserOf(email, (given, fail) => ({ content: mailOf(given, fail, true), ...placeOf(given, fail) })),
);

/** Parser of a change of one; what is absent stays. */
export const emailChange = shownAs(
  emailChangeShown,
  parserOf(email, (given, fail) => ({ content: mailOf(given, fail, false), ...placeOf(given, fail) })),
);

/** What a request says of a new mail, or of a change of one. */
export type EmailGiven = ReturnType<typeof newEmail.parse>;
function placeOf({ delay_hours: delay, send_order: order }: Static<typeof email>, fail: Fail) {
  return {
    delayHours: numberOf('delay_hours', emptyToNone(delay), { least: 0, most: MAX_DELAY_HOURS }, fail),
    sendOrder: numberOf('send_order', emptyToNone(order), { least: 1, most: MAX_ORDER }, fail),
  };
}

function emptyToNone<T>(given: T): T | undefined {
  return typeof given === 'string' && given.trim() === '' ? undefined : given;
}
