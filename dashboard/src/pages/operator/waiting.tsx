import { useState, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Chart, type Series } from '../../components/chart.tsx';
import { Card } from '../../components/page.tsx';
import { count, noun, words } from '../../words.ts';

type Waiting = Answer<'GET /dashboard/operator/queues'>['waiting'];

/** A snapshot of the queue. */
interface Look {
  readonly at: number;
  readonly waiting: Waiting;
}

/** Number of snapshots that are kept. There is a snapshot every two seconds, so this is two minutes. */
const LOOKS = 60;
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const COLOURS = ['var(--accent)', 'var(--info)', 'var(--ok)', 'var(--ink-3)'];

/**
 * Renders the number of waiting recipients by class of email, and how it has changed since the page was opened, at most
 * in the last two minutes.
 */
export function WaitingCard({ at, waiting }: Look): ReactNode {
  const looks = useLooks({ at, waiting });
  const series = seriesOf(looks);
  return (
    <Card isMain>
      <p className="pt-1">
        <span className="text-xl font-semibold">
          {waiting.is_at_least && 'at least '}
          {count(waiting.total)}
        </span>{' '}
        <span className="text-ink-2">{noun(waiting.total, 'recipient waiting', 'recipients waiting')}</span>
      </p>
      <p className="text-sm text-ink-3">
        {waiting.by_class.map((each) => `${words(each.class)} ${count(each.waiting)}`).join(', ')}
      </p>
      {series.length > 0 && (
        <div className="mt-3">
          <Chart
            title="Number of waiting recipients since you opened this page"
            labels={[...room(looks).map(() => ''), ...looks.map((look) => TIME.format(look.at))]}
            series={series}
            total="Waiting"
            kind="bars"
          />
        </div>
      )}
    </Card>
  );
}

/** Adds the current snapshot, and returns the latest snapshots, newest last. */
function useLooks(newest: Look): readonly Look[] {
  const [looks, setLooks] = useState([newest]);
  if (looks.at(-1)?.at === newest.at) return looks;
  const next = [...looks, newest].slice(-LOOKS);
  setLooks(next);
  return next;
}

/** Returns a zero for each missing snapshot, so that the width of the bars stays the same. */
function room(looks: readonly Look[]): readonly number[] {
  return Array.from({ length: LOOKS - looks.length }, () => 0);
}

function seriesOf(looks: readonly Look[]): Series[] {
  const classes = [...new Set(looks.flatMap(({ waiting }) => waiting.by_class.map((each) => each.class)))].toSorted();
  return classes.map((name, index) => ({
    name: words(name),
    values: [
      ...room(looks),
      ...looks.map(({ waiting }) => waiting.by_class.find((each) => each.class === name)?.waiting ?? 0),
    ],
    colour: COLOURS[index % COLOURS.length] ?? '',
  }));
}
