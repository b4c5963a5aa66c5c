import type { Answer } from '../../api.ts';
import type { Series } from '../../components/chart.tsx';
import { stateColour } from '../../state-colours.ts';

type Point = Answer<'GET /dashboard/overview'>['series'][number];
type Counts = Omit<Point, 'at'>;

/** What became of the mails of each point, so that all together are what was sent. Pure. */
export function fatesOf(points: readonly Point[]): Series[] {
  const lost = points.map(({ bounced, failed }) => bounced + failed);
  const open = points.map(({ delivered, sent }, index) => Math.max(0, sent - delivered - (lost[index] ?? 0)));
  return [
    { name: 'Delivered', values: points.map(({ delivered }) => delivered), colour: stateColour('delivered') },
    { name: 'In transit', values: open, colour: stateColour('sent') },
    { name: 'Bounced or failed', values: lost, colour: stateColour('bounced') },
  ];
}

const RARE = [
  { name: 'Bounced', count: 'bounced', colour: stateColour('bounced') },
  { name: 'Failed', count: 'failed', colour: stateColour('failed') },
  { name: 'Complained', count: 'complained', colour: stateColour('complained') },
  { name: 'Opened', count: 'opened', colour: 'var(--accent)' },
  { name: 'Clicked', count: 'clicked', colour: 'var(--accent)' },
] as const;

/** What a scale of its own shows better than the pile of all. Pure. */
export function rareOf(points: readonly Point[]): Series[] {
  return RARE.map(({ colour, count, name }) => ({ name, colour, values: points.map((point) => point[count]) }));
}

/** The points of a part of the period, added up. Pure. */
export function totalsOf(points: readonly Point[]): Counts {
  const sum = (name: keyof Counts): number => points.reduce((total, point) => total + point[name], 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bounced'),
    complained: sum('complained'),
    failed: sum('failed'),
    opened: sum('opened'),
    clicked: sum('clicked'),
  };
}
