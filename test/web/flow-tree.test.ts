import { describe, expect, it } from 'vitest';
import { movedTo, slotKey, slotsFor, slotWords } from '../../dashboard/src/pages/automations/flow-slots.ts';
import {
  flatSteps,
  moved,
  pathOf,
  stepAt,
  treeOf,
  withLocalIds,
  withoutLocalIds,
  withoutStep,
  withSettings,
  withStep,
  type TreeStep,
} from '../../dashboard/src/pages/automations/flow-tree.ts';

/** 1, then a condition 2 with 3 if yes and 4 if no, then 5. */
const STEPS: readonly TreeStep[] = [
  { type: 'email', id: 1 },
  { type: 'condition', id: 2, event: 'a', yes: [{ type: 'wait', id: 3 }], no: [{ type: 'email', id: 4 }] },
  { type: 'exit', id: 5 },
];

/** Writes a flow as text, such as `1 2(3|4) 5`. */
const written = (steps: readonly TreeStep[] = []): string =>
  steps
    .map(({ id, no, type, yes }) => `${id ?? 'new'}${type === 'condition' ? `(${written(yes)}|${written(no)})` : ''}`)
    .join(' ');

describe('steps of a flow', () => {
  it('are inserted after a step, at the end of a branch, and at the end', () => {
    const step = { type: 'wait' } as const;
    expect(written(withStep(STEPS, step, { afterId: 1 }))).toBe('1 new 2(3|4) 5');
    expect(written(withStep(STEPS, step, { afterId: 4 }))).toBe('1 2(3|4 new) 5');
    expect(written(withStep(STEPS, step, { conditionId: 2, branch: 'yes' }))).toBe('1 2(3 new|4) 5');
    expect(written(withStep(STEPS, step, { isEnd: true }))).toBe('1 2(3|4) 5 new');
  });

  it('move through the branches of conditions and out of them again', () => {
    let steps: readonly TreeStep[] = STEPS;
    const seen = [written(steps)];
    for (let next = moved(steps, 1, 'down'); next; next = moved(steps, 1, 'down')) {
      steps = next;
      seen.push(written(steps));
    }
    expect(seen).toEqual([
      '1 2(3|4) 5',
      '2(1 3|4) 5',
      '2(3 1|4) 5',
      '2(3|1 4) 5',
      '2(3|4 1) 5',
      '2(3|4) 1 5',
      '2(3|4) 5 1',
    ]);
    const back = [];
    for (let next = moved(steps, 1, 'up'); next; next = moved(steps, 1, 'up')) {
      steps = next;
      back.push(written(steps));
    }
    expect(back).toEqual(seen.toReversed().slice(1));
    expect(moved(STEPS, 99, 'up')).toBeUndefined();
  });

  it('keep their ID and branches when their settings change', () => {
    const [, condition] = withSettings(STEPS, 2, { type: 'condition', filter: { status: 'new' } });
    expect(condition).toEqual({ ...STEPS[1], event: undefined, filter: { status: 'new' } });
  });

  it('are removed, but the emails in the branches of a condition stay', () => {
    expect(written(withoutStep(STEPS, 3))).toBe('1 2(|4) 5');
    expect(written(withoutStep(STEPS, 2))).toBe('1 4 5');
  });

  it('have the path that the API uses in errors', () => {
    expect(pathOf(STEPS, ({ id }) => id === 4)).toBe('steps.1.no.0');
    expect(pathOf(STEPS, ({ id }) => id === 5)).toBe('steps.2');
  });
});

describe('positions for a step of a flow', () => {
  const write = (id: number): string => slotsFor(STEPS, id).map(slotKey).join(' ');

  it('include both branches, but not the position after an exit', () => {
    expect(write(1)).toBe(':0 2yes:0 2yes:1 2no:0 2no:1 :2');
    expect(write(4)).toBe(':0 :1 2yes:0 2yes:1 2no:0 :2');
  });

  it('exclude the branches of the condition that is moved, and are only at the end for an exit', () => {
    expect(write(2)).toBe(':0 :1');
    expect(write(5)).toBe('2yes:1 2no:1 :2');
  });

  it('place the step where they are', () => {
    const places = slotsFor(STEPS, 1).map((slot) => written(movedTo(STEPS, 1, slot)));
    expect(places).toEqual(['1 2(3|4) 5', '2(1 3|4) 5', '2(3 1|4) 5', '2(3|1 4) 5', '2(3|4 1) 5', '2(3|4) 1 5']);
    expect(written(movedTo(STEPS, 99, { conditionId: null, branch: null, index: 0 }))).toBe(written(STEPS));
  });

  it('are described by the next step and the branch', () => {
    const words = slotsFor(STEPS, 1).map((slot) => slotWords(STEPS, slot, (id) => `step ${id}`));
    expect(words).toEqual([
      'Before “step 1”.',
      'Before “step 3”, if yes: step 2.',
      'Last step, if yes: step 2.',
      'Before “step 4”, if no: step 2.',
      'Last step, if no: step 2.',
      'Before “step 5”.',
    ]);
  });
});

describe('steps of a draft', () => {
  it('get negative IDs if they are new, which requests do not contain', () => {
    // The cast is safe because the functions only use the properties that these steps have.
    const steps = [
      { id: 7, type: 'email' },
      { id: null, type: 'condition', yes: [{ id: null, type: 'wait' }], no: [{ id: 8, type: 'email' }] },
    ] as never;
    const shown = withLocalIds(steps);
    expect(flatSteps(shown).map(({ id }) => id)).toEqual([7, -1, -2, 8]);
    expect(stepAt(shown, 'steps.1.yes.0')?.id).toBe(-2);
    expect(withoutLocalIds(treeOf(shown))).toEqual([
      { id: 7, type: 'email' },
      { type: 'condition', yes: [{ type: 'wait' }], no: [{ id: 8, type: 'email' }] },
    ]);
  });
});
