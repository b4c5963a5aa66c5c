import { useState, type ReactNode } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialog.tsx';
import { Select } from '../../components/select.tsx';
import { noun, plural } from '../../words.ts';
import type { FlowStep } from './flow-words.ts';
import { pathOf, treeOf, withoutStep, withSettings, withStep, type Place } from './flow-tree.ts';
import { bodyOf, draftOf, STEP_TYPES, type Draft } from './step-draft.ts';
import { StepFields } from './step-fields.tsx';
import { useSteps, type ShownFlow } from './use-flow.ts';
import type { Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly onClose: () => void;
}

/** Fields of a step that show their own errors. */
const FIELDS = [
  'minutes',
  'timeout_minutes',
  'weekdays',
  'time',
  'timezone',
  'event',
  'event_property',
  'add_tag_ids',
  'remove_tag_ids',
  'add_list_ids',
  'remove_list_ids',
  'name',
];

/** Renders the form that adds a step other than an email. */
export function NewStep({ automation, flow, onClose, place }: Props & { readonly place: Place }): ReactNode {
  const [draft, setDraft] = useState<Draft>(draftOf(undefined));
  const change = useSteps(automation, flow, 'Step added', onClose);
  // A condition must have a step in one of its branches.
  const branches = draft.type === 'condition' ? { yes: [], no: [{ type: 'exit' }] as const } : {};
  const next = withStep(treeOf(flow.steps), { ...bodyOf(draft), ...branches }, place);
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
          Contacts who don’t meet the condition exit the automation. You can change the steps of both branches later.
        </p>
      )}
    </FormDialog>
  );
}

export function ChangeStep({ automation, flow, onClose, step }: Props & { readonly step: FlowStep }): ReactNode {
  const [draft, setDraft] = useState<Draft>(draftOf(step));
  const change = useSteps(automation, flow, 'Step saved', onClose);
  const tree = treeOf(flow.steps);
  const path = pathOf(tree, ({ id }) => id === step.id);
  return (
    <FormDialog
      title="Edit step"
      description="Contacts who are already waiting at this step aren’t affected."
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

export function RemoveStep({
  automation,
  flow,
  onClose,
  step,
  words,
}: Props & { readonly step: FlowStep; readonly words: string }): ReactNode {
  const change = useSteps(automation, flow, 'Step removed', onClose);
  const { type, waiting_count: waiting } = step;
  return (
    <ConfirmDialog
      title={type === 'email' ? `Remove “${words}”?` : `Remove the step “${words}”?`}
      isOpen
      onClose={onClose}
      action="Remove step"
      isBusy={change.isPending}
      problem={change.error}
      onConfirm={() => change.save(withoutStep(treeOf(flow.steps), step.id))}
    >
      {waiting > 0 &&
        `${plural(waiting, 'contact')} at this step ${noun(waiting, 'continues', 'continue')} with the next step${flow.isDrafting ? ' when you publish the draft' : ''}. `}
      {type === 'condition' &&
        'The steps in the condition’s branches are removed, but their emails stay in the automation. '}
      {flow.isDrafting
        ? 'The published automation doesn’t change until you publish the draft.'
        : 'This can’t be undone.'}
    </ConfirmDialog>
  );
}
