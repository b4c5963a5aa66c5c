import { useEffect, useRef, type ReactNode } from 'react';
import { useProblemToast } from '../../problem-toast.ts';
import { useAct } from '../../reading.ts';
import type { Editing } from './flow.tsx';
import { treeOf } from './flow-tree.ts';
import { Step } from './step.tsx';
import { useSteps, type ShownFlow } from './use-flow.ts';
import { useReorder } from './use-reorder.ts';
import { CHANGED, withPlace, type Automation } from './words.ts';

/** Renders the steps of an automation that consists only of emails. */
export function EmailList({
  automation,
  editing,
  flow,
}: {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  /** Undefined if the user may not change the steps. */
  readonly editing: Editing | undefined;
}): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<number>(undefined);
  const { isDrafting, steps } = flow;
  const ids = steps.map(({ id }) => id);
  const move = useAct('PATCH /automation-emails/{id}', { refresh: CHANGED });
  const draft = useSteps(automation, flow, 'Email moved', () => {});
  const { handleOf, liftedId, order, said } = useReorder(list, ids, (id, place) => {
    moved.current = id;
    const tree = treeOf(steps);
    const inOrder = withPlace(ids, id, place).flatMap((each) => tree.find((step) => step.id === each) ?? []);
    if (isDrafting) draft.save(inOrder);
    else move.act({ params: { id: String(id) }, body: { send_order: place + 1 } });
  });
  useProblemToast(move.error);
  useProblemToast(isDrafting ? draft.error : null);
  const now = ids.join();
  useEffect(() => {
    // Restore the focus, because an element that is moved in the document loses it.
    if (moved.current !== undefined) document.querySelector<HTMLElement>(`#move-${moved.current}`)?.focus();
    moved.current = undefined;
  }, [now]);
  return (
    <>
      <ol ref={list} className="flex flex-col" aria-label="Emails">
        {steps.map((step, index) => (
          <Step
            key={step.id}
            automation={automation}
            flow={flow}
            step={step}
            place={order.indexOf(step.id)}
            number={index + 1}
            isLifted={liftedId === step.id}
            handle={editing && steps.length > 1 ? handleOf(step.id) : undefined}
            mayChange={editing !== undefined}
            onRemove={() => editing?.onRemove(step, step.subject ?? '')}
            actions={editing && [{ label: 'Add step below', onClick: () => editing.onAdd({ afterId: step.id }) }]}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
