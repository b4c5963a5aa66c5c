import type { ReactNode } from 'react';
import { Clock, GitBranch, LogOut, PenLine, Plus, Webhook } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { count } from '../../words.ts';
import { stepWords, type FlowStep, type Names } from './flow-words.ts';
import type { Place } from './flow-tree.ts';
import { Step } from './step.tsx';
import { StepContacts } from './step-contacts.tsx';
import { isEditable } from './step-draft.ts';
import { useNames } from './use-names.ts';
import type { Automation } from './words.ts';

/** Actions that change the steps of an automation. */
export interface Editing {
  readonly onAdd: (place: Place) => void;
  readonly onChange: (step: FlowStep) => void;
  readonly onRemove: (step: FlowStep, words: string) => void;
  readonly onMove: (id: number, way: 'up' | 'down') => void;
}

interface Props {
  readonly automation: Automation;
  /** Undefined if the user may not change the steps. */
  readonly editing: Editing | undefined;
  readonly steps: readonly FlowStep[];
}

/** Renders the steps of an automation in their order, with the branches of conditions. */
export function Flow({ automation, editing, steps }: Props): ReactNode {
  const names = useNames();
  return <Steps automation={automation} label="Steps" editing={editing} names={names} steps={steps} />;
}

function Steps({
  automation,
  editing,
  label,
  names,
  steps,
}: Props & { readonly label: string; readonly names: Names }): ReactNode {
  return (
    <ol className="flex flex-col" aria-label={label}>
      {steps.map((step, index) => {
        const item = automation.automation_items.find(({ id }) => id === step.id);
        if (step.type === 'email' && item) {
          return (
            <Step
              key={step.id}
              item={item}
              place={index}
              number={item.send_order}
              isLifted={false}
              handle={undefined}
              mayChange={editing !== undefined}
              goals={step.goal_count}
              actions={editing && placeActions(step.id, editing)}
            />
          );
        }
        return (
          <li key={step.id} className="flex flex-col" style={{ order: index }}>
            <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
            <OtherStep automation={automation} step={step} names={names} editing={editing} />
            {step.type === 'condition' && <Branches {...{ automation, editing, names, step }} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Renders the steps in the two branches of a condition. */
function Branches({
  automation,
  editing,
  names,
  step,
}: Omit<Props, 'steps'> & { readonly names: Names; readonly step: FlowStep }): ReactNode {
  return (['yes', 'no'] as const).map((branch) => {
    const steps = branchOf(step, branch);
    return (
      <div key={branch} className="ml-4 border-l-2 border-line pt-3 pl-6 max-sm:pl-3">
        <p className="text-sm font-medium text-ink-2">{branch === 'yes' ? 'Yes' : 'No'}</p>
        {steps.length === 0 ? (
          <p className="pt-1 text-sm text-ink-3">Continue after the condition</p>
        ) : (
          <Steps
            automation={automation}
            label={branch === 'yes' ? 'Steps if yes' : 'Steps if no'}
            editing={editing}
            names={names}
            steps={steps}
          />
        )}
        {editing && (
          <div className="pt-3">
            <Button
              look="quiet"
              onClick={() => editing.onAdd({ conditionId: step.id, branch })}
              aria-label={`Add step if ${branch}: ${stepWords(step, names)}`}
            >
              <Plus className="size-4" aria-hidden /> Add step
            </Button>
          </div>
        )}
      </div>
    );
  });
}

function branchOf(step: FlowStep, branch: 'yes' | 'no'): readonly FlowStep[] {
  // The API document describes the steps of a branch only as objects, because the type is recursive.
  return (step[branch] ?? []) as unknown as readonly FlowStep[];
}

function StepIcon({ type }: Pick<FlowStep, 'type'>): ReactNode {
  if (type === 'condition') return <GitBranch className="size-4" aria-hidden />;
  if (type === 'update') return <PenLine className="size-4" aria-hidden />;
  if (type === 'webhook') return <Webhook className="size-4" aria-hidden />;
  return type === 'exit' ? <LogOut className="size-4" aria-hidden /> : <Clock className="size-4" aria-hidden />;
}

/** Returns the actions that every step has. */
export function placeActions(id: number, { onAdd, onMove }: Editing): readonly RowAction[] {
  return [
    { label: 'Move up', onClick: () => onMove(id, 'up') },
    { label: 'Move down', onClick: () => onMove(id, 'down') },
    { label: 'Add step below', onClick: () => onAdd({ afterId: id }) },
  ];
}

function OtherStep({
  automation,
  editing,
  names,
  step,
}: {
  readonly automation: Automation;
  readonly editing: Editing | undefined;
  readonly names: Names;
  readonly step: FlowStep;
}): ReactNode {
  const words = stepWords(step, names);
  const figures = [
    [
      'waiting',
      <StepContacts key="waiting" automationId={automation.id} stepId={step.id} waiting={step.waiting_count} />,
    ],
    ['completed', count(step.completed_count)],
    ...(step.met_count === undefined ? [] : [['yes', count(step.met_count)] as const]),
    ...(step.goal_count === 0 ? [] : [['reached the goal', count(step.goal_count)] as const]),
  ] as const;
  return (
    <div className="flex items-start gap-2 card p-4">
      <span className="flex size-8 shrink-0 items-center justify-center text-ink-3">
        <StepIcon type={step.type} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{words}</h2>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {figures.map(([name, value]) => (
            <div key={name} className="flex flex-row-reverse gap-1">
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {step.fault && <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{step.fault}</p>}
      </div>
      {editing && (
        <RowMenu
          label={`Actions for ${words}`}
          actions={[
            ...(isEditable(step) ? [{ label: 'Edit', onClick: () => editing.onChange(step) }] : []),
            ...placeActions(step.id, editing),
            { label: 'Remove', onClick: () => editing.onRemove(step, words), isDanger: true },
          ]}
        />
      )}
    </div>
  );
}
