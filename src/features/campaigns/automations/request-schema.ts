import { Type } from 'typebox';
import { mailChangeShown, newMailShown } from '../campaigns/index.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_DELAY_HOURS, MAX_TITLE_CHARACTERS } from './limits.ts';

const title = Type.String({ description: `For you. At most ${MAX_TITLE_CHARACTERS} characters.` });
const settings = {
  trigger_type: Type.Optional(
    Type.Enum(['apply_list', 'open_campaign', 'click_campaign'], {
      description: 'What makes contacts enter. Without it nobody does.',
    }),
  ),
  trigger_list_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The list that contacts are added to; required for `apply_list`.' }),
  ),
  trigger_campaign_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The campaign, or mail of another automation, that contacts open or follow a link of; required for the other two.',
    }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'Whether contacts enter and mails are sent; false at first.' })),
};
const order = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Its place among the mails, from 1; the others make room. Behind the end is the end.',
  }),
);
const delay = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DELAY_HOURS, description }));
const DELAY = 'Hours after the mail before; of the first after the contact entered.';

/** What the API document says of a new automation, and of a change. */
export const newAutomationShown = Type.Object({ title, ...settings });
export const automationChangeShown = Type.Object({ title: Type.Optional(title), ...settings });

/** What it says of a new mail, and of a change of one. */
export const newEmailShown = Type.Object({
  ...newMailShown,
  delay_hours: delay(`${DELAY} ${DELAY_HOURS} without it, ${FIRST_DELAY_HOURS} for the first that an automation gets.`),
  send_order: order,
});
export const emailChangeShown = Type.Object({ ...mailChangeShown, delay_hours: delay(DELAY), send_order: order });
