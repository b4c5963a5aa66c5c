import { useState, type ReactNode } from 'react';
import { SmallMultiples } from '../../components/chart.tsx';
import { Card } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { stateColour } from '../../state-colours.ts';
import { dayAndTime, utcDay } from '../../words.ts';
import { wholeTime } from './whole-time.ts';

const STEPS = [
  { value: 'hour', label: 'Hours' },
  { value: 'day', label: 'Days' },
];
const NAMES = { hour: dayAndTime, day: utcDay };

/** When it was opened and its links were followed; each on a scale of its own, since a click is an open too. */
export function OverTime({ id }: { readonly id: string }): ReactNode {
  const [interval, setInterval] = useState('hour');
  const read = useRead('GET /campaigns/{id}/over-time', { params: { id }, query: { interval } }, { keep: true });
  return (
    <Card
      title="Opens and clicks over time"
      summary="By people. Bots and privacy proxies are excluded."
      actions={<Segments label="Interval" choices={STEPS} value={interval} onChange={setInterval} />}
    >
      <Loaded read={read} lines={4}>
        {({ data, interval: step }) => {
          if (data.length === 0) return <p className="text-ink-2">No opens yet.</p>;
          const points = wholeTime(data, step);
          return (
            <SmallMultiples
              title="over time"
              labels={points.map(({ at }) => NAMES[step](new Date(at)))}
              series={[
                { name: 'Opens', values: points.map(({ opens }) => opens), colour: stateColour('opened') },
                { name: 'Clicks', values: points.map(({ clicks }) => clicks), colour: stateColour('sent') },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
