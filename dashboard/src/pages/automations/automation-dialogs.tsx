import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { Dialog, DialogActions, FormDialog } from '../../components/dialog.tsx';
import { Field, FormProblem } from '../../components/field.tsx';
import { toast } from '../../components/toast.tsx';
import { useGo } from '../../filters.ts';
import { textOf } from '../../form-values.ts';
import { useAct, useRead } from '../../reading.ts';
import { noun, plural } from '../../words.ts';
import { NO_CHOICE, TriggerFields, triggerBody, TRIGGER_FIELDS, type Chosen } from './trigger-fields.tsx';
import { CHANGED, type Automation } from './words.ts';

/** Renders the form that creates an automation. After that, the page of the automation opens. */
export function NewAutomation({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<Chosen>(NO_CHOICE);
  const go = useGo();
  const create = useAct('POST /automations', {
    refresh: ['GET /automations'],
    onDone: ({ id, title }) => {
      toast(`Automation “${title}” created.`);
      onClose();
      go(`/automations/${id}`);
    },
  });
  return (
    <FormDialog
      title="Create automation"
      description="You add the emails in the next step. Nothing is sent until you activate the automation."
      isOpen
      onClose={onClose}
      action="Create automation"
      isBusy={create.isPending}
      problem={create.error}
      fields={['title', ...TRIGGER_FIELDS]}
      onSubmit={(form) => create.act({ body: { title: textOf(form, 'title'), ...triggerBody(chosen) } })}
    >
      <Field
        label="Title"
        name="title"
        placeholder="Welcome"
        hint="The title is for internal use and isn’t shown to contacts."
        autoComplete="off"
        autoFocus
        problem={create.error}
      />
      <TriggerFields chosen={chosen} onChange={setChosen} problem={create.error} />
    </FormDialog>
  );
}

export function RenameAutomation(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const change = useAct('PATCH /automations/{id}', { refresh: CHANGED, onDone: onClose });
  return (
    <FormDialog
      title="Rename automation"
      isOpen
      onClose={onClose}
      width="narrow"
      action="Rename automation"
      isBusy={change.isPending}
      problem={change.error}
      fields={['title']}
      onSubmit={(form) => change.act({ params: { id: String(automation.id) }, body: { title: textOf(form, 'title') } })}
    >
      <Field
        label="Title"
        name="title"
        defaultValue={automation.title}
        autoComplete="off"
        autoFocus
        problem={change.error}
      />
    </FormDialog>
  );
}

/**
 * Renders the dialog that activates or pauses an automation, and explains the effect on the contacts in the automation.
 */
export function SwitchAutomation(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const { active: isActive, waiting_count: waiting } = automation;
  const change = useAct('PATCH /automations/{id}', {
    refresh: CHANGED,
    onDone: ({ active }) => {
      toast(
        active
          ? 'Automation activated. Contacts can now enter the automation.'
          : 'Automation paused. No contacts enter the automation, and no emails are sent.',
      );
      onClose();
    },
  });
  const matching = useRead(
    'GET /automations/{id}/matching-contacts',
    { params: { id: String(automation.id) } },
    { enabled: !isActive },
  ).data?.count;
  const inIt = `${plural(waiting, 'contact')} in progress ${noun(waiting, 'keeps its place', 'keep their places')}`;
  return (
    <Dialog
      title={isActive ? `Pause “${automation.title}”?` : `Activate “${automation.title}”?`}
      isOpen
      onClose={onClose}
      width="narrow"
    >
      <p className="text-ink-2">
        {isActive && `No contacts enter the automation and no emails are sent until you activate it again. ${inIt}.`}
        {!isActive &&
          'Contacts who match the trigger after activation enter the automation. Contacts who matched the trigger earlier aren’t added.'}
        {typeof matching === 'number' &&
          ` ${plural(matching, 'contact')} ${noun(matching, 'matches', 'match')} the trigger now.`}
        {!isActive &&
          waiting > 0 &&
          ` ${plural(waiting, 'contact')} in progress will resume. Overdue emails are sent immediately.`}
        {!isActive &&
          automation.automation_items.length === 0 &&
          ' The automation has no emails yet. Contacts can’t enter until you add an email.'}
      </p>
      <FormProblem problem={change.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={change.isPending}
          onClick={() => change.act({ params: { id: String(automation.id) }, body: { active: !isActive } })}
        >
          {isActive ? 'Pause automation' : 'Activate automation'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Renders the dialog that deletes an automation and its emails. */
export function DeleteAutomation(props: {
  readonly automation: Automation;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const { automation, onClose, onDeleted } = props;
  const waiting = automation.waiting_count;
  return (
    <DeleteDialog
      operation="DELETE /automations/{id}"
      id={automation.id}
      noun="automation"
      name={automation.title}
      refresh={['GET /automations']}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      {waiting > 0 && `${plural(waiting, 'contact')} in progress will receive no more emails. `}
      Emails waiting to be sent are canceled. This can’t be undone.
    </DeleteDialog>
  );
}
