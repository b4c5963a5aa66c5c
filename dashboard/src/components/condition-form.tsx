import { useState, type FormEvent, type ReactNode } from 'react';
import { choicesOf, type Condition } from '../conditions.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

/** If a field has more choices than this, it has a search box. */
const FEW = 8;

/** Renders the form for the value of a condition. The input depends on the type of the condition. */
export function ConditionForm(props: {
  readonly condition: Condition;
  readonly values: readonly string[];
  readonly onApply: (values: readonly string[]) => void;
  /** Renders the expected result for the current values, next to the button. */
  readonly outcome?: ((values: readonly string[]) => ReactNode) | undefined;
}): ReactNode {
  const { condition, onApply, outcome, values } = props;
  const [chosen, setChosen] = useState(values);
  const given = chosen.map((value) => value.trim()).filter((value) => value !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // This form may be inside another form. Do not submit the outer form.
    event.stopPropagation();
    onApply(given);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 p-2" noValidate>
      <ValueField condition={condition} chosen={chosen} onChange={setChosen} />
      <div className="flex items-center justify-end gap-3">
        {outcome && <p className="mr-auto min-w-0 text-sm text-ink-3">{outcome(given)}</p>}
        <Button type="submit" look="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

interface ValueProps {
  readonly condition: Condition;
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

function ValueField(props: ValueProps): ReactNode {
  const { chosen, condition, onChange } = props;
  const { hint, kind, label } = condition;
  if (choicesOf(condition)) return <Choices {...props} />;
  return (
    <Field
      label={label}
      isLabelHidden
      autoFocus
      type={kind === 'date' ? 'date' : 'text'}
      value={chosen[0] ?? ''}
      onChange={({ target }) => onChange([target.value])}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...(hint !== undefined && { hint })}
      {...('placeholder' in condition && { placeholder: condition.placeholder })}
      {...(kind !== 'date' && { spellCheck: false, autoComplete: 'off' })}
    />
  );
}

function Choices({ chosen, condition, onChange }: ValueProps): ReactNode {
  const { hint, kind, label } = condition;
  const all = choicesOf(condition) ?? [];
  const [part, setPart] = useState('');
  const shown = all.filter((each) => each.label.toLowerCase().includes(part.trim().toLowerCase()));
  const isMany = kind === 'many';
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="sr-only">{label}</legend>
      {all.length > FEW && (
        <Field
          label={`Search by name: ${label}`}
          isLabelHidden
          autoFocus
          value={part}
          placeholder="Search by name"
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <div className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {shown.map(({ label: name, value }, index) => (
          <label key={value} className="flex items-center gap-2.5 py-1 max-sm:py-2">
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={condition.name}
              value={value}
              autoFocus={index === 0 && all.length <= FEW}
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
        {shown.length === 0 && (
          <p className="text-sm text-ink-3">{all.length === 0 ? 'No options yet.' : 'No matches.'}</p>
        )}
      </div>
      {hint !== undefined && <p className="text-sm text-ink-3">{hint}</p>}
    </fieldset>
  );
}
