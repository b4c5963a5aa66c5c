import { inFigures } from './held.ts';
import type { SafeguardLimits } from './limits.ts';
import type { SafeguardCounts, WaveSafeguard } from './queries.ts';

/** Decision on a campaign based on its results: continue, or stop for a reason. */
export type Verdict = { readonly verdict: 'go_on' } | { readonly verdict: 'stop'; readonly reason: string };

const GO_ON: Verdict = { verdict: 'go_on' };

/** Minimum percentage of the first warm-up wave that must have been sent for the campaign to continue. */
export const MIN_KNOWN_PERCENT = 50;

/** Sums the results of all variants. Pure. */
export function sumOf(counts: readonly SafeguardCounts[]): SafeguardCounts {
  const sum = (name: keyof SafeguardCounts): number => counts.reduce((total, one) => total + one[name], 0);
  return { sent: sum('sent'), bounced: sum('bounced'), complained: sum('complained'), openers: sum('openers') };
}

/**
 * Decides whether a campaign that is being sent continues. It is stopped if too many messages bounce or cause
 * complaints. Pure.
 */
export function verdictWhileSent(
  counts: SafeguardCounts,
  limits: SafeguardLimits,
  least = limits.stop_minimum,
): Verdict {
  if (counts.sent < least) return GO_ON;
  const faults = faultsOf(counts, limits.stop_bounce_percent, limits.stop_complaint_percent);
  return faults === undefined ? GO_ON : { verdict: 'stop', reason: `Of ${inFigures(counts.sent)} emails, ${faults}.` };
}

/** Properties of a first wave that are needed to evaluate its results. */
export interface FirstWave {
  readonly safeguard: WaveSafeguard;
  readonly contacts: number;
  readonly tracksOpens: boolean;
}

/**
 * Decides whether a campaign continues after its first wave. The results are evaluated once half of the wave has been
 * sent, even if that is less than the usual minimum. During a warm-up, the campaign is also stopped if less than half
 * of the wave was sent, or if too few contacts opened the campaign. Pure.
 */
export function verdictOnWave(counts: SafeguardCounts, wave: FirstWave, limits: SafeguardLimits): Verdict {
  const half = Math.max(1, Math.ceil((wave.contacts * MIN_KNOWN_PERCENT) / 100));
  const figures = verdictWhileSent(counts, limits, Math.min(limits.stop_minimum, half));
  if (figures.verdict === 'stop' || wave.safeguard === 'canary') return figures;
  const wait = `within ${limits.warm_up_hours} h`;
  if (counts.sent < half) {
    const reason = `Only ${inFigures(counts.sent)} of the first ${inFigures(wave.contacts)} contacts were reached ${wait} (minimum: ${MIN_KNOWN_PERCENT}%).`;
    return { verdict: 'stop', reason };
  }
  const openRate = percent(counts.openers, counts.sent - counts.bounced);
  if (!wave.tracksOpens || openRate >= limits.warm_up_open_percent) return GO_ON;
  const reason = `Of ${inFigures(counts.sent - counts.bounced)} delivered emails, ${openRate}% were opened ${wait} (minimum: ${limits.warm_up_open_percent}%).`;
  return { verdict: 'stop', reason };
}

/**
 * Rating of a campaign's results for optimized mode: `bad` if they violate a limit of optimized mode, `unknown` if too
 * few messages were sent, and `good` otherwise.
 */
export type Grade = { readonly grade: 'good' | 'unknown' } | { readonly grade: 'bad'; readonly reason: string };

/** Rates the results of a finished campaign against the limits of optimized mode. Pure. */
export function gradeOf(counts: SafeguardCounts, limits: SafeguardLimits, tracksOpens: boolean): Grade {
  if (counts.sent < limits.stop_minimum) return { grade: 'unknown' };
  const faults = faultsOf(counts, limits.optimized_bounce_percent, limits.optimized_complaint_percent);
  if (faults !== undefined) return { grade: 'bad', reason: `Of ${inFigures(counts.sent)} emails, ${faults}.` };
  const delivered = counts.sent - counts.bounced;
  const openRate = percent(counts.openers, delivered);
  if (!tracksOpens || openRate >= limits.optimized_open_percent) return { grade: 'good' };
  const reason = `Of ${inFigures(delivered)} delivered emails, ${openRate}% were opened (minimum: ${limits.optimized_open_percent}%).`;
  return { grade: 'bad', reason };
}

/** Describes the rates that exceed their limits. Returns undefined if no rate does. */
function faultsOf(
  { bounced, complained, sent }: SafeguardCounts,
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

/** Compares exact numbers, because displayed percentages are rounded. */
function isOver(part: number, whole: number, limit: number): boolean {
  return limit < 100 && part * 100 > limit * whole;
}

/** Returns a percentage with two decimals, or 0 if the whole is 0. */
function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}
