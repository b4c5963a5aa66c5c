import type { Answer } from '../../api.ts';
import type { Tone } from '../../state-colours.ts';

type Health = Pick<Answer<'GET /transactional/webhook/health'>, 'state' | 'failing_since' | 'last_24_hours'>;

/** Minimum percentage of attempts that a healthy receiver accepts. */
const HEALTHY_PERCENT = 99;

/** Returns a label for a receiver's health, and the label's color. Pure. */
export function fareOf(health: Health): {
  readonly word: string;
  readonly tone: Tone;
} {
  const { success_rate: rate } = health.last_24_hours;
  if (health.state === 'disabled') return { word: 'disabled', tone: 'bad' };
  if (health.failing_since !== null) return { word: 'failing', tone: 'warn' };
  if (rate === null) return { word: 'nothing sent', tone: 'plain' };
  if (rate === 0) return { word: 'all failing', tone: 'bad' };
  return rate < HEALTHY_PERCENT ? { word: 'some failing', tone: 'warn' } : { word: 'healthy', tone: 'ok' };
}
