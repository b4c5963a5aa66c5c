import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { count, duration, plural } from '../../words.ts';
import { fareOf } from './fare.ts';

type Health = Answer<'GET /transactional/webhook/health'>;

const READ_AGAIN_MS = 30_000;

/** Renders the health of the webhook receiver as a row of numbers. */
export function HealthStrip(): ReactNode {
  const { data } = useRead('GET /transactional/webhook/health', {}, { every: READ_AGAIN_MS });
  if (!data) return <div className="h-22 card" aria-hidden />;
  const day = data.last_24_hours;
  return (
    <section
      className="flex flex-wrap gap-x-10 gap-y-4 card px-6 py-4 max-sm:grid max-sm:grid-cols-2 max-sm:px-4"
      aria-label="Health"
    >
      <Figure label="Status">
        <State health={data} />
      </Figure>
      <Figure label="Success rate, 24 hours" note={`of ${plural(day.attempts, 'attempt')}`}>
        {day.success_rate === null ? '–' : `${day.success_rate}%`}
      </Figure>
      <Figure label="Median response time" {...(day.p95_ms !== null && { note: `95% within ${duration(day.p95_ms)}` })}>
        {day.median_ms === null ? '–' : duration(day.median_ms)}
      </Figure>
      <Figure label="Waiting">{count(data.waiting)}</Figure>
      <Figure label="Last success">
        <Time at={data.last_success_at} />
      </Figure>
      {data.last_failure !== null && (
        <Figure label="Last failure" note={data.last_failure}>
          <Time at={data.last_failure_at} />
        </Figure>
      )}
    </section>
  );
}

function Figure(props: { readonly label: string; readonly note?: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <p className="text-sm text-ink-3">{props.label}</p>
      <p className="mt-0.5 text-lg font-semibold">{props.children}</p>
      {props.note !== undefined && <p className="text-sm text-ink-3">{props.note}</p>}
    </div>
  );
}

function State({ health }: { readonly health: Health }): ReactNode {
  const { tone, word } = fareOf(health);
  return (
    <Badge tone={tone}>
      {word}
      {word === 'failing' && (
        <>
          {' '}
          since <Time at={health.failing_since} />
        </>
      )}
    </Badge>
  );
}
