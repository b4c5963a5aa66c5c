import { describe, expect, it } from 'vitest';
import { passesTest, type PropertyTest } from './steps.ts';
import { flowOf, withEmailAt, withStepAfter, type Placed, type PlacedStep } from './tree.ts';

describe('property of an event', () => {
  const properties = { total: '49.5', count: 3, name: 'Green Tea', paid: true, order: { id: 7 }, empty: '', list: [1] };
  it.each<[PropertyTest, boolean]>([
    [{ name: 'name', operator: 'is', value: 'green tea' }, true],
    [{ name: 'name', operator: 'is', value: 'tea' }, false],
    [{ name: 'name', operator: 'is_not', value: 'tea' }, true],
    [{ name: 'missing', operator: 'is_not', value: 'tea' }, true],
    [{ name: 'missing', operator: 'is', value: 'tea' }, false],
    [{ name: 'name', operator: 'contains', value: 'TEA' }, true],
    [{ name: 'paid', operator: 'is', value: 'true' }, true],
    [{ name: 'order.id', operator: 'is', value: '7' }, true],
    [{ name: 'order', operator: 'is', value: '7' }, false],
    [{ name: 'total', operator: 'greater_than', value: '49' }, true],
    [{ name: 'count', operator: 'less_than', value: '3' }, false],
    [{ name: 'name', operator: 'greater_than', value: '1' }, false],
    [{ name: 'empty', operator: 'greater_than', value: '-1' }, false],
    [{ name: 'empty', operator: 'less_than', value: '1' }, false],
    [{ name: 'list', operator: 'is_set' }, true],
    [{ name: 'empty', operator: 'is_set' }, false],
    [{ name: 'order.toString', operator: 'is_not_set' }, true],
  ])('%j passes: %s', (test, passes) => {
    expect(passesTest(properties, test)).toBe(passes);
  });

  it('is not set without an event', () => {
    expect(passesTest(undefined, { name: 'total', operator: 'is_not_set' })).toBe(true);
  });
});

/**
 * Email 1, condition 2, and email 7. The `yes` branch of condition 2 contains emails 3 and 4, and the `no` branch
 * contains condition 5, whose `yes` branch contains email 6.
 */
const STEPS: readonly PlacedStep[] = (
  [
    [1, 'email', null, null],
    [2, 'condition', null, null],
    [3, 'email', 2, 'yes'],
    [4, 'email', 2, 'yes'],
    [5, 'condition', 2, 'no'],
    [6, 'email', 5, 'yes'],
    [7, 'email', null, null],
  ] as const
).map(([id, kind, parent_id, branch]) => ({ id, kind, parent_id, branch, send_order: id, is_deleted: false }));

describe('order of steps', () => {
  it('continues after a condition when a branch ends or is empty', () => {
    const { after, into } = flowOf(STEPS);
    expect([1, 2, 3, 4, 5, 6, 7].map(after)).toEqual([2, 7, 4, 7, 7, 7, null]);
    expect([into(2, 'yes'), into(2, 'no'), into(5, 'yes'), into(5, 'no')]).toEqual([3, 5, 6, 7]);
  });

  it('continues after a removed step with the step that took its place', () => {
    const removed = STEPS.map((step) => ({
      ...step,
      is_deleted: step.id === 3,
      send_order: step.id > 3 ? step.id - 1 : step.id,
    }));
    expect([flowOf(removed).after(3), flowOf(removed).into(2, 'yes')]).toEqual([4, 4]);
  });

  it('places emails among the emails, in the branch of the email that follows', () => {
    const email: Placed = { id: 9, kind: 'email', parent_id: null, branch: null };
    const idsAt = (order: number) => withEmailAt<Placed>(STEPS, email, order).map(({ id }) => id);
    expect([idsAt(1), idsAt(3), idsAt(99)]).toEqual([
      [9, 1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 9, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7, 9],
    ]);
    expect(withEmailAt<Placed>(STEPS, email, 3)[3]).toEqual({ ...email, parent_id: 2, branch: 'yes' });
    expect(withStepAfter<Placed>(STEPS, email, 6)[6]).toEqual({ ...email, parent_id: 5, branch: 'yes' });
  });

  it('ends every run, because each step is followed by a later one', () => {
    const { after, into } = flowOf(STEPS);
    for (const { id, kind } of STEPS) {
      const nexts = kind === 'condition' ? [into(id, 'yes'), into(id, 'no'), after(id)] : [after(id)];
      for (const next of nexts) expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(id);
    }
  });
});
