import { catchMachines, isClose, type Caught } from '../../outcomes/tracking/index.ts';
import { knownOf, rowOf, withRun, type Known, type Run } from './people-visits.ts';
import type { DeliverableRow, VisitRow } from './visit-queries.ts';
import { DEVICE, judgedAgain, VISITOR, type RecipientVisits } from './visitors.ts';

/** Changes to counters because of new or reclassified opens and clicks. The numbers can be negative. */
export interface Counted {
  readonly link: number;
  readonly atMs: number;
  readonly judged: number;
  readonly machine: number;
  /** Change in the number of contacts who clicked the link, not counting bots: 1, 0 or -1. */
  readonly clickers: number;
}

/** Changes that result from a recipient's opens and clicks. */
export interface RecipientMoves {
  readonly before: DeliverableRow;
  readonly after: Pick<DeliverableRow, 'opened_at' | 'clicked_at' | 'raw_opened_at' | 'raw_clicked_at' | 'machine_at'>;
  readonly rows: readonly VisitRow[];
  /** Links (0 for opens) for which all opens or clicks that were attributed to people turned out to be by a bot. */
  readonly removed: readonly number[];
  readonly counted: readonly Counted[];
  /** Times of the latest new open and click, not counting bots. */
  readonly openedAt: Date | undefined;
  readonly clickedAt: Date | undefined;
  /** Time range of the opens and clicks that were reclassified. */
  readonly reverted: { readonly from: Date; readonly to: Date } | undefined;
}

/** State of a recipient before new opens and clicks are counted. */
export interface RecipientState {
  readonly deliverable: DeliverableRow;
  /** Stored opens and clicks by people and privacy proxies. Opens and clicks by bots are not included. */
  readonly rows: readonly VisitRow[];
  readonly isTrap: (link: number) => boolean;
}

/**
 * Counts the opens and clicks of a recipient. If a burst or a click on the honeypot link shows that a bot was active,
 * opens and clicks around that time are attributed to the bot, even if they were already counted as made by people.
 * Pure.
 */
export function movesOf(state: RecipientState, heard: readonly RecipientVisits[]): RecipientMoves {
  const { deliverable, isTrap, rows } = state;
  const timely = heard.map((visits) => {
    const judged = judgedAgain(visits, deliverable.sent_at);
    return isTrap(judged.link) ? machineOf(judged) : judged;
  });
  const known = rows.filter(({ visitor }) => visitor === VISITOR.person);
  const tally: Tally = {
    people: new Map(known.map((row) => [row.link_no, knownOf(row)])),
    others: new Map(),
    counted: [],
    changed: new Set(),
    openedMs: Number.NEGATIVE_INFINITY,
    clickedMs: Number.NEGATIVE_INFINITY,
  };
  const caught = caughtBy(timely, tally.people, state);
  const reverted = takeBack(tally, caught, deliverable);
  for (const visits of timely.toSorted((one, two) => one.firstAt.getTime() - two.firstAt.getTime())) {
    const isCaught = visits.visitor === VISITOR.person && isClose(runOf(visits), caught);
    count(tally, isCaught ? machineOf(visits) : visits, deliverable);
  }
  const people = [...tally.people.values()];
  const left = people.filter(({ visits }) => visits > 0);
  return {
    before: deliverable,
    after: { ...firstTimes(state, left, timely), machine_at: machineAt(deliverable, caught) },
    rows: [
      ...left.filter(({ link }) => tally.changed.has(link)).map((one) => rowOf(deliverable, one)),
      ...tally.others.values(),
    ],
    removed: people.filter(({ isNew, visits }) => visits === 0 && !isNew).map(({ link }) => link),
    counted: tally.counted,
    openedAt: timeOf(tally.openedMs),
    clickedAt: timeOf(tally.clickedMs),
    reverted,
  };
}

/** Intermediate results while the opens and clicks of a recipient are counted. */
interface Tally {
  readonly people: Map<number, Known>;
  /** New opens and clicks by proxies and bots. */
  readonly others: Map<string, VisitRow>;
  readonly counted: Counted[];
  /** Links (0 for opens) whose number of opens or clicks by people has changed. */
  readonly changed: Set<number>;
  openedMs: number;
  clickedMs: number;
}

function machineOf(visits: RecipientVisits): RecipientVisits {
  return { ...visits, visitor: VISITOR.machine };
}

function runOf({ count: visits, device, firstAt, lastAt, link }: RecipientVisits): Run {
  return { link, device, count: visits, fromMs: firstAt.getTime(), toMs: lastAt.getTime() };
}

function count(tally: Tally, visits: RecipientVisits, of: DeliverableRow): void {
  const { link, visitor } = visits;
  const run = runOf(visits);
  const counted = { link, atMs: run.fromMs, judged: run.count, machine: 0, clickers: 0 };
  if (visitor === VISITOR.machine) {
    addTo(tally.others, of, visitor, run);
    tally.counted.push({ ...counted, judged: 0, machine: run.count });
    return;
  }
  if (visitor === VISITOR.person) {
    const known = tally.people.get(link);
    if (!known || known.visits === 0) counted.clickers = 1;
    tally.people.set(link, withRun(known, run));
    tally.changed.add(link);
  } else addTo(tally.others, of, visitor, run);
  tally.counted.push(counted);
  tally.openedMs = Math.max(tally.openedMs, run.toMs);
  if (link > 0) tally.clickedMs = Math.max(tally.clickedMs, run.toMs);
}

