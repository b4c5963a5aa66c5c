import type { ReactNode } from 'react';
import type { ApiProblem } from '../../api.ts';
import { Field } from '../../components/field.tsx';
import { isColor } from './brand-colors.ts';

/** Renders a field for a color, which users can type or choose. An empty field means the default color. */
export function ColorField(props: {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  /** The color that is used if the field is empty. */
  readonly usual: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: ApiProblem | null;
}): ReactNode {
  const { hint, label, name, onChange, problem, usual, value } = props;
  return (
    <div className="flex items-start gap-2">
      <Field
        label={label}
        name={name}
        value={value}
        placeholder={usual}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        className="flex-1"
        onChange={({ target }) => onChange(target.value)}
        problem={problem}
      />
      <input
        type="color"
        aria-label={`Choose ${label.toLowerCase()}`}
        value={isColor(value) ? value : usual}
        onChange={({ target }) => onChange(target.value)}
        className="mt-6.5 h-8 w-14 rounded-control border border-line-strong bg-surface p-1 max-sm:h-10"
      />
    </div>
  );
}
