import { SHOWN } from './flow-schema.ts';

/** A step in the format of API requests. */
export type StepBody = { readonly type: string; readonly id?: number } & Readonly<Record<string, unknown>>;

/** Properties of responses that requests for a draft also contain. */
const KEPT: readonly string[] = ['id', 'type', 'campaign_id', 'delay_hours'];

/**
 * Converts a step to the format of requests for a draft, without the properties that only responses have. Undefined
 * properties and an `id` of null are omitted. Pure.
 */
export function bodyOf(step: object): StepBody {
  const own = Object.entries(step).filter(
    ([name, value]) =>
      value !== undefined && (value !== null || name !== 'id') && (KEPT.includes(name) || !SHOWN.includes(name)),
  );
  // The cast is safe because the parser has checked the steps, or because they come from the database.
  const body = Object.fromEntries(own) as StepBody;
  const { no, yes } = body;
  return {
    ...body,
    ...(yes !== undefined && { yes: branchOf(yes).map(bodyOf) }),
    ...(no !== undefined && { no: branchOf(no).map(bodyOf) }),
  };
}

/**
 * Returns the steps without removed emails and without conditions whose branches are empty. Other removed steps have no
 * ID, so that they are created again. Pure.
 */
export function withKnown(steps: readonly StepBody[], kinds: ReadonlyMap<number, string>): readonly StepBody[] {
  return steps.flatMap(({ id, no, yes, ...step }): readonly StepBody[] => {
    const isKnown = id !== undefined && kinds.get(id) === step.type;
    if (step.type === 'email') return isKnown ? [{ ...step, id }] : [];
    const own = isKnown ? { ...step, id } : step;
    if (step.type !== 'condition') return [own];
    const [met, unmet] = [withKnown(branchOf(yes), kinds), withKnown(branchOf(no), kinds)];
    return met.length + unmet.length === 0 ? [] : [{ ...own, yes: met, no: unmet }];
  });
}

/** Returns the emails among the steps and in the branches of conditions. Pure. */
export function emailsIn(steps: readonly StepBody[]): readonly StepBody[] {
  return steps.flatMap((step) =>
    step.type === 'email' ? [step] : [...emailsIn(branchOf(step['yes'])), ...emailsIn(branchOf(step['no']))],
  );
}

/** Inserts steps at the end, but before a final exit. Pure. */
export function withEmailsAtEnd(steps: readonly StepBody[], added: readonly StepBody[]): readonly StepBody[] {
  const last = steps.at(-1);
  return last?.type === 'exit' ? [...steps.slice(0, -1), ...added, last] : [...steps, ...added];
}

function branchOf(steps: unknown): readonly StepBody[] {
  // The cast is safe because only parsed steps are stored.
  return Array.isArray(steps) ? (steps as readonly StepBody[]) : [];
}
