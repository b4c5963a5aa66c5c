import { Type, type Static } from 'typebox';
import { idOf, idSchema } from '../../../http/account/ids.ts';
import { pageParameters, pageQueryOf } from '../../../http/account/page.ts';
import { parserOf, shownAs } from '../../../http/parser.ts';
import { flagOf, mailOf, mailTaken, numberOf } from '../campaigns/index.ts';
import { MAX_DELAY_HOURS, MAX_ORDER, MAX_TITLE_CHARACTERS } from './limits.ts';
import type { TriggerType } from './queries.ts';
import { automationChangeShown, emailChangeShown, newAutomationShown, newEmailShown } from './request-schema.ts';
import { changedTrigger, NO_TRIGGER, type TriggerChange } from './trigger.ts';

type Fail = (field: string, sentence: string) => void;

const TYPES: readonly string[] = ['apply_list', 'open_campaign', 'click_campaign'] satisfies readonly TriggerType[];

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** What forms write as text. */
const loose = Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]));
const id = Type.Optional(Type.Union([idSchema, Type.Null()]));

const automation = Type.Object({
  title: text,
  trigger_type: text,
  trigger_list_id: id,
  trigger_campaign_id: id,
  active: loose,
});
const email = Type.Object({ ...mailTaken, delay_hours: loose, send_order: loose });

/** Parser of a page of automations. */
export const automationsQuery = parserOf(Type.Object(pageParameters()), (given, fail) => pageQueryOf(given, fail));

/** Parser of a new automation. */
export const newAutomation = shownAs(
  newAutomationShown,
  parserOf(automation, (given, fail) => ({
    title: titleOf(given.title ?? '', fail),
    active: flagOf('active', given.active, fail) ?? false,
    trigger: changedTrigger(NO_TRIGGER, triggerOf(given, fail), fail),
  })),
);

/** Parser of a change of one; what is absent stays. */
export const automationChange = shownAs(
  automationChangeShown,
  parserOf(automation, (given, fail) => ({
    title: given.title === undefined ? undefined : titleOf(given.title ?? '', fail),
    active: flagOf('active', given.active, fail),
    trigger: triggerOf(given, fail),
  })),
);

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
export type AutomationGiven = ReturnType<typeof newAutomation.parse>;
export type AutomationChange = ReturnType<typeof automationChange.parse>;

function titleOf(given: string, fail: Fail): string {
  const title = given.trim();
  if (title === '') fail('title', 'is required.');
  if (Array.from(title).length > MAX_TITLE_CHARACTERS) {
    fail('title', `must have at most ${MAX_TITLE_CHARACTERS} characters.`);
  }
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(title)) {
    fail('title', 'must not contain line breaks or control characters.');
  }
  return title;
}

function triggerOf(given: Static<typeof automation>, fail: Fail): TriggerChange {
  const type = given.trigger_type?.trim() || undefined;
  if (type !== undefined && !isType(type)) fail('trigger_type', `must be one of ${TYPES.join(', ')}.`);
  const listId = numberedOf('trigger_list_id', given.trigger_list_id, fail);
  const campaignId = numberedOf('trigger_campaign_id', given.trigger_campaign_id, fail);
  return {
    ...(type !== undefined && isType(type) && { type }),
    ...(listId !== undefined && { listId }),
    ...(campaignId !== undefined && { campaignId }),
  };
}

function isType(given: string): given is TriggerType {
  return TYPES.includes(given);
}

/** Empty is not given, as forms write it. */
function numberedOf(field: string, given: string | number | null | undefined, fail: Fail): number | undefined {
  if (given === undefined || given === null || String(given).trim() === '') return undefined;
  const known = idOf(given);
  if (known === undefined) fail(field, 'must be an ID (a positive whole number).');
  return known;
}

function placeOf({ delay_hours: delay, send_order: order }: Static<typeof email>, fail: Fail) {
  return {
    delayHours: numberOf('delay_hours', emptyToNone(delay), { least: 0, most: MAX_DELAY_HOURS }, fail),
    sendOrder: numberOf('send_order', emptyToNone(order), { least: 1, most: MAX_ORDER }, fail),
  };
}

function emptyToNone<T>(given: T): T | undefined {
  return typeof given === 'string' && given.trim() === '' ? undefined : given;
}
