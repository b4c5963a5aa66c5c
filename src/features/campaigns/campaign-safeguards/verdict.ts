import type { Figure } from '../../../mail/languages/figures.ts';
import { inFigures } from './held.ts';
import type { SafeguardLimits } from './limits.ts';
import type { SafeguardCounts, WaveSafeguard } from './queries.ts';

/** The results because of which a campaign is stopped or rated as bad. */
export interface Cause {
  readonly reason: string;
  /** The rates that violate their limits. */
  readonly figures: readonly Figure[];
}

/** Decision on a campaign based on its results: continue, or stop for a reason. */
export type Verdict = { readonly verdict: 'go_on' } | ({ readonly verdict: 'stop' } & Cause);

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
 * complaints. With fewer than `least` sent messages, it always continues. Pure.
 */
export function verdictWhileSent(
  counts: SafeguardCounts,
  limits: SafeguardLimits,
  least = limits.stop_minimum,
): Verdict {
  if (counts.sent < least) return GO_ON;
  const faults = faultsOf(counts, limits.stop_bounce_percent, limits.stop_complaint_percent);
  return faults === undefined ? GO_ON : { verdict: 'stop', ...faults };
}

/** Properties of a first wave that are needed to evaluate its results. */
export interface FirstWave {
  readonly safeguard: WaveSafeguard;
  readonly contacts: number;
  readonly tracksOpens: boolean;
}

/**
 * Decides whether a campaign continues after its first wave. Bounces and complaints count if the usual minimum or half
 * of the wave has been sent, whichever is less. After a warm-up, the campaign is also stopped if less than half of the
 * wave was sent, or if opens are tracked and too few contacts opened the campaign. Pure.
 */
export function verdictOnWave(counts: SafeguardCounts, wave: FirstWave, limits: SafeguardLimits): Verdict {
  const half = Math.max(1, Math.ceil((wave.contacts * MIN_KNOWN_PERCENT) / 100));
  const figures = verdictWhileSent(counts, limits, Math.min(limits.stop_minimum, half));
  if (figures.verdict === 'stop' || wave.safeguard === 'canary') return figures;
  const wait = `within ${limits.warm_up_hours} h`;
  if (counts.sent < half) {
    const reason = `Only ${inFigures(counts.sent)} of the first ${inFigures(wave.contacts)} contacts were reached ${wait} (minimum: ${MIN_KNOWN_PERCENT}%).`;
    const reached = figureOf('reached', counts.sent, wave.contacts, MIN_KNOWN_PERCENT);
    return { verdict: 'stop', reason, figures: [reached] };
  }
  const opens = figureOf('open_rate', counts.openers, counts.sent - counts.bounced, limits.warm_up_open_percent);
  if (!wave.tracksOpens || opens.percent >= opens.limitPercent) return GO_ON;
  const reason = `Of ${inFigures(opens.whole)} delivered emails, ${opens.percent}% were opened ${wait} (minimum: ${opens.limitPercent}%).`;
  return { verdict: 'stop', reason, figures: [opens] };
}

/**
 * Rating of a campaign's results for optimized mode: `bad` if they violate a limit of optimized mode, `unknown` if too
 * few messages were sent, and `good` otherwise.
 */
export type Grade = { readonly grade: 'good' | 'unknown' } | ({ readonly grade: 'bad' } & Cause);

/** Rates the results of a finished campaign against the limits of optimized mode. Pure. */
export function gradeOf(counts: SafeguardCounts, limits: SafeguardLimits, tracksOpens: boolean): Grade {
  if (counts.sent < limits.stop_minimum) return { grade: 'unknown' };
  const faults = faultsOf(counts, limits.optimized_bounce_percent, limits.optimized_complaint_percent);
  if (faults !== undefined) return { grade: 'bad', ...faults };
  const opens = figureOf('open_rate', counts.openers, counts.sent - counts.bounced, limits.optimized_open_percent);
  if (!tracksOpens || opens.percent >= opens.limitPercent) return { grade: 'good' };
  const reason = `Of ${inFigures(opens.whole)} delivered emails, ${opens.percent}% were opened (minimum: ${opens.limitPercent}%).`;
  return { grade: 'bad', reason, figures: [opens] };
}

/** Returns the rates that exceed their limits. Returns undefined if no rate does. */
function faultsOf(
  { bounced, complained, sent }: SafeguardCounts,
  bouncePercent: number,
  complaintPercent: number,
): Cause | undefined {
  const figures = [
    ...(isOver(bounced, sent, bouncePercent) ? [figureOf('bounce_rate', bounced, sent, bouncePercent)] : []),
    ...(isOver(complained, sent - bounced, complaintPercent)
      ? [figureOf('complaint_rate', complained, sent - bounced, complaintPercent)]
      : []),
  ];
  if (figures.length === 0) return undefined;
  const faults = figures.map(
    ({ limitPercent, name, percent: rate }) =>
      `${rate}% ${name === 'bounce_rate' ? 'bounced' : 'were reported as spam'} (limit: ${limitPercent}%)`,
  );
  return { reason: `Of ${inFigures(sent)} emails, ${faults.join(' and ')}.`, figures };
}

function figureOf(name: Figure['name'], part: number, whole: number, limitPercent: number): Figure {
  return { name, percent: percent(part, whole), part, whole, limitPercent };
}

/** Compares exact numbers, because displayed percentages are rounded. */
function isOver(part: number, whole: number, limit: number): boolean {
  return limit < 100 && part * 100 > limit * whole;
}

/** Returns a percentage with two decimals, or 0 if the whole is 0. */
function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}
