import { describe, expect, it } from 'vitest';
import { cycleThrough, type CycleAutomation, type CycleStep } from './cycle.ts';

type Shown = Partial<CycleStep> & { readonly yes?: readonly Shown[]; readonly no?: readonly Shown[] };

/** Returns nested steps as a list, in which a condition is followed by the steps of its branches. */
function stepsOf(shown: readonly Shown[]): readonly CycleStep[] {
  const steps: CycleStep[] = [];
  const add = (list: readonly Shown[], place: Pick<CycleStep, 'branch' | 'parent_id'>): void => {
    for (const { no = [], yes = [], ...step } of list) {
      const id = steps.length + 1;
      steps.push({ id, kind: 'update', delay_hours: 0, settings: {}, ...place, ...step });
      add(yes, { parent_id: id, branch: 'yes' });
      add(no, { parent_id: id, branch: 'no' });
    }
  };
  add(shown, { parent_id: null, branch: null });
  return steps;
}

const flow = (id: number, tag: number, steps: readonly Shown[], more: Partial<CycleAutomation> = {}) =>
  ({ id, reentry: 'always', triggers: [`tag ${tag}`], steps: stepsOf(steps), ...more }) satisfies CycleAutomation;

const add = (...ids: number[]): Shown => ({ settings: { add_tag_ids: ids } });
const remove = (...ids: number[]): Shown => ({ settings: { remove_tag_ids: ids } });
const email = (hours = 0): Shown => ({ kind: 'email', delay_hours: hours });
const wait = (settings: CycleStep['settings']): Shown => ({ kind: 'wait', settings });
const condition = (yes: readonly Shown[], no: readonly Shown[]): Shown => ({ kind: 'condition', yes, no });
const exit: Shown = { kind: 'exit' };

describe('a cycle of automations', () => {
  it.each<[string, readonly CycleAutomation[], string | undefined]>([
    ['a step that adds the tag of the trigger', [flow(1, 7, [remove(7), email(), add(7)])], 'steps.2.add_tag_ids'],
    [
      'one step that removes and adds the tag',
      [flow(1, 7, [{ settings: { remove_tag_ids: [7], add_tag_ids: [5, 7] } }])],
      'steps.0.add_tag_ids',
    ],
    ['a tag that is never removed', [flow(1, 7, [add(7)])], undefined],
    ['a tag that triggers nothing', [flow(1, 7, [remove(8), add(8)])], undefined],
    ['a list with the number of the tag', [flow(1, 7, [remove(7), { settings: { add_list_ids: [7] } }])], undefined],
    [
      'a list',
      [flow(1, 7, [{ settings: { remove_list_ids: [4], add_list_ids: [4] } }], { triggers: ['list 4'] })],
      'steps.0.add_list_ids',
    ],
    ['re-entry only after completion', [flow(1, 7, [remove(7), add(7)], { reentry: 'after_completion' })], undefined],
    ['a wait', [flow(1, 7, [remove(7), wait({ minutes: 1 }), add(7)])], undefined],
    ['a wait for an event', [flow(1, 7, [remove(7), wait({ event: 'a', timeout_minutes: 5 }), add(7)])], undefined],
    [
      'a wait for a filter, which can end at once',
      [flow(1, 7, [remove(7), wait({ filter: {}, timeout_minutes: 5 }), add(7)])],
      'steps.2.add_tag_ids',
    ],
    ['an email with a delay', [flow(1, 7, [remove(7), email(1), add(7)])], undefined],
    ['a wait after the step', [flow(1, 7, [remove(7), add(7), wait({ minutes: 1 })])], 'steps.1.add_tag_ids'],
    [
      'a wait in one branch',
      [flow(1, 7, [remove(7), condition([wait({ minutes: 1 })], []), add(7)])],
      'steps.2.add_tag_ids',
    ],
    [
      'a wait in one branch and an exit in the other',
      [flow(1, 7, [remove(7), condition([wait({ minutes: 1 })], [exit]), add(7)])],
      undefined,
    ],
    ['a step in a branch', [flow(1, 7, [remove(7), condition([exit], [email(), add(7)])])], 'steps.1.no.1.add_tag_ids'],
    ['a second automation', [flow(1, 7, [remove(7), add(8)]), flow(2, 8, [remove(8), add(7)])], 'steps.1.add_tag_ids'],
    [
      'a second automation with a wait',
      [flow(1, 7, [remove(7), add(8)]), flow(2, 8, [remove(8), wait({ minutes: 1 }), add(7)])],
      undefined,
    ],
    [
      'a second automation that does not lead back',
      [flow(1, 7, [remove(7), add(8)]), flow(2, 8, [remove(8)])],
      undefined,
    ],
    [
      'a cycle of other automations',
      [flow(1, 7, [remove(7), add(8)]), flow(2, 8, [remove(8), add(9)]), flow(3, 9, [remove(9), add(8)])],
      undefined,
    ],
    [
      'two others, after completion',
      [
        flow(1, 7, [remove(7), add(8)], { reentry: 'after_completion' }),
        flow(2, 8, [remove(8), add(9)]),
        flow(3, 9, [remove(9), add(7)]),
      ],
      'steps.1.add_tag_ids',
    ],
  ])('with %s is found', (_what, automations, field) => {
    expect(cycleThrough(automations, 1)?.field).toBe(field);
  });
});
