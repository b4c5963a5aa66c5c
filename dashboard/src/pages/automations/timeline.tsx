import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Flag, Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { DraftBar } from './draft-bar.tsx';
import { EmailList } from './email-list.tsx';
import { Flow, type Editing } from './flow.tsx';
import { movedTo } from './flow-slots.ts';
import { flatSteps, moved, pathOf, stepAt, treeOf, type Place, type TreeStep } from './flow-tree.ts';
import { stepWords, type FlowStep, type Names } from './flow-words.ts';
import { NewMail } from './mail-dialogs.tsx';
import { ChangeStep, NewStep, RemoveStep } from './step-dialogs.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { useDrag } from './use-drag.ts';
import { useFlow, useSteps, type ShownFlow } from './use-flow.ts';
import { useNames } from './use-names.ts';
import type { Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly mayChange: boolean;
}

/** An opened dialog for a step. */
type Opened =
  | { readonly act: 'add'; readonly place: Place }
  | { readonly act: 'change'; readonly step: FlowStep }
  | { readonly act: 'remove'; readonly step: FlowStep; readonly words: string };

/** Renders the timeline of an automation: its trigger, its delays and emails, and its end. */
export function Timeline({ automation, mayChange }: Props): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const flow = useFlow(automation);
  const names = useNames();
  const [opened, setOpened] = useState<Opened>();
  const editing = useEditing({ automation, flow, names, onOpen: setOpened });
  const { steps } = flow;
  return (
    <>
      <DraftBar automation={automation} flow={flow} mayChange={mayChange} />
      <section aria-label="Timeline" className="flex flex-col">
        <TriggerStep automation={automation} flow={flow} mayChange={mayChange} />
        {steps.some(({ type }) => type !== 'email') ? (
          <Flow automation={automation} flow={flow} names={names} editing={mayChange ? editing : undefined} />
        ) : (
          <EmailList automation={automation} flow={flow} editing={mayChange ? editing : undefined} />
        )}
        <p role="status" className="sr-only">
          {editing.drag.said}
        </p>
        <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
        {mayChange ? (
          <AddButtons
            isMain={steps.length === 0}
            onAddEmail={() => setAdding(true)}
            onAddStep={() => editing.onAdd({ isEnd: true })}
          />
        ) : (
          <p className="flex items-center gap-2 text-ink-3">
            <Flag className="ml-2 size-4" aria-hidden /> End
          </p>
        )}
        {isAdding && <NewMail automation={automation} isDrafting={flow.isDrafting} onClose={() => setAdding(false)} />}
        <StepDialog automation={automation} flow={flow} opened={opened} onClose={() => setOpened(undefined)} />
      </section>
    </>
  );
}

function AddButtons({
  isMain,
  onAddEmail,
  onAddStep,
}: {
  readonly isMain: boolean;
  readonly onAddEmail: () => void;
  readonly onAddStep: () => void;
}): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      <Button look={isMain ? 'primary' : 'plain'} onClick={onAddEmail}>
        <Plus className="size-4" aria-hidden /> Add email
      </Button>
      <Button onClick={onAddStep}>
        <Plus className="size-4" aria-hidden /> Add step
      </Button>
    </div>
  );
}

function StepDialog({
  opened,
  ...props
}: {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly opened: Opened | undefined;
  readonly onClose: () => void;
}): ReactNode {
  switch (opened?.act) {
    case 'add':
      return <NewStep {...props} place={opened.place} />;
    case 'change':
      return <ChangeStep {...props} step={opened.step} />;
    case 'remove':
      return <RemoveStep {...props} step={opened.step} words={opened.words} />;
    default:
      return null;
  }
}

function useEditing({
  automation,
  flow,
  names,
  onOpen,
}: {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly names: Names;
  readonly onOpen: (opened: Opened) => void;
}): Editing {
  const change = useSteps(automation, flow, 'Step moved', () => {});
  useProblemToast(change.error);
  const tree = treeOf(flow.steps);
  const focusAt = useFocusAfterMove(flow.steps);
  const wordsOf = (id: number): string => {
    const step = flatSteps(flow.steps).find((each) => each.id === id);
    return step ? stepWords(step, names) : '';
  };
  const place = (id: number, next: readonly TreeStep[]): void => {
    focusAt(pathOf(next, (step) => step.id === id));
    change.save(next);
  };
  const drag = useDrag(tree, wordsOf, (id, slot) => place(id, movedTo(tree, id, slot)));
  return {
    drag,
    onAdd: (at) => onOpen({ act: 'add', place: at }),
    onChange: (step) => onOpen({ act: 'change', step }),
    onRemove: (step, words) => onOpen({ act: 'remove', step, words }),
    onMove(id, way) {
      const next = moved(tree, id, way);
      if (next) place(id, next);
    },
  };
}

/**
 * Returns a function that takes the new path of a moved step. As soon as the step is shown there, its handle gets the
 * focus again, because an element that is moved in the document loses the focus.
 */
function useFocusAfterMove(steps: readonly FlowStep[]): (path: string) => void {
  const wanted = useRef<string>(undefined);
  // Changes if a step moves to another branch, even if the order of all steps stays the same.
  const shown = JSON.stringify(steps, ['id', 'yes', 'no']);
  const latest = useRef(steps);
  useEffect(() => {
    latest.current = steps;
  });
  useEffect(() => {
    const id = wanted.current === undefined ? undefined : stepAt(latest.current, wanted.current)?.id;
    if (id !== undefined) document.querySelector<HTMLElement>(`#move-${id}`)?.focus();
    wanted.current = undefined;
  }, [shown]);
  return (path) => {
    wanted.current = path;
  };
}
