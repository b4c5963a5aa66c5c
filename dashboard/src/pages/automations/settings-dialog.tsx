import type { ReactNode } from 'react';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { textOf } from '../../form-values.ts';
import { useAct } from '../../reading.ts';
import { CHANGED, type Automation } from './words.ts';

/** Renders the form with the goal and the quiet hours of an automation. */
export function AutomationSettings(props: {
  readonly automation: Automation;
  readonly onClose: () => void;
}): ReactNode {
  const { automation, onClose } = props;
  const { goal_event: goal, quiet_hours: quiet } = automation;
  const change = useAct('PATCH /automations/{id}', {
    refresh: CHANGED,
    onDone: () => {
      toast('Settings saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Automation settings"
      isOpen
      onClose={onClose}
      width="narrow"
      action="Save settings"
      isBusy={change.isPending}
      problem={change.error}
      fields={['goal_event', 'quiet_hours.from', 'quiet_hours.until']}
      onSubmit={(form) => {
        const [from, until] = [textOf(form, 'quiet_hours.from'), textOf(form, 'quiet_hours.until')];
        const quiet_hours = from === '' && until === '' ? null : { from, until };
        const body = { goal_event: textOf(form, 'goal_event') || null, quiet_hours };
        change.act({ params: { id: String(automation.id) }, body });
      }}
    >
      <Field
        label="Goal"
        name="goal_event"
        defaultValue={goal ?? ''}
        placeholder="order.placed"
        hint="Enter an event name. Contacts leave the automation when the event occurs."
        autoComplete="off"
        autoFocus
        problem={change.error}
      />
      <Field
        label="No emails from"
        name="quiet_hours.from"
        type="time"
        defaultValue={quiet?.from ?? ''}
        problem={change.error}
      />
      <Field
        label="No emails until"
        name="quiet_hours.until"
        type="time"
        defaultValue={quiet?.until ?? ''}
        hint="The hours are in the account’s time zone. Emails that become due during these hours are sent afterward."
        problem={change.error}
      />
    </FormDialog>
  );
}
