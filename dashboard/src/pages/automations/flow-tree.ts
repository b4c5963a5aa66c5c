import type { Answer } from '../../api.ts';
import type { FlowStep } from './flow-words.ts';

/** A step of a flow as in API requests. New steps have no ID. */
export type StepBody = { readonly type: FlowStep['type']; readonly id?: number } & Readonly<Record<string, unknown>>;

/** A step with its branches. */
export interface TreeStep extends StepBody {
  readonly yes?: readonly TreeStep[];
  readonly no?: readonly TreeStep[];
}

export type Branch = 'yes' | 'no';

/** Where a new step is inserted: after another step, or at the end of a branch or of the automation. */
export type Place =
  | { readonly afterId: number }
  | { readonly conditionId: number; readonly branch: Branch }
  | { readonly isEnd: true };

/** Casts the steps of an API response to steps with typed branches. */
export function treeOf(steps: readonly FlowStep[]): readonly TreeStep[] {
  // The OpenAPI document declares the steps of a branch only as objects, because the type is recursive.
  return steps as unknown as readonly TreeStep[];
}

/** Returns the steps of a draft with negative IDs for new steps, by which the page finds them. Pure. */
export function withLocalIds(steps: Answer<'GET /automations/{id}/draft'>['steps']): readonly FlowStep[] {
  let last = 0;
  const named = (step: TreeStep): TreeStep => {
    const { no, yes } = step;
    const id = step.id ?? (last -= 1);
    return { ...step, id, ...(yes && { yes: yes.map(named) }), ...(no && { no: no.map(named) }) };
  };
  // The OpenAPI document declares the steps of a branch only as objects, because the type is recursive.
  return (steps as unknown as readonly TreeStep[]).map(named) as unknown as readonly FlowStep[];
}

/** Returns the steps as in API requests, without the IDs that `withLocalIds` has added. Pure. */
export function withoutLocalIds(steps: readonly TreeStep[]): readonly TreeStep[] {
  const plain = ({ id, no, yes, ...step }: TreeStep): TreeStep => ({
    ...step,
    ...(id !== undefined && id > 0 && { id }),
    ...(yes && { yes: yes.map(plain) }),
    ...(no && { no: no.map(plain) }),
  });
  return steps.map(plain);
}

/** Returns the steps in the order in which they are shown: a condition, its branches, and the steps after it. Pure. */
export function flatSteps(steps: readonly FlowStep[]): readonly FlowStep[] {
  const flat = (some: readonly TreeStep[]): readonly TreeStep[] =>
    some.flatMap((step) => [step, ...flat(step.yes ?? []), ...flat(step.no ?? [])]);
  return flat(treeOf(steps)) as unknown as readonly FlowStep[];
}

/** Returns the step at a path such as `steps.1.yes.0`. Pure. */
export function stepAt(steps: readonly FlowStep[], path: string): FlowStep | undefined {
  return flatSteps(steps).find(({ id }) => pathOf(treeOf(steps), (step) => step.id === id) === path);
}

/** Returns the steps with another delay before an email. Pure. */
export function withDelay(steps: readonly TreeStep[], id: number, delayHours: number): readonly TreeStep[] {
  return changed(steps, id, (step) => [{ ...step, delay_hours: delayHours }]);
}

/** Returns the steps with a new step. Pure. */
export function withStep(steps: readonly TreeStep[], step: TreeStep, place: Place): readonly TreeStep[] {
  if ('isEnd' in place) return [...steps, step];
  if ('conditionId' in place) {
    return changed(steps, place.conditionId, (condition) => [
      { ...condition, [place.branch]: [...(condition[place.branch] ?? []), step] },
    ]);
  }
  return changed(steps, place.afterId, (before) => [before, step]);
}

/** Returns the steps with other settings for one of them. The step keeps its branches. Pure. */
export function withSettings(steps: readonly TreeStep[], id: number, settings: StepBody): readonly TreeStep[] {
  return changed(steps, id, ({ no, yes }) => [{ ...settings, id, ...(yes && { yes }), ...(no && { no }) }]);
}

