import type { StepKind } from './steps.ts';

export type Branch = 'yes' | 'no';

/**
 * A step and its place in a flow. The steps of a flow are in order. A condition is followed by the steps of its yes
 * branch and then by the steps of its no branch.
 */
export interface Placed {
  readonly id: number;
  readonly kind: StepKind;
  /** The condition and the branch that contain the step. Both are null outside of conditions. */
  readonly parent_id: number | null;
  readonly branch: Branch | null;
}

/** A stored step of a flow, possibly a deleted one. */
export interface PlacedStep extends Placed {
  readonly send_order: number;
  readonly is_deleted: boolean;
}

/**
 * Inserts a step before the email at the given position (starting at 1), or at the end if no email has this position.
 * If the flow already contains the step, moves the step. Returns the new list of steps. Pure.
 */
export function withEmailAt<Step extends Placed>(steps: readonly Step[], step: Step, order: number): readonly Step[] {
  const others = steps.filter(({ id }) => id !== step.id);
  const next = others.filter(({ kind }) => kind === 'email')[Math.max(order, 1) - 1];
  if (!next) return [...others, { ...step, parent_id: null, branch: null }];
  const at = others.indexOf(next);
  const { branch, parent_id } = next;
  return [...others.slice(0, at), { ...step, parent_id, branch }, ...others.slice(at)];
}

/** Inserts a step directly after another step that is not a condition. Returns the new list of steps. Pure. */
export function withStepAfter<Step extends Placed>(
  steps: readonly Step[],
  step: Step,
  afterId: number,
): readonly Step[] {
  const at = steps.findIndex(({ id }) => id === afterId) + 1;
  const { branch = null, parent_id = null } = steps[at - 1] ?? {};
  return [...steps.slice(0, at), { ...step, parent_id, branch }, ...steps.slice(at)];
}

/** Finds the next step in a flow. */
export interface Flow {
  /** Returns the step that follows a completed or removed step, or null at the end of the automation. */
  readonly after: (id: number) => number | null;
  /** Returns the first step of a branch of a condition. An empty branch continues after the condition. */
  readonly into: (conditionId: number, branch: Branch) => number | null;
}

/**
 * Returns functions that find the next step of an automation. The contacts of a removed step continue with the step
 * that took its place. Each step is followed only by later steps, so every run ends. Pure.
 */
export function flowOf(steps: readonly PlacedStep[]): Flow {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const current = steps.filter(({ is_deleted }) => !is_deleted).toSorted((a, b) => a.send_order - b.send_order);
  const firstFrom = (parentId: number | null, branch: Branch | null, order: number): number | undefined =>
    current.find((step) => step.parent_id === parentId && step.branch === branch && step.send_order >= order)?.id;
  const after = (id: number): number | null => {
    const step = byId.get(id);
    if (!step) return null;
    const order = step.is_deleted ? step.send_order : step.send_order + 1;
    return firstFrom(step.parent_id, step.branch, order) ?? (step.parent_id === null ? null : after(step.parent_id));
  };
  return { after, into: (id, branch) => firstFrom(id, branch, 0) ?? after(id) };
}
