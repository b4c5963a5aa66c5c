import type { Answer } from '../../api.ts';
import { toast } from '../../components/toast.tsx';
import { cache, useAct, useRead } from '../../reading.ts';
import { withLocalIds, withoutLocalIds, type TreeStep } from './flow-tree.ts';
import type { FlowStep } from './flow-words.ts';
import { CHANGED, type Automation } from './words.ts';

type Draft = Answer<'GET /automations/{id}/draft'>;

/** The steps of an automation that the page shows. */
export interface ShownFlow {
  /** The steps of the draft, or the published steps if there is no draft. */
  readonly steps: readonly FlowStep[];
  readonly published: readonly FlowStep[];
  readonly draft: Draft | undefined;
  /** Whether changes are saved in the draft, because contacts can be in the automation. */
  readonly isDrafting: boolean;
}

/** Refresh interval of the steps in milliseconds while the automation is active. */
const FLOW_MS = 15_000;

/** Returns the steps of an automation and of its draft, and refreshes them while the automation is active. */
export function useFlow({ active, entered_count: entered, id }: Automation): ShownFlow {
  const params = { id: String(id) };
  const { data } = useRead('GET /automations/{id}/flow', { params }, { every: () => active && FLOW_MS });
  const hasDraft = data?.has_draft === true;
  const read = useRead('GET /automations/{id}/draft', { params }, { enabled: hasDraft });
  const draft = hasDraft ? read.data : undefined;
  const published = data?.steps ?? [];
  return {
    steps: draft ? withLocalIds(draft.steps) : published,
    published,
    draft,
    isDrafting: active || entered > 0 || hasDraft,
  };
}

/** Stores the response of a change to the draft, so that the page shows it without another request. */
export function keepDraft(automation: Automation, draft: Draft): void {
  cache.setQueryData(['GET /automations/{id}/draft', { params: { id: String(automation.id) } }], draft);
}

/** Returns a function that replaces the steps of an automation, in the draft if there is one or must be one. */
export function useSteps(automation: Automation, flow: ShownFlow, done: string, onDone: () => void) {
  const params = { id: String(automation.id) };
  const { draft, isDrafting } = flow;
  const direct = useAct('PATCH /automations/{id}/flow', {
    refresh: CHANGED,
    onDone: () => {
      toast(`${done}.`);
      onDone();
    },
  });
  const drafted = useAct('PATCH /automations/{id}/draft', {
    refresh: CHANGED,
    onDone: (answer) => {
      keepDraft(automation, answer);
      toast(`${done} in the draft.`);
      onDone();
    },
  });
  const used = isDrafting ? drafted : direct;
  return {
    error: used.error,
    isPending: used.isPending,
    save(steps: readonly TreeStep[]): void {
      const body = { steps: [...withoutLocalIds(steps)] };
      if (isDrafting) drafted.act({ params, body, seenAt: draft?.updated_at });
      else direct.act({ params, body });
    },
  };
}
