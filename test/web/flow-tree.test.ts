import { describe, expect, it } from 'vitest';
import {
  moved,
  pathOf,
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