/** Returns the steps without one of them. The emails in the branches of a removed condition take its place. Pure. */
export function withoutStep(steps: readonly TreeStep[], id: number): readonly TreeStep[] {
  return changed(steps, id, emailsIn);
}

function emailsIn({ no = [], yes = [] }: TreeStep): readonly TreeStep[] {
  return [...yes, ...no].flatMap((step) => (step.type === 'email' ? [step] : emailsIn(step)));
}

/**
 * Returns the steps after one of them was moved up or down by one position. A step moves into the branches of the
 * conditions that it passes, and out of them again. Returns undefined if the step cannot be moved further. Pure.
 */
export function moved(steps: readonly TreeStep[], id: number, way: 'up' | 'down'): readonly TreeStep[] | undefined {
  const index = steps.findIndex((step) => step.id === id);
  const step = steps[index];
  if (step) return way === 'up' ? movedUp(steps, step, index) : movedDown(steps, step, index);
  for (const [place, condition] of steps.entries()) {
    const result = movedWithin(condition, id, way);
    if (result) return [...steps.slice(0, place), ...result, ...steps.slice(place + 1)];
  }
  return undefined;
}

function movedUp(steps: readonly TreeStep[], step: TreeStep, index: number): readonly TreeStep[] | undefined {
  const before = steps[index - 1];
  if (!before) return undefined;
  const passed = before.type === 'condition' ? [{ ...before, no: [...(before.no ?? []), step] }] : [step, before];
  return [...steps.slice(0, index - 1), ...passed, ...steps.slice(index + 1)];
}

function movedDown(steps: readonly TreeStep[], step: TreeStep, index: number): readonly TreeStep[] | undefined {
  const next = steps[index + 1];
  if (!next) return undefined;
  const passed = next.type === 'condition' ? [{ ...next, yes: [step, ...(next.yes ?? [])] }] : [next, step];
  return [...steps.slice(0, index), ...passed, ...steps.slice(index + 2)];
}

/** Moves a step within a condition. Returns the steps that take the place of the condition. */
function movedWithin(condition: TreeStep, id: number, way: 'up' | 'down'): readonly TreeStep[] | undefined {
  const { no = [], yes = [] } = condition;
  for (const [branch, own] of [['yes', yes] as const, ['no', no] as const]) {
    const within = moved(own, id, way);
    if (within) return [{ ...condition, [branch]: within }];
    const step = own.find((each) => each.id === id);
    if (!step) continue;
    const rest = own.filter((each) => each !== step);
    if (branch === 'no' && way === 'up') return [{ ...condition, yes: [...yes, step], no: rest }];
    if (branch === 'yes' && way === 'down') return [{ ...condition, yes: rest, no: [step, ...no] }];
    const left = { ...condition, [branch]: rest };
    return way === 'up' ? [step, left] : [left, step];
  }
  return undefined;
}

/**
 * Returns the path in a request of the first step for which `isWanted` returns true, such as `steps.1.yes.0`. Returns
 * an empty string if there is no such step. Pure.
 */
export function pathOf(steps: readonly TreeStep[], isWanted: (step: TreeStep) => boolean, path = 'steps'): string {
  for (const [index, step] of steps.entries()) {
    const own = `${path}.${index}`;
    if (isWanted(step)) return own;
    const within = (['yes', 'no'] as const)
      .map((branch) => pathOf(step[branch] ?? [], isWanted, `${own}.${branch}`))
      .find((found) => found !== '');
    if (within !== undefined) return within;
  }
  return '';
}

function changed(
  steps: readonly TreeStep[],
  id: number,
  change: (step: TreeStep) => readonly TreeStep[],
): readonly TreeStep[] {
  return steps.flatMap((step): readonly TreeStep[] => {
    if (step.id === id) return change(step);
    if (step.type !== 'condition') return [step];
    return [{ ...step, yes: changed(step.yes ?? [], id, change), no: changed(step.no ?? [], id, change) }];
  });
}
