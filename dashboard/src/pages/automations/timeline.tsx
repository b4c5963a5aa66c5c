import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Flag, Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct, useRead } from '../../reading.ts';
import { Flow } from './flow.tsx';
import type { FlowStep } from './flow-words.ts';
import { NewMail } from './mail-dialogs.tsx';
import { Step } from './step.tsx';
import { TriggerStep } from './trigger-step.tsx';
import { useReorder } from './use-reorder.ts';
import { CHANGED, type Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly mayChange: boolean;
}

/** Refresh interval of the steps in milliseconds while the automation is active. */
const FLOW_MS = 15_000;

/** Renders the timeline of an automation: its trigger, its delays and emails, and its end. */
export function Timeline({ automation, mayChange }: Props): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const steps = useSteps(automation);
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
        <Flow automation={automation} mayChange={mayChange} steps={steps} />
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
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="ml-4 h-6 border-l-2 border-line" aria-hidden />
      {mayChange ? (
        <div>
          <Button look={items.length === 0 ? 'primary' : 'plain'} onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden /> Add email
          </Button>
        </div>
      ) : (
        <p className="flex items-center gap-2 text-ink-3">
          <Flag className="ml-2 size-4" aria-hidden /> End
        </p>
      )}
      {isAdding && <NewMail automation={automation} onClose={() => setAdding(false)} />}
    </section>
  );
}

/** Returns the steps of an automation, and refreshes them while the automation is active. */
function useSteps({ active, id }: Automation): readonly FlowStep[] {
  const params = { id: String(id) };
  const { data } = useRead('GET /automations/{id}/flow', { params }, { every: () => active && FLOW_MS });
  return data?.steps ?? [];
}
