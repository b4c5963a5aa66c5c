import type { ReactNode } from 'react';
import { Clock, GitBranch, LogOut, PenLine, Plus, Webhook } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { RowMenu, type RowAction } from '../../components/row-menu.tsx';
import { count } from '../../words.ts';
import { DragHandle, NewMark } from './drag-handle.tsx';
import { slotKey } from './flow-slots.ts';
import { stepWords, type FlowStep, type Names } from './flow-words.ts';
import { flatSteps, type Branch, type Place } from './flow-tree.ts';
import { Step } from './step.tsx';
import { StepContacts } from './step-contacts.tsx';
import { isEditable } from './step-draft.ts';
import type { Drag } from './use-drag.ts';
import type { ShownFlow } from './use-flow.ts';
import type { Automation } from './words.ts';

/** Actions that change the steps of an automation. */
export interface Editing {
  readonly onAdd: (place: Place) => void;
  readonly onChange: (step: FlowStep) => void;
  readonly onRemove: (step: FlowStep, words: string) => void;
  readonly onMove: (id: number, way: 'up' | 'down') => void;
  readonly drag: Drag;
}

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly names: Names;
  /** Undefined if the user may not change the steps. */
  readonly editing: Editing | undefined;
}

/** Renders the steps of an automation in their order, with the branches of conditions. */
export function Flow(props: Props): ReactNode {
  return <Steps {...props} label="Steps" conditionId={null} branch={null} steps={props.flow.steps} />;
}

interface ListProps extends Props {
  readonly label: string;
  readonly conditionId: number | null;
  readonly branch: Branch | null;
  readonly steps: readonly FlowStep[];
}

function Steps(props: ListProps): ReactNode {
  const { automation, branch, conditionId, editing, flow, label, names, steps } = props;
  const emails = flatSteps(flow.steps).filter(({ type }) => type === 'email');
  const gap = (index: number): ReactNode => (
    <Gap slot={slotKey({ conditionId, branch, index })} target={editing?.drag.target} />
  );
  return (
    <>
      <ol className="flex flex-col" aria-label={label}>
        {steps.map((step, index) =>
          step.type === 'email' ? (
            <Step
              key={step.id}
              automation={automation}
              flow={flow}
              step={step}
              place={index}
              number={emails.findIndex(({ id }) => id === step.id) + 1}
              isLifted={editing?.drag.liftedId === step.id}
              handle={editing?.drag.handleOf(step.id)}
              mayChange={editing !== undefined}
              onRemove={() => editing?.onRemove(step, step.subject ?? '')}
              actions={editing && placeActions(step.id, editing)}
              gap={gap(index)}
            />
          ) : (
            <li key={step.id} className="flex flex-col" style={{ order: index }}>
              {gap(index)}
              <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
              <OtherStep {...{ automation, editing, flow, names, step }} />
              {step.type === 'condition' && <Branches {...{ automation, editing, flow, names, step }} />}
            </li>
          ),
        )}
      </ol>
      {gap(steps.length)}
    </>
  );
}

/** Renders a position to which a step can be moved. It is visible only while a step would be dropped there. */
function Gap({ slot, target }: { readonly slot: string; readonly target: string | undefined }): ReactNode {
  return (
    <div data-slot={slot} aria-hidden className={slot === target ? 'mt-1 -mb-1.5 h-1 rounded-full bg-accent' : 'h-0'} />
  );
}

/** Renders the steps in the two branches of a condition. */
function Branches({ step, ...props }: Props & { readonly step: FlowStep }): ReactNode {
  const { editing, names } = props;
  return (['yes', 'no'] as const).map((branch) => {
    const steps = branchOf(step, branch);
    const label = branch === 'yes' ? 'Steps if yes' : 'Steps if no';
    return (
      <div key={branch} className="ml-4 border-l-2 border-line pt-3 pl-6 max-sm:pl-3">
        <p className="text-sm font-medium text-ink-2">{branch === 'yes' ? 'Yes' : 'No'}</p>
        {steps.length === 0 ? (
          <>
            <p className="pt-1 text-sm text-ink-3">Continue after the condition</p>
            <Gap slot={slotKey({ conditionId: step.id, branch, index: 0 })} target={editing?.drag.target} />
          </>
        ) : (
          <Steps {...props} label={label} conditionId={step.id} branch={branch} steps={steps} />
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

function branchOf(step: FlowStep, branch: Branch): readonly FlowStep[] {
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
function placeActions(id: number, { onAdd, onMove }: Editing): readonly RowAction[] {
  return [
    { label: 'Move up', onClick: () => onMove(id, 'up') },
    { label: 'Move down', onClick: () => onMove(id, 'down') },
    { label: 'Add step below', onClick: () => onAdd({ afterId: id }) },
  ];
}

function OtherStep({ automation, editing, names, step }: Props & { readonly step: FlowStep }): ReactNode {
  const words = stepWords(step, names);
  const isLifted = editing?.drag.liftedId === step.id;
  return (
    <div className={`flex items-start gap-2 card p-4 ${isLifted ? 'relative z-10 ring-2 ring-accent' : ''}`}>
      {editing && <DragHandle handle={editing.drag.handleOf(step.id)} isLifted={isLifted} label={`Move “${words}”`} />}
      <span className={`flex size-8 shrink-0 items-center justify-center text-ink-3 ${editing ? 'max-sm:hidden' : ''}`}>
        <StepIcon type={step.type} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{words}</h2>
        {step.id < 0 ? <NewMark /> : <StepFigures automation={automation} step={step} />}
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

function StepFigures({ automation, step }: { readonly automation: Automation; readonly step: FlowStep }): ReactNode {
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
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-row-reverse gap-1">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
