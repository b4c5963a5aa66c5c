import { findDuplicates, type Duplicate } from './duplicates.ts';
import { KILL_KINDS, type History, type InvariantName, type KillKind } from './history.ts';
import { INVARIANTS } from './judge.ts';
import type { StormResult } from './storm.ts';

const SHOWN_BREACHES = 10;

/** Statistics of a storm. */
export interface StormFigures {
  readonly kills: Readonly<Record<KillKind, number>>;
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  readonly unknown: number;
  readonly arrived: number;
  readonly lost: number;
  readonly duplicates: readonly Duplicate[];
  /** For each kill, the number of milliseconds until a later request first completes with status 202. */
  readonly firstAcceptanceMs: Readonly<Record<KillKind, readonly number[]>>;
  /**
   * For each kill of a main or delivery process, the milliseconds until the arrival of the last message that was
   * accepted before the kill and not deferred.
   */
  readonly takeoverMs: readonly number[];
}

/** Computes the statistics of a storm. Pure. */
export function figuresOf({ breaches, history }: Pick<StormResult, 'breaches' | 'history'>): StormFigures {
  const count = (outcome: string): number => history.mails.filter((mail) => mail.outcome === outcome).length;
  return {
    kills: byKind((kind) => history.kills.filter((kill) => kill.kind === kind).length),
    sent: history.mails.length,
    accepted: count('accepted'),
    refused: count('refused'),
    unknown: count('unknown'),
    arrived: new Set(history.arrivals.map(({ recipient }) => recipient)).size,
    lost: new Set(breaches.filter(({ invariant }) => invariant === 'I1').map(({ subject }) => subject)).size,
    duplicates: findDuplicates(history),
    firstAcceptanceMs: byKind((kind) => firstAcceptances(history, kind)),
    takeoverMs: takeovers(history),
  };
}

function firstAcceptances({ acceptances, kills }: History, kind: KillKind): number[] {
  return kills
    .filter((kill) => kill.kind === kind)
    .flatMap(({ atMs }) => {
      const next = acceptances.filter(({ fromMs }) => fromMs >= atMs).map(({ toMs }) => toMs - atMs);
      return next.length === 0 ? [] : [next.reduce((least, ms) => Math.min(least, ms))];
    });
}

/** Returns the takeover times after kills of main and delivery processes. Ignores deferred messages. */
function takeovers({ arrivals, kills, mails, deferrals }: History): number[] {
  const acceptedAt = new Map(
    mails.flatMap(({ acceptedAtMs, recipients }) => recipients.map((one) => [one, acceptedAtMs] as const)),
  );
  const latest = new Map<number, number>();
  const seen = new Set<string>();
  const ofDelivery = kills.filter(({ kind }) => kind === 'delivery' || kind === 'main');
  for (const { atMs, recipient } of arrivals) {
    const from = acceptedAt.get(recipient);
    const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
    const isFirst = !seen.has(recipient);
    seen.add(recipient);
    const wasDeferred = [recipient, domain].some((whom) =>
      deferrals.get(whom)?.some((time) => time < atMs && time > (from ?? 0)),
    );
    if (from === undefined || !isFirst || wasDeferred) continue;
    const kill = ofDelivery.findLastIndex((one) => one.atMs > from && one.atMs < atMs);
    const first = ofDelivery[kill];
    if (first) latest.set(kill, Math.max(latest.get(kill) ?? 0, atMs - first.atMs));
  }
  return [...latest.values()];
}

/** Formats the report of a storm as lines of text. */
export function reportOf(result: StormResult): string[] {
  const { breaches, final, history, options } = result;
  const figures = figuresOf(result);
  const kinds = KILL_KINDS.map((kind) => `${kind} ${figures.kills[kind]}`).join(', ');
  return [
    '',
    `seed         ${options.seed}`,
    `kills        ${history.kills.length} in ${seconds(result.stormMs)} s: ${kinds}`,
    `faults       ${[...history.faults].map(([name, times]) => `${name} ${times}`).join(', ') || 'none'}`,
    `mails        ${figures.sent} sent: ${figures.accepted} accepted, ${figures.refused} refused, ${figures.unknown} unknown`,
    `mailings     ${mailingsLine(history.mailings)}`,
    `keys         ${history.repeats.same} repeated, ${history.repeats.other} with another body`,
    `arrived      ${history.arrivals.length} for ${figures.arrived} recipients`,
    `webhooks     ${history.calls.length} requests for ${new Set(history.calls.map(({ id }) => id)).size} events`,
    `lost         ${figures.lost}`,
    `duplicates   ${duplicatesLine(figures.duplicates)}`,
    `unanswered   ${history.unanswered} requests, ${history.hung} of them after the time that a client has`,
    ...KILL_KINDS.map((kind) => `first 202    after a kill of ${kind}: ${spread(figures.firstAcceptanceMs[kind])}`),
    `taken over   after a kill: ${spread(figures.takeoverMs)}`,
    `restarts     ${result.unbidden} of a main process that had ended by itself, its database killed under it`,
    `drained      in ${seconds(final.drainMs)} s`,
    `ended        ${result.isOrderlyEnd ? 'as requested' : 'only when it was killed, or left processes behind'}`,
    '',
    ...verdicts(result),
    ...breaches.slice(0, SHOWN_BREACHES).map(({ invariant, subject, words }) => `  ${invariant}: ${subject} ${words}`),
    ...(breaches.length > SHOWN_BREACHES ? [`  and ${breaches.length - SHOWN_BREACHES} more`] : []),
    ...result.waiting.map((row) => `  in the database: ${row}`),
    ...(result.keptDirectory === undefined ? [] : [`The data is kept in ${result.keptDirectory}.`]),
  ];
}

function mailingsLine(mailings: StormResult['history']['mailings']): string {
  const words = (['frozen', 'open'] as const).map((kind) => {
    const own = mailings.filter((mailing) => mailing.kind === kind);
    const delivered = own.reduce((sum, { final }) => sum + (final?.delivered ?? 0), 0);
    return `${own.length} ${kind} to ${delivered} recipients`;
  });
  return words.join(', ');
}

function verdicts({ breaches, hasWebhooks }: StormResult): string[] {
  return Object.entries(INVARIANTS).map(([name, sentence]) => {
    const count = breaches.filter(({ invariant }) => invariant === name).length;
    const isOpen = name === ('I4' satisfies InvariantName) && !hasWebhooks;
    const mark = isOpen ? '-' : count === 0 ? '✓' : '✗';
    const words = isOpen ? 'not looked at: this version has no webhooks' : count === 0 ? '' : `broken ${count} times`;
    return `${mark} ${name.padEnd(4)}${sentence}${words && ` (${words})`}`;
  });
}

function duplicatesLine(duplicates: readonly Duplicate[]): string {
  const causes = Map.groupBy(duplicates, ({ cause, kill }) => (kill === undefined ? cause : `${cause} by ${kill}`));
  const parts = [...causes].map(([cause, all]) => `${cause} ${all.length}`);
  return `${duplicates.length}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

function spread(times: readonly number[]): string {
  if (times.length === 0) return '-';
  const sorted = times.toSorted((a, b) => a - b);
  const [middle = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${Math.round(middle)} ms in the middle, ${Math.round(worst)} ms at worst (${times.length})`;
}

function byKind<T>(value: (kind: KillKind) => T): Readonly<Record<KillKind, T>> {
  return { main: value('main'), delivery: value('delivery'), database: value('database'), backend: value('backend') };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
