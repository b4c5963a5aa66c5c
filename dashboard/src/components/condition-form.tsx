import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import type { Condition } from '../conditions.ts';

/** Asks for the value of a condition; the kind of the condition says how. */
export function ConditionForm(props: {
  readonly condition: Condition;
  readonly values: readonly string[];
  readonly onApply: (values: readonly string[]) => void;
}): ReactNode {
  const { condition, onApply, values } = props;
  const [chosen, setChosen] = useState(values);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onApply(chosen.map((value) => value.trim()).filter((value) => value !== ''));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-2" noValidate>
      <ValueField condition={condition} chosen={chosen} onChange={setChosen} />
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

function ValueField(props: {
  readonly condition: Condition;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}): ReactNode {
  const { chosen, condition, onChange } = props;
  const { hint, label } = condition;
  if (condition.kind === 'text' || condition.kind === 'date') {
    return (
      <Field
        label={label}
        isLabelHidden
        autoFocus
        type={condition.kind}
        value={chosen[0] ?? ''}
        onChange={({ target }) => onChange([target.value])}
        {...(hint !== undefined && { hint })}
        {...(condition.kind === 'text' && { placeholder: condition.placeholder, spellCheck: false })}
      />
    );
  }
  const isMany = condition.kind === 'many';
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{label}</legend>
      {condition.choices.map(({ label: name, value }, index) => (
        <label key={value} className="flex items-center gap-2.5 py-1 max-sm:py-2">
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={condition.name}
            value={value}
            autoFocus={index === 0}
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              const others = isMany ? chosen.filter((known) => known !== value) : [];
              onChange(target.checked ? [...others, value] : others);
            }}
            className="size-4.5 shrink-0 accent-accent"
          />
          {name}
        </label>
      ))}
      {hint !== undefined && <p className="text-sm text-ink-3">{hint}</p>}
    </fieldset>
  );
}
