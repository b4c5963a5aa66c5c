import type { ReactNode } from 'react';
import type { Choice } from './choice.ts';

/**
 * Renders a segmented control: a few short choices side by side, one of which is selected. The component is kept small,
 * because the first page load includes it.
 */
export function Segments(props: {
  /** Label for screen readers. */
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { choices, label, onChange, value } = props;
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex rounded-control border border-line-strong bg-surface p-0.5"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className="h-7 rounded-[4px] px-2.5 text-ink-2 hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink max-sm:h-9"
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