/**
 * Returns the times of bot activity: the time that was recorded earlier, and the times that are detected from the new
 * clicks and the latest earlier clicks.
 */
function caughtBy(
  heard: readonly RecipientVisits[],
  people: ReadonlyMap<number, Known>,
  { deliverable, isTrap }: RecipientState,
): Caught[] {
  const earlier = deliverable.machine_at?.getTime();
  const recent = [...people.values()].filter((known) => known.link > 0 && known.recent > 0);
  const followed = [
    ...heard
      .filter(({ link, visitor }) => link > 0 && (visitor === VISITOR.person || isTrap(link)))
      .map(({ firstAt, lastAt, link }) => {
        return { link, isTrap: isTrap(link), fromMs: firstAt.getTime(), toMs: lastAt.getTime() };
      }),
    ...recent.map(({ lastMs, link, recentFromMs }) => ({ link, isTrap: false, fromMs: recentFromMs, toMs: lastMs })),
  ];
  return [...(earlier === undefined ? [] : [{ fromMs: earlier, toMs: earlier }]), ...catchMachines(followed)];
}

/**
 * Reclassifies people's latest opens and clicks as made by a bot if they are close in time to bot activity. Returns the
 * time range of the reclassified opens and clicks.
 */
function takeBack(
  { changed, counted, others, people }: Tally,
  caught: readonly Caught[],
  of: DeliverableRow,
): RecipientMoves['reverted'] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const known of people.values()) {
    const { device, lastMs: toMs, link, recent, recentFromMs: fromMs } = known;
    const run = { link, device, count: recent, fromMs, toMs };
    if (run.count === 0 || !isClose(run, caught)) continue;
    known.visits -= run.count;
    known.recent = 0;
    known.lastMs = known.beforeMs ?? known.firstMs;
    changed.add(run.link);
    addTo(others, of, VISITOR.machine, run);
    const clickers = known.visits === 0 ? -1 : 0;
    counted.push({ link: run.link, atMs: run.fromMs, judged: -run.count, machine: run.count, clickers });
    [from, to] = [Math.min(from, run.fromMs), Math.max(to, run.toMs)];
  }
  return from <= to ? { from: new Date(from), to: new Date(to) } : undefined;
}

function firstTimes(
  { deliverable, rows }: RecipientState,
  people: readonly Known[],
  heard: readonly RecipientVisits[],
): Omit<RecipientMoves['after'], 'machine_at'> {
  const proxies = [
    ...rows.filter(({ visitor }) => visitor === VISITOR.proxy).map((row) => row.first_at.getTime()),
    ...heard.filter(({ visitor }) => visitor === VISITOR.proxy).map(({ firstAt }) => firstAt.getTime()),
  ];
  const clicks = people.filter(({ link }) => link > 0).map(({ firstMs }) => firstMs);
  const firstOf = (known: Date | null, those: readonly RecipientVisits[]) =>
    timeOf(Math.min(known?.getTime() ?? Number.POSITIVE_INFINITY, ...those.map(({ firstAt }) => firstAt.getTime()))) ??
    null;
  return {
    // A click counts as an open, because the email can be read without loading images.
    opened_at: timeOf(Math.min(...proxies, ...people.map(({ firstMs }) => firstMs))) ?? null,
    clicked_at: timeOf(Math.min(...clicks)) ?? null,
    raw_opened_at: firstOf(deliverable.raw_opened_at, heard),
    raw_clicked_at: firstOf(
      deliverable.raw_clicked_at,
      heard.filter(({ link }) => link > 0),
    ),
  };
}

function machineAt({ machine_at: known }: DeliverableRow, caught: readonly Caught[]): Date | null {
  return timeOf(Math.max(known?.getTime() ?? Number.NEGATIVE_INFINITY, ...caught.map(({ toMs }) => toMs))) ?? null;
}

function addTo(
  rows: Map<string, VisitRow>,
  of: DeliverableRow,
  visitor: number,
  { count: visits, device, fromMs, link, toMs }: Run,
): void {
  const key = `${link} ${visitor}`;
  const known = rows.get(key);
  rows.set(key, {
    campaign_id: of.campaign_id,
    contact_id: of.contact_id,
    link_no: link,
    visitor,
    // Only a proxy shows how a contact reads email. The device of a bot says nothing about the contact.
    device: device === DEVICE.proxy ? device : (known?.device ?? DEVICE.unknown),
    visits: (known?.visits ?? 0) + visits,
    first_at: new Date(Math.min(known?.first_at.getTime() ?? fromMs, fromMs)),
    last_at: new Date(Math.max(known?.last_at.getTime() ?? toMs, toMs)),
    recent: 0,
    recent_from: null,
    before_at: null,
  });
}

function timeOf(ms: number): Date | undefined {
  return Number.isFinite(ms) ? new Date(ms) : undefined;
}
