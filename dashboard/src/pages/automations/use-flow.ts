import type { Answer, ApiProblem, Input } from '../../api.ts';
import { toast } from '../../components/toast.tsx';
import { cache, useAct, useRead } from '../../reading.ts';
import { withLocalIds, withoutLocalIds, type TreeStep } from './flow-tree.ts';
import type { FlowStep } from './flow-words.ts';
import { CHANGED, type Automation } from './words.ts';

type Draft = Answer<'GET /automations/{id}/draft'>;

/** The steps of an automation that the page shows, and its draft. */
export interface ShownFlow {
  /** The steps of the draft, or the published steps if there is no draft. */
  readonly steps: readonly FlowStep[];
  readonly published: readonly FlowStep[];
  readonly draft: Draft | undefined;
  /**
   * Whether changes are saved in the draft. This is the case if the automation is active, contacts have entered it, or
   * a draft exists.
   */
  readonly isDrafting: boolean;
}

/** Refresh interval of the steps in milliseconds while the automation is active. */
const FLOW_MS = 15_000;

/**
 * Returns the steps of an automation and of its draft. Refreshes the published steps while the automation is active.
 */
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

/**
 * Returns an action whose `save` replaces the steps of an automation, in the draft if there is one or must be one.
 * After success, shows a toast with the text `done`, and calls `onDone`.
 */
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

type Settings = NonNullable<Draft['settings']>;
type Change = NonNullable<Input<'PATCH /automations/{id}'>['body']>;

const NO_OBJECTS = {
  list_id: null,
  campaign_id: null,
  tag_id: null,
  segment_id: null,
  event: null,
  field_id: null,
  days: null,
  every_year: null,
  source: null,
  fault: null,
} as const;

/** Returns the automation with the triggers and settings of its draft. Pure. */
export function withDraft(automation: Automation, { draft }: ShownFlow): Automation {
  const { triggers, ...settings } = draft?.settings ?? {};
  const shown = triggers?.map((trigger, index) => {
    // Triggers of a draft have no ID yet.
    const { created_at, id: automation_id, updated_at } = automation;
    const own = { id: -index - 1, automation_id, created_at, updated_at };
    return Object.assign({}, NO_OBJECTS, trigger, own);
  });
  // The cast is safe because JSON contains no undefined values.
  return { ...automation, ...settings, ...(shown && { automation_triggers: shown }) } as Automation;
}

/**
 * Returns an action whose `save` changes triggers and settings, in the draft if there is one or must be one. After
 * success, shows a toast with the text `done`, and calls `onDone`.
 */
export function useSettings(automation: Automation, flow: ShownFlow, done: string, onDone: () => void) {
  const params = { id: String(automation.id) };
  const { draft, isDrafting } = flow;
  const direct = useAct('PATCH /automations/{id}', {
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
    error: used.error && withFormNames(used.error),
    isPending: used.isPending,
    save(change: Pick<Change, keyof Settings>): void {
      const body = { settings: { ...draft?.settings, ...change } };
      if (isDrafting) drafted.act({ params, body, seenAt: draft?.updated_at });
      else direct.act({ params, body: change });
    },
  };
}

/** Returns a copy of the problem with the names that the fields have in the forms. */
function withFormNames(problem: ApiProblem): ApiProblem {
  const errors = Object.entries(problem.errors).map(([field, faults]) => {
    const name = field
      .replace(/^settings\./, '')
      .replace(/^triggers\.0\.(list_id|campaign_id|tag_id|event)$/, 'trigger_$1');
    return [name, faults] as const;
  });
  return Object.assign(Object.create(problem) as ApiProblem, { errors: Object.fromEntries(errors) });
}
