import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Flag, Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { Flow, type Editing } from './flow.tsx';
import { moved, treeOf, type Place } from './flow-tree.ts';
import type { FlowStep } from './flow-words.ts';
import { NewMail } from './mail-dialogs.tsx';
import { ChangeStep, NewStep, RemoveStep, useSteps } from './step-dialogs.tsx';
import { Step } from './step.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { useReorder } from './use-reorder.ts';
import { CHANGED, type Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly mayChange: boolean;
}

/** An opened dialog for a step. */
type Opened =
  | { readonly act: 'add'; readonly place: Place }
  | { readonly act: 'change'; readonly step: FlowStep }
  | { readonly act: 'remove'; readonly step: FlowStep; readonly words: string };

/** Refresh interval of the steps in milliseconds while the automation is active. */
const FLOW_MS = 15_000;

/** Renders the timeline of an automation: its trigger, its delays and emails, and its end. */
export function Timeline({ automation, mayChange }: Props): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const steps = useFlow(automation);
  const [opened, setOpened] = useState<Opened>();
  const editing = useEditing(automation, steps, setOpened);
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<number>(undefined);
  const items = automation.automation_items.toSorted((a, b) => a.send_order - b.send_order);
  const ids = items.map(({ id }) => id);
  const move = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED });
  const { handleOf, liftedId, order, said } = useReorder(list, ids, (id, place) => {
    moved.current = id;
    move.act({ params: { id: String(id) }, body: { send_order: place + 1 } });
  });
  useProblemToast(move.error);
  const now = ids.join();
  useEffect(() => {
    // Restore the focus, because an element that is moved in the document loses it.
    if (moved.current !== undefined) document.querySelector<HTMLElement>(`#move-${moved.current}`)?.focus();
    moved.current = undefined;
  }, [now]);
  return (
    <section aria-label="Timeline" className="flex flex-col">
      <TriggerStep automation={automation} mayChange={mayChange} />
      {steps.some(({ type }) => type !== 'email') ? (
        <Flow automation={automation} editing={mayChange ? editing : undefined} steps={steps} />
      ) : (
        <ol ref={list} className="flex flex-col" aria-label="Emails">
          {items.map((item) => (
            <Step
              key={item.id}
              item={item}
              place={order.indexOf(item.id)}
              isLifted={liftedId === item.id}
              handle={mayChange && items.length > 1 ? handleOf(item.id) : undefined}
              mayChange={mayChange}
              actions={[{ label: 'Add step below', onClick: () => editing.onAdd({ afterId: item.id }) }]}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
      {mayChange ? (
        <AddButtons
          isMain={items.length === 0}
          onAddEmail={() => setAdding(true)}
          onAddStep={() => editing.onAdd({ isEnd: true })}
        />
      ) : (
        <p className="flex items-center gap-2 text-ink-3">
          <Flag className="ml-2 size-4" aria-hidden /> End
        </p>
      )}
      {isAdding && <NewMail automation={automation} onClose={() => setAdding(false)} />}
      <StepDialog automation={automation} steps={steps} opened={opened} onClose={() => setOpened(undefined)} />
    </section>
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
  readonly steps: readonly FlowStep[];
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

function useEditing(automation: Automation, steps: readonly FlowStep[], onOpen: (opened: Opened) => void): Editing {
  const { error, save } = useSteps(automation, 'Step moved.', () => {});
  useProblemToast(error);
  return {
    onAdd: (place) => onOpen({ act: 'add', place }),
    onChange: (step) => onOpen({ act: 'change', step }),
    onRemove: (step, words) => onOpen({ act: 'remove', step, words }),
    onMove(id, way) {
      const next = moved(treeOf(steps), id, way);
      if (next) save(next);
    },
  };
}

/** Returns the steps of an automation, and refreshes them while the automation is active. */
function useFlow({ active, id }: Automation): readonly FlowStep[] {
  const params = { id: String(id) };
  const { data } = useRead('GET /automations/{id}/flow', { params }, { every: () => active && FLOW_MS });
  return data?.steps ?? [];
}
