import { useId, useState, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { wrongWith } from './wrong.ts';

/**
 * Renders a text setting of a block. Each change is saved if `read` accepts it. `read` returns undefined for invalid
 * input, and null for an empty field.
 */
export function TextSetting(props: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  /** Error message for invalid input. */
  readonly wrong?: string;
  readonly read: (given: string) => string | null | undefined;
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  const { hint, label, onChange, read, value, wrong = '' } = props;
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  return (
    <Field
      label={label}
      name={id}
      hint={hint}
      defaultValue={value}
      autoComplete="off"
      onChange={({ target }) => {
        const next = read(target.value);
        setWrong(next === undefined);
        if (next !== undefined) onChange(next);
      }}
      problem={isWrong ? wrongWith(id, wrong) : null}
    />
  );
}

/**
 * Renders a number setting of a block with a minimum and a maximum. An empty field is saved as null, which selects the
 * default. If `isNeeded` is set, an empty field is an error.
 */
export function NumberSetting(props: {
  readonly label: string;
  readonly value: unknown;
  readonly least: number;
  readonly most: number;
  readonly isNeeded?: boolean;
  readonly onChange: (value: number | null) => void;
}): ReactNode {
  const { isNeeded = false, label, least, most, onChange, value } = props;
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  return (
    <Field
      label={label}
      name={id}
      type="number"
      min={least}
      max={most}
      defaultValue={typeof value === 'number' ? value : ''}
      onChange={({ target }) => {
        const next = target.value === '' ? null : Number(target.value);
        const isFine = next === null ? !isNeeded : Number.isInteger(next) && next >= least && next <= most;
        setWrong(!isFine);
        if (isFine) onChange(next);
      }}
      problem={isWrong ? wrongWith(id, `Enter a whole number from ${least} to ${most}.`) : null}
    />
  );
}

/** Renders a color setting, which is either a custom color or the default. */
export function ColourSetting(props: {
  readonly label: string;
  /** The color, or an empty string for the default. */
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}): ReactNode {
  const { label, onChange, value } = props;
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          type="color"
          value={value === '' ? WHITE : value}
          onChange={({ target }) => onChange(target.value)}
          className="h-8 w-14 rounded-control border border-line-strong bg-surface p-1 max-sm:h-10"
        />
        {value === '' ? (
          <span className="text-sm text-ink-3">default</span>
        ) : (
          <Button look="quiet" onClick={() => onChange(null)} aria-label={`${label}: reset to default`}>
            Reset to default
          </Button>
        )}
      </div>
    </div>
  );
}

/** The color input requires a value, so show this color while no color is set. */
const WHITE = `#${'f'.repeat(6)}`;
