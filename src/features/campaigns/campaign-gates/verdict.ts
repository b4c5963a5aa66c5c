import { inFigures } from './held.ts';
import type { GateLimits } from './limits.ts';
import type { GateCounts, WaveGate } from './queries.ts';

/** What is decided on a campaign by its figures. */
export type Verdict = { readonly verdict: 'go_on' } | { readonly verdict: 'stop'; readonly reason: string };

const GO_ON: Verdict = { verdict: 'go_on' };

/** Of the first wave of a campaign that warms up, so many percent have to have come to something. */
const LEAST_KNOWN_PERCENT = 50;

/** The sums of a campaign's variants. Pure. */
export function sumOf(counts: readonly GateCounts[]): GateCounts {
  const sum = (name: keyof GateCounts): number => counts.reduce((total, one) => total + one[name], 0);
  return { sent: sum('sent'), bounced: sum('bounced'), complained: sum('complained'), openers: sum('openers') };
}

/** Whether a campaign that is being sent goes on: not when too much of it bounces or is complained about. Pure. */
export function verdictWhileSent(counts: GateCounts, limits: GateLimits, least = limits.stop_minimum): Verdict {
  if (counts.sent < least) return GO_ON;
  const faults = faultsOf(counts, limits.stop_bounce_percent, limits.stop_complaint_percent);
  return faults === undefined ? GO_ON : { verdict: 'stop', reason: `Of ${inFigures(counts.sent)} emails, ${faults}.` };
}

/** A first wave that is over. */
export interface FirstWave {
  readonly gate: WaveGate;
  readonly contacts: number;
  readonly tracksOpens: boolean;
}

/**
 * Whether a campaign goes on after its first wave. It is judged by fewer mails than one that is sent at once, half of the wave;
 * a sender domain that warms up is also judged by its opens, and by what receivers have not taken after a day. Pure.
 */
export function verdictOnWave(counts: GateCounts, wave: FirstWave, limits: GateLimits): Verdict {
  const half = Math.max(1, Math.ceil((wave.contacts * LEAST_KNOWN_PERCENT) / 100));
  const figures = verdictWhileSent(counts, limits, Math.min(limits.stop_minimum, half));
  if (figures.verdict === 'stop' || wave.gate === 'canary') return figures;
  const wait = `within ${limits.warm_up_hours} h`;
  if (counts.sent < half) {
    const reason = `Only ${inFigures(counts.sent)} of the first ${inFigures(wave.contacts)} contacts were reached ${wait} (minimum: ${LEAST_KNOWN_PERCENT}%).`;
    return { verdict: 'stop', reason };
  }
  const openRate = percent(counts.openers, counts.sent - counts.bounced);
  if (!wave.tracksOpens || openRate >= limits.warm_up_open_percent) return GO_ON;
  const reason = `Of ${inFigures(counts.sent - counts.bounced)} delivered emails, ${openRate}% were opened ${wait} (minimum: ${limits.warm_up_open_percent}%).`;
  return { verdict: 'stop', reason };
}

/** What a campaign's figures say of its account. */
export type Grade = { readonly grade: 'good' | 'unknown' } | { readonly grade: 'bad'; readonly reason: string };

/** Whether a finished campaign was far below what is normal; too few mails say nothing. Pure. */
export function gradeOf(counts: GateCounts, limits: GateLimits, tracksOpens: boolean): Grade {
  if (counts.sent < limits.stop_minimum) return { grade: 'unknown' };
  const faults = faultsOf(counts, limits.optimized_bounce_percent, limits.optimized_complaint_percent);
  if (faults !== undefined) return { grade: 'bad', reason: `Of ${inFigures(counts.sent)} emails, ${faults}.` };
  const delivered = counts.sent - counts.bounced;
  const openRate = percent(counts.openers, delivered);
  if (!tracksOpens || openRate >= limits.optimized_open_percent) return { grade: 'good' };
  const reason = `Of ${inFigures(delivered)} delivered emails, ${openRate}% were opened (minimum: ${limits.optimized_open_percent}%).`;
  return { grade: 'bad', reason };
}

/** At a limit of 100 percent nothing is over it. */
function faultsOf(
  { bounced, complained, sent }: GateCounts,
  bouncePercent: number,
  complaintPercent: number,
): string | undefined {
  const [bounceRate, complaintRate] = [percent(bounced, sent), percent(complained, sent - bounced)];
  const faults = [
    ...(isOver(bounced, sent, bouncePercent) ? [`${bounceRate}% bounced (limit: ${bouncePercent}%)`] : []),
    ...(isOver(complained, sent - bounced, complaintPercent)
      ? [`${complaintRate}% were reported as spam (limit: ${complaintPercent}%)`]
      : []),
  ];
  return faults.length === 0 ? undefined : faults.join(' and ');
}

/** Exact, where the percentage that is shown is rounded. */
function isOver(part: number, whole: number, limit: number): boolean {
  return limit < 100 && part * 100 > limit * whole;
}

/** Percent with two decimals; 0 of nothing. */
function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}
