import type { Branch } from './tree.ts';
import type { StepKind, UpdateSettings, WaitSettings } from './steps.ts';

/** A step of an automation. Lists of steps have the order that is described at `Placed`. */
export interface CycleStep {
  readonly id: number;
  readonly kind: StepKind;
  readonly parent_id: number | null;
  readonly branch: Branch | null;
  readonly delay_hours: number;
  readonly settings: WaitSettings & UpdateSettings;
}

/** An automation that a contact can enter any number of times without a minimum interval. */
export interface CycleAutomation {
  readonly id: number;
  readonly reentry: 'after_completion' | 'always';
  /** The lists and tags that trigger the automation, such as `list 4` or `tag 7`. */
  readonly triggers: readonly string[];
  readonly steps: readonly CycleStep[];
}

/** A cycle, described by the step that adds contacts to the list or the tag that triggers the next automation. */
export interface Cycle {
  /** Field of the step that contains the list or the tag, such as `steps.1.yes.0.add_tag_ids`. */
  readonly field: string;
  /** The automation that the step adds contacts to. */
  readonly automationId: number;
}

interface Edge extends Cycle {
  readonly from: number;
}

/**
 * Returns a cycle without a wait that contains the given automation, or undefined if there is none. In a cycle, a step
 * of the automation adds a contact to a list or a tag, and as a result, directly or through other automations, the
 * contact enters the same automation again, any number of times. A list or a tag from which no step removes contacts
 * cannot cause a cycle, because a contact is added to it only once. Pure.
 */
export function cycleThrough(automations: readonly CycleAutomation[], id: number): Cycle | undefined {
  const removed = new Set(
    automations.flatMap(({ steps }) => steps.flatMap(({ settings }) => groupsOf(settings, 'remove').map(nameOf))),
  );
  const edges = automations.flatMap((from) =>
    stepsWithoutWait(from.steps).flatMap(({ path, step }) =>
      groupsOf(step.settings, 'add')
        .filter((group) => removed.has(nameOf(group)))
        .flatMap((group) => edgesTo(automations, from, nameOf(group), `${path}.${group.field}`)),
    ),
  );
  return edges.find((edge) => edge.from === id && reaches(edges, edge.automationId, id));
}

function edgesTo(automations: readonly CycleAutomation[], from: CycleAutomation, group: string, field: string): Edge[] {
  return automations
    .filter(({ triggers }) => triggers.includes(group))
    .filter(({ id }) => id !== from.id || from.reentry === 'always')
    .map(({ id }) => ({ from: from.id, automationId: id, field }));
}

function reaches(edges: readonly Edge[], from: number, to: number): boolean {
  const found = new Set([from]);
  // Elements that are added during the iteration are visited, too.
  for (const id of found) for (const edge of edges) if (edge.from === id) found.add(edge.automationId);
  return found.has(to);
}

interface Group {
  readonly kind: 'list' | 'tag';
  readonly id: number;
  /** Setting of the step that contains the list or the tag. */
  readonly field: string;
}

function groupsOf(settings: UpdateSettings, change: 'add' | 'remove'): readonly Group[] {
  return (['list', 'tag'] as const).flatMap((kind) => {
    const field = `${change}_${kind}_ids` as const;
    return (settings[field] ?? []).map((id) => ({ kind, id, field }));
  });
}

function nameOf({ id, kind }: Group): string {
  return `${kind} ${id}`;
}

interface Reached {
  readonly step: CycleStep;
  readonly path: string;
}

/** Returns the steps that a contact can reach right after it has entered. Pure. */
function stepsWithoutWait(steps: readonly CycleStep[]): readonly Reached[] {
  const reached: Reached[] = [];
  /** Returns whether a contact can reach the end of the list of steps without a wait. */
  const follow = (parentId: number | null, branch: Branch | null, path: string): boolean => {
    const list = steps.filter((step) => step.parent_id === parentId && step.branch === branch);
    for (const [index, step] of list.entries()) {
      const own = `${path}.${index}`;
      reached.push({ step, path: own });
      if (isWait(step) || step.kind === 'exit') return false;
      if (step.kind !== 'condition') continue;
      const ends = (['yes', 'no'] as const).map((each) => follow(step.id, each, `${own}.${each}`));
      if (!ends.includes(true)) return false;
    }
    return true;
  };
  follow(null, null, 'steps');
  return reached;
}

/** A wait for a filter ends immediately if the contact matches the filter. */
function isWait({ delay_hours: delayHours, kind, settings }: CycleStep): boolean {
  return kind === 'email' ? delayHours > 0 : kind === 'wait' && settings.filter === undefined;
}
