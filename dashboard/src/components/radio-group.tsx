import type { ReactNode } from 'react';
import type { Choice } from './choice.ts';

/** Renders a group of radio buttons. In a form, the value of `name` is the selected value. */
export function RadioGroup(props: {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly (Choice & { readonly hint?: string })[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { choices, label, name, onChange, value } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium text-ink-2">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex items-start gap-2.5 py-0.5">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span>
            <span className="font-medium">{choice.label}</span>
            {choice.hint !== undefined && <span className="block text-sm text-ink-3">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
