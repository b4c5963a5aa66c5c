import type { ReactNode } from 'react';
import { Clock, GitBranch, LogOut, PenLine } from 'lucide-react';
import { count } from '../../words.ts';
import { useLists, useTags } from '../contacts/choices.ts';
import { stepWords, type FlowStep, type Names } from './flow-words.ts';
import { Step } from './step.tsx';
import type { Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly mayChange: boolean;
  readonly steps: readonly FlowStep[];
}

/** Renders the steps of an automation in their order, with the branches of conditions. */
export function Flow({ automation, mayChange, steps }: Props): ReactNode {
  const [lists, tags] = [useLists().choices, useTags().choices];
  const nameIn = (choices: typeof lists) => (id: number) =>
    choices.find(({ value }) => value === String(id))?.label ?? String(id);
  const names = { list: nameIn(lists), tag: nameIn(tags) };
  return <Steps automation={automation} label="Steps" mayChange={mayChange} names={names} steps={steps} />;
}

function Steps({
  automation,
  label,
  mayChange,
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
              mayChange={mayChange}
            />
          );
        }
        return (
          <li key={step.id} className="flex flex-col" style={{ order: index }}>
            <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
            <OtherStep step={step} names={names} />
            {step.type === 'condition' &&
              (['yes', 'no'] as const).map((branch) => (
                <div key={branch} className="ml-4 border-l-2 border-line pt-3 pl-6 max-sm:pl-3">
                  <p className="text-sm font-medium text-ink-2">{branch === 'yes' ? 'Yes' : 'No'}</p>
                  {branchOf(step, branch).length === 0 ? (
                    <p className="pt-1 text-sm text-ink-3">Continue after the condition</p>
                  ) : (
                    <Steps
                      automation={automation}
                      label={branch === 'yes' ? 'Steps if yes' : 'Steps if no'}
                      mayChange={mayChange}
                      names={names}
                      steps={branchOf(step, branch)}
                    />
                  )}
                </div>
              ))}
          </li>
        );
      })}
    </ol>
  );
}

function branchOf(step: FlowStep, branch: 'yes' | 'no'): readonly FlowStep[] {
  // The API document describes the steps of a branch only as objects, because the type is recursive.
  return (step[branch] ?? []) as unknown as readonly FlowStep[];
}

function StepIcon({ type }: Pick<FlowStep, 'type'>): ReactNode {
  if (type === 'condition') return <GitBranch className="size-4" aria-hidden />;
  if (type === 'update') return <PenLine className="size-4" aria-hidden />;
  return type === 'exit' ? <LogOut className="size-4" aria-hidden /> : <Clock className="size-4" aria-hidden />;
}

function OtherStep({ names, step }: { readonly names: Names; readonly step: FlowStep }): ReactNode {
  const figures = [
    ['waiting', step.waiting_count],
    ['completed', step.completed_count],
    ...(step.met_count === undefined ? [] : [['yes', step.met_count] as const]),
  ] as const;
  return (
    <div className="flex items-start gap-2 card p-4">
      <span className="flex size-8 shrink-0 items-center justify-center text-ink-3">
        <StepIcon type={step.type} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">{stepWords(step, names)}</h2>
        <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {figures.map(([name, value]) => (
            <div key={name} className="flex flex-row-reverse gap-1">
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-medium tabular-nums">{count(value)}</dd>
            </div>
          ))}
        </dl>
        {step.fault && <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{step.fault}</p>}
      </div>
    </div>
  );
}
