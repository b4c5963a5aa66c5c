import { Type } from 'typebox';
import { mailChangeShown, newMailShown } from '../campaigns/index.ts';
import { DELAY_HOURS, FIRST_DELAY_HOURS, MAX_DELAY_HOURS, MAX_TITLE_CHARACTERS } from './limits.ts';

const title = Type.String({ description: `Internal name. At most ${MAX_TITLE_CHARACTERS} characters.` });
const settings = {
  trigger_type: Type.Optional(
    Type.Enum(['apply_list', 'open_campaign', 'click_campaign'], {
      description: 'Event that adds contacts to the automation. Without a trigger, no contacts enter the automation.',
    }),
  ),
  trigger_list_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The list that contacts are added to. Required for `apply_list`.' }),
  ),
  trigger_campaign_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The campaign, or the email in another automation, that contacts open or click. Required for `open_campaign` and `click_campaign`.',
    }),
  ),
  active: Type.Optional(
    Type.Boolean({ description: 'Whether contacts can enter the automation and receive its emails. Default: false.' }),
  ),
};
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

/** What the API document says of a new automation, and of a change. */
export const newAutomationShown = Type.Object({ title, ...settings });
export const automationChangeShown = Type.Object({ title: Type.Optional(title), ...settings });

/** What it says of a new mail, and of a change of one. */
export const newEmailShown = Type.Object({
  ...newMailShown,
  delay_hours: delay(`${DELAY} Default: ${DELAY_HOURS}, or ${FIRST_DELAY_HOURS} for the first email.`),
  send_order: order,
});
export const emailChangeShown = Type.Object({ ...mailChangeShown, delay_hours: delay(DELAY), send_order: order });
