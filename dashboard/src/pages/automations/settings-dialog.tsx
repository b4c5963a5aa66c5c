import { useState, type ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Select } from '../../components/select.tsx';
import { textOf } from '../../form-values.ts';
import { useFlow, useSettings, withDraft } from './use-flow.ts';
import type { Automation } from './words.ts';

const REENTRY = [
  { value: 'never', label: 'Never' },
  { value: 'after_completion', label: 'After completing or exiting the automation' },
  { value: 'always', label: 'At any time, restarting from the first step' },
] as const;

/** Renders the form with the goal, re-entry, and quiet hours of an automation. */
export function AutomationSettings(props: {
  readonly automation: Automation;
  readonly onClose: () => void;
}): ReactNode {
  const { onClose } = props;
  const flow = useFlow(props.automation);
  const automation = withDraft(props.automation, flow);
  const { goal_event: goal } = automation;
  const change = useSettings(props.automation, flow, 'Settings saved', onClose);
  return (
    <FormDialog
      title="Automation settings"
      description={flow.isDrafting ? 'Changes are saved in the draft and take effect when you publish it.' : undefined}
      isOpen
      onClose={onClose}
      width="narrow"
      action="Save settings"
      isBusy={change.isPending}
      problem={change.error}
      fields={['goal_event', 'reentry_hours', 'quiet_hours.from', 'quiet_hours.until']}
      onSubmit={(form) => {
        const [from, until] = [textOf(form, 'quiet_hours.from'), textOf(form, 'quiet_hours.until')];
        const quiet_hours = from === '' && until === '' ? null : { from, until };
        const reentry = REENTRY.find(({ value }) => value === textOf(form, 'reentry'))?.value ?? 'never';
        const reentry_hours = Number(textOf(form, 'reentry_hours') || 0);
        change.save({ goal_event: textOf(form, 'goal_event') || null, quiet_hours, reentry, reentry_hours });
      }}
    >
      <Field
        label="Goal"
        name="goal_event"
        defaultValue={goal ?? ''}
        placeholder="order.placed"
        hint="Enter an event name. Contacts exit the automation when this event occurs."
        autoComplete="off"
        autoFocus
        problem={change.error}
      />
      <Reentry automation={automation} problem={change.error} />
      <QuietHours automation={automation} problem={change.error} />
    </FormDialog>
  );
}

interface PartProps {
  readonly automation: Automation;
  readonly problem: ApiProblem | null;
}

function Reentry({ automation, problem }: PartProps): ReactNode {
  const [reentry, setReentry] = useState<string>(automation.reentry);
  return (
    <>
      <Select
        label="Contacts can enter again"
        name="reentry"
        isLabelShown
        choices={REENTRY}
        value={reentry}
        onChange={setReentry}
      />
      {reentry !== 'never' && (
        <Field
          label="Hours between entries"
          name="reentry_hours"
          type="number"
          min={0}
          max={87_600}
          defaultValue={automation.reentry_hours}
          hint="Contacts can’t enter again until this time has passed. Enter 0 for no waiting period."
          problem={problem}
        />
      )}
    </>
  );
}

function QuietHours({ automation: { quiet_hours: quiet }, problem }: PartProps): ReactNode {
  return (
    <>
      <Field
        label="Quiet hours start"
        name="quiet_hours.from"
        type="time"
        defaultValue={quiet?.from ?? ''}
        problem={problem}
      />
      <Field
        label="Quiet hours end"
        name="quiet_hours.until"
        type="time"
        defaultValue={quiet?.until ?? ''}
        hint="The hours are in the account’s time zone. Emails scheduled for quiet hours are sent after the quiet hours end."
        problem={problem}
      />
    </>
  );
}
