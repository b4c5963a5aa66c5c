import type { ReactNode } from 'react';
import { Check, Clock, X } from 'lucide-react';
import { Time } from '../../components/time.tsx';
import { duration, words } from '../../words.ts';
import { aftermathOf, deliveryOf, type Leg, type MessageRoute, type Step, stepsOf } from './route-steps.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: '2-digit' });

/** Renders the route of a message: its five steps, and the events after them. */
export function RouteCard({ route }: { readonly route: MessageRoute }): ReactNode {
  const steps = stepsOf(route);
  const later = aftermathOf(route);
  const delivered = deliveryOf(route);
  return (
    <section className="stripe card" aria-label="Message route">
      <div className="relative flex items-start gap-6 px-6 pt-7 pb-5 max-sm:px-4">
        <ol className="grid min-w-0 flex-1 grid-cols-5 max-lg:grid-cols-1" aria-live="polite">
          {steps.map((step, index) => (
            <Stop key={index} step={step} next={steps[index + 1]} />
          ))}
        </ol>
        {delivered && <Postmark at={delivered.at} ms={delivered.ms} />}
      </div>
      {route.next_attempt_at !== null && !route.is_final && (
        <p className="border-t border-line px-6 py-3 text-ink-2 max-sm:px-4">
          Next attempt at <Time at={route.next_attempt_at} />.
        </p>
      )}
      {later.length > 0 && <Aftermath legs={later} />}
    </section>
  );
}

const DOTS: Readonly<Record<Step['state'], string>> = {
  done: 'bg-accent text-on-accent',
  bad: 'bg-bad text-surface',
  late: 'bg-warn text-surface',
  'to come': 'border-2 border-line-strong bg-surface',
  never: 'border-2 border-line bg-surface',
};

function Stop({ step, next }: { readonly step: Step; readonly next: Step | undefined }): ReactNode {
  const isReached = next !== undefined && next.state !== 'to come' && next.state !== 'never';
  return (
    <li className="relative min-w-0 pr-4 max-lg:pr-24 max-lg:pb-4 max-lg:pl-8 max-lg:last:pb-0">
      {next && (
        <span
          aria-hidden
          className={`absolute top-[7px] left-4 h-0.5 w-full max-lg:top-4 max-lg:left-[7px] max-lg:h-full max-lg:w-0.5 ${
            isReached ? 'animate-draw bg-accent max-lg:animate-draw-down' : 'bg-line'
          }`}
        />
      )}
      <span
        aria-hidden
        className={`relative z-10 flex size-4 items-center justify-center rounded-full max-lg:absolute max-lg:top-0.5 max-lg:left-0 ${DOTS[step.state]}`}
      >
        <Mark state={step.state} />
      </span>
      <p
        className={`mt-2.5 font-semibold max-lg:mt-0 ${step.state === 'to come' || step.state === 'never' ? 'text-ink-3' : ''}`}
      >
        {step.name}
        {step.state === 'to come' && <span className="sr-only">, not yet</span>}
      </p>
      {step.detail !== '' && <p className="line-clamp-3 text-sm text-ink-2">{step.detail}</p>}
      {step.ms !== null && <p className="mt-0.5 font-mono text-sm text-ink-3">+{duration(step.ms)}</p>}
    </li>
  );
}

function Mark({ state }: { readonly state: Step['state'] }): ReactNode {
  if (state === 'done') return <Check className="size-3" strokeWidth={3} />;
  if (state === 'bad') return <X className="size-3" strokeWidth={3} />;
  return state === 'late' ? <Clock className="size-3" strokeWidth={2.5} /> : null;
}

function Aftermath({ legs }: { readonly legs: readonly Leg[] }): ReactNode {
  return (
    <ol className="border-t border-line px-6 py-3 max-sm:px-4" aria-label="Later events">
      {legs.map((leg) => (
        <li key={leg.id} className="flex animate-arrive flex-wrap items-baseline gap-x-4 py-1">
          <span className="w-20 shrink-0 font-mono text-sm text-ink-3">
            {leg.ms === null ? '' : `+${duration(leg.ms)}`}
          </span>
          <span className="font-medium">{leg.title}</span>
          <span className="min-w-0 text-sm text-ink-3">{detailOf(leg)}</span>
        </li>
      ))}
    </ol>
  );
}

function detailOf(leg: Leg): string {
  switch (leg.kind) {
    case 'webhook':
      return [words(leg.event), leg.fault, `in ${duration(leg.duration_ms)}`].filter(Boolean).join(', ');
    case 'attempt':
    case 'event':
      return leg.reason ?? leg.meaning ?? '';
    default:
      return '';
  }
}

/** Renders a postmark for a delivered message, with the day and the duration of the delivery. */
function Postmark({ at, ms }: { readonly at: string; readonly ms: number }): ReactNode {
  return (
    <div className="animate-land flex size-22 shrink-0 -rotate-[9deg] flex-col items-center justify-center rounded-full border-2 border-seal text-center font-mono text-xs leading-4 text-seal uppercase max-lg:absolute max-lg:top-6 max-lg:right-4">
      <span className="tracking-tight">Delivered</span>
      <span>{duration(ms)}</span>
      <span>{DAY.format(new Date(at))}</span>
    </div>
  );
}
