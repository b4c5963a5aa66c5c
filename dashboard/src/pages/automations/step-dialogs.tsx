import { useState, type ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Select } from '../../components/select.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import { noun, plural } from '../../words.ts';
import type { FlowStep } from './flow-words.ts';
import { pathOf, treeOf, withoutStep, withSettings, withStep, type Place, type TreeStep } from './flow-tree.ts';
import { bodyOf, draftOf, STEP_TYPES, type Draft } from './step-draft.ts';
import { StepFields } from './step-fields.tsx';
import { CHANGED, type Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  /** All steps of the automation. */
  readonly steps: readonly FlowStep[];
  readonly onClose: () => void;
}

/** Fields of a step that show their own errors. */
const FIELDS = [
  'minutes',
  'timeout_minutes',
  'weekdays',
  'time',
  'event',
  'event_property',
  'add_tag_ids',
  'remove_tag_ids',
  'add_list_ids',
  'remove_list_ids',
  'name',
];

/** Renders the form that adds a step other than an email. */
export function NewStep({ automation, onClose, place, steps }: Props & { readonly place: Place }): ReactNode {
  const [draft, setDraft] = useState<Draft>(draftOf(undefined));
  const change = useSteps(automation, 'Step added.', onClose);
  // A condition must have a step in one of its branches.
  const branches = draft.type === 'condition' ? { yes: [], no: [{ type: 'exit' }] as const } : {};
  const next = withStep(treeOf(steps), { ...bodyOf(draft), ...branches }, place);
  const path = pathOf(next, ({ id }) => id === undefined);
  return (
    <FormDialog
      title="Add step"
      isOpen
      onClose={onClose}
      action="Add step"
      isBusy={change.isPending}
      problem={change.error}
      fields={FIELDS.map((name) => `${path}.${name}`)}
      onSubmit={() => change.save(next)}
    >
      <Select
        label="Type"
        name="type"
        isLabelShown
        isFocused
        choices={STEP_TYPES}
        value={draft.type}
        onChange={(value) =>
          setDraft({ ...draft, type: STEP_TYPES.find((each) => each.value === value)?.value ?? 'wait' })
        }
      />
      <StepFields draft={draft} onChange={setDraft} path={path} problem={change.error} />
      {draft.type === 'condition' && (
        <p className="text-sm text-ink-2">
          Contacts that don’t meet the condition exit the automation. You can change the steps of both branches later.
        </p>
      )}
    </FormDialog>
  );
}

/** Renders the form that changes the settings of a step. */
export function ChangeStep({ automation, onClose, step, steps }: Props & { readonly step: FlowStep }): ReactNode {
  const [draft, setDraft] = useState<Draft>(draftOf(step));
  const change = useSteps(automation, 'Step saved.', onClose);
  const tree = treeOf(steps);
  const path = pathOf(tree, ({ id }) => id === step.id);
  return (
    <FormDialog
      title="Edit step"
      description="Contacts that are already waiting at this step are not affected."
      isOpen
      onClose={onClose}
      action="Save step"
      isBusy={change.isPending}
      problem={change.error}
      fields={FIELDS.map((name) => `${path}.${name}`)}
      onSubmit={() => change.save(withSettings(tree, step.id, bodyOf(draft)))}
    >
      <StepFields draft={draft} onChange={setDraft} path={path} problem={change.error} />
    </FormDialog>
  );
}

/** Renders the dialog that removes a step. */
export function RemoveStep({
  automation,
  onClose,
  step,
  steps,
  words,
}: Props & { readonly step: FlowStep; readonly words: string }): ReactNode {
  const change = useSteps(automation, 'Step removed.', onClose);
  const { type, waiting_count: waiting } = step;
  return (
    <ConfirmDialog
      title={`Remove the step “${words}”?`}
      isOpen
      onClose={onClose}
      action="Remove step"
      isBusy={change.isPending}
      problem={change.error}
      onConfirm={() => change.save(withoutStep(treeOf(steps), step.id))}
    >
      {waiting > 0 &&
        `${plural(waiting, 'contact')} at this step ${noun(waiting, 'continues', 'continue')} with the next step. `}
      {type === 'condition' &&
        'The steps in the condition’s branches are removed, but their emails stay in the automation. '}
      This can’t be undone.
    </ConfirmDialog>
  );
}

/** Returns a function that replaces the steps of an automation. */
export function useSteps(automation: Automation, done: string, onDone: () => void) {
  const { act, error, isPending } = useAct('PATCH /automations/{id}/flow', {
    refresh: CHANGED,
    onDone: () => {
      toast(done);
      onDone();
    },
  });
  return {
    error,
    isPending,
    save: (steps: readonly TreeStep[]): void => act({ params: { id: String(automation.id) }, body: { steps } }),
  };
}
