import type { ReactNode } from 'react';
import { count, noun, share } from '../../words.ts';

/**
 * Renders the usage of a limit as numbers and a bar. `isShort` shows the bar in the color of warnings. Without a limit,
 * no bar is shown.
 */
export function Gauge(props: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  /** Returns the unit of a number, such as `emails`. By default, the number is a number of emails. */
  readonly unit?: (value: number) => string;
  readonly isShort?: boolean;
}): ReactNode {
  const { isShort = false, label, limit, unit = emails, used } = props;
  return (
    <>
      <p>
        <span className="text-xl font-semibold">{count(used)}</span>{' '}
        <span className="text-ink-2">
          {limit === null
            ? unit(used)
            : `of ${count(limit)} ${unit(limit)}${limit === 0 ? '' : `, ${share(used, limit)}`}`}
        </span>
      </p>
      {limit !== null && (
        <div
          className="mt-2 h-2 overflow-hidden rounded-full bg-sunken"
          role="meter"
          aria-label={label}
          aria-valuenow={Math.min(used, limit)}
          aria-valuemin={0}
          aria-valuemax={limit}
        >
          <div
            className={`h-full rounded-full ${isShort ? 'bg-warn' : 'bg-accent'}`}
            style={{ width: `${Math.min(100, limit === 0 ? 100 : (used / limit) * 100)}%` }}
          />
        </div>
      )}
    </>
  );
}

function emails(value: number): string {
  return noun(value, 'email');
}
