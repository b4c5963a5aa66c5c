import type { ReactNode } from 'react';
import { Chart } from '../../components/chart.tsx';
import type { Range } from '../../components/chart-scale.ts';
import { stateColour } from '../../state-colours.ts';
import type { Stretch } from './time-range.ts';

/** Bottom first: what failed is what is looked for. */
const FATES = [
  { name: 'failed', label: 'Failed', colour: stateColour('failed') },
  { name: 'waiting', label: 'Waiting', colour: stateColour('pending') },
  { name: 'held', label: 'Held', colour: 'var(--ink-3)' },
  { name: 'received', label: 'Received', colour: stateColour('received') },
] as const;

/** Stretches of time as bars in the colours of what became of their events; a range of them is chosen. */
export function TimeLine(props: {
  readonly stretches: readonly Stretch[];
  readonly labelOf: (stretch: Stretch) => string;
  readonly range: Range | undefined;
  readonly onChoose: (range: Range | undefined) => void;
}): ReactNode {
  const { labelOf, onChoose, range, stretches } = props;
  return (
    <Chart
      title="Events over time"
      labels={stretches.map(labelOf)}
      series={FATES.map(({ colour, label, name }) => ({
        name: label,
        colour,
        values: stretches.map((stretch) => stretch[name]),
      }))}
      kind="bars"
      ranged={{ does: 'choose', range, onChange: onChoose }}
    />
  );
}
