import { Type } from 'typebox';
import { recordStatement, type Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { AnswerOf } from '../../../http/answer-of.ts';
import { offsetOf, type PageQuery } from '../../../http/account/page.ts';
import { ownAutomation } from './find.ts';
import { currentSteps } from './flow.ts';

/** A contact at a step, as returned by the API. */
export const stepContactSchema = Type.Object(
  {
    contact_id: Type.Integer(),
    email: Type.String(),
    first_name: Type.String(),
    last_name: Type.String(),
    entered_at: Type.String({ format: 'date-time', description: 'When the contact entered the automation.' }),
    due_at: Type.String({
      format: 'date-time',
      description: 'When the contact completes the step. A wait for an event or a filter can end earlier.',
    }),
  },
  { $id: 'AutomationStepContact' },
);
type StepContact = AnswerOf<typeof stepContactSchema>;

export const STEP_CONTACT_EXAMPLE: StepContact = {
  contact_id: 21,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  entered_at: '2026-11-22T08:10:00.000Z',
  due_at: '2026-11-24T08:10:00.000Z',
};

interface StepContactRow extends Omit<StepContact, 'due_at' | 'entered_at'> {
  readonly entered_at: Date;
  readonly due_at: Date;
}

/**
 * Selects contacts at a step, ordered by their delay's start or, in a wait, by the next check of the wait. Uses the
 * index automation_entry_waiting.
 */
const contactsAt = recordStatement<
  { readonly accountId: number; readonly stepId: number; readonly offset: number; readonly limit: number },
  StepContactRow
>(
  'automations_step_contacts',
  `select e.contact_id, c.email, c.first_name, c.last_name, e.entered_at, e.due_at
   from (
     select w.contact_id, w.entered_at, w.base_at,
       coalesce(w.wait_ends_at, w.base_at + make_interval(hours => i.delay_hours)) as due_at
     from automation_entry w join automation_item i on i.account_id = $accountId and i.id = w.item_id
     where w.account_id = $accountId and w.item_id = $stepId
     order by w.base_at, w.contact_id offset $offset::bigint limit $limit::integer
   ) e
   join contact c on c.account_id = $accountId and c.id = e.contact_id
   order by e.base_at, e.contact_id`,
);

/**
 * Returns a page of the contacts at a step of an automation. Throws not_found, or forbidden if the automation belongs
 * to another account.
 */
export async function contactsAtStep(
  db: Db,
  accountId: number,
  { automationId, request, stepId }: { automationId: number; stepId: number; request: PageQuery },
): Promise<{ readonly data: readonly StepContact[]; readonly total: number }> {
  await ownAutomation(db, accountId, automationId);
  const step = (await currentSteps(db, accountId, automationId)).find(({ id }) => id === stepId);
  if (!step) throw new Refusal('not_found');
  const rows = await contactsAt(db, { accountId, stepId, offset: offsetOf(request), limit: request.perPage });
  const data = rows.map(({ due_at: dueAt, entered_at: enteredAt, ...row }) =>
    Object.assign(row, { entered_at: enteredAt.toISOString(), due_at: dueAt.toISOString() }),
  );
  return { data, total: step.waiting };
}
