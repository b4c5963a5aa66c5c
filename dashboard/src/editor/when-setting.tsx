import { type ReactNode, useState } from 'react';
import type { Choice } from '../components/choice.ts';
import { Combobox } from '../components/combobox.tsx';
import { Checkbox } from '../components/field.tsx';
import { Select } from '../components/select.tsx';
import { isCondition } from './containers.ts';
import { TextSetting } from './settings.tsx';

/** A condition that the user has chosen in the form. */
interface When {
  readonly name: string;
  readonly is: 'there' | 'not there' | 'equal' | 'different';
  readonly value: string;
}

const NAME = String.raw`[\w-]+(?:\.[\w-]+)*`;
const FORMS: readonly (readonly [RegExp, When['is']])[] = [
  [new RegExp(`^(${NAME})$`), 'there'],
  [new RegExp(`^(${NAME}) == (?:blank|"")$`), 'not there'],
  [new RegExp(`^(${NAME}) == "([^"]*)"$`), 'equal'],
  [new RegExp(`^(${NAME}) != "([^"]*)"$`), 'different'],
];

const IS: readonly (Choice & { readonly value: When['is'] })[] = [
  { value: 'there', label: 'is not empty' },
  { value: 'not there', label: 'is empty' },
  { value: 'equal', label: 'is' },
  { value: 'different', label: 'is not' },
];

interface Props {
  readonly value: string;
  readonly fields: readonly Choice[];
  readonly onChange: (when: string) => void;
}

/**
 * Renders the setting that determines which recipients see a conditional block. The user chooses a field, or writes
 * Liquid code.
 */
export function WhenSetting({ fields, onChange, value }: Props): ReactNode {
  const when = whenOf(value);
  const [isByHand, setByHand] = useState(when === undefined);
  return (
    <>
      {isByHand || !when ? (
        <TextSetting
          label="Show if"
          value={value}
          hint="Enter a Liquid condition, such as contact.city == 'Rome'."
          wrong="Don’t use { } or %."
          read={(given) => (isCondition(given) ? given : undefined)}
          onChange={(next) => next !== null && onChange(next)}
        />
      ) : (
        <Chosen when={when} fields={fields} onChange={onChange} />
      )}
      {when && <Checkbox label="Use Liquid" checked={isByHand} onChange={({ target }) => setByHand(target.checked)} />}
    </>
  );
}

function Chosen({ fields, onChange, when }: Omit<Props, 'value'> & { readonly when: When }): ReactNode {
  const change = (part: Partial<When>): void => {
    const written = writtenOf({ ...when, ...part });
    if (written !== undefined) onChange(written);
  };
  return (
    <>
      <Combobox
        label="Show if"
        name="when_name"
        choices={fields}
        value={when.name}
        onChange={(name) => change({ name })}
      />
      <Select
        label="Comparison"
        choices={IS}
        value={when.is}
        // Safe cast: the value is one of the choices above.
        onChange={(is) => change({ is: is as When['is'] })}
      />
      {(when.is === 'equal' || when.is === 'different') && (
        <TextSetting
          label="Value"
          value={when.value}
          wrong="Don’t use quotes, { }, or %."
          read={(given) => (writtenOf({ ...when, value: given }) === undefined ? undefined : given)}
          onChange={(next) => change({ value: next ?? '' })}
        />
      )}
    </>
  );
}

/**
 * Parses the content of `{% if ... %}`. Returns undefined if the form cannot represent it, for example because it was
 * written by hand. Pure.
 */
function whenOf(written: string): When | undefined {
  for (const [form, is] of FORMS) {
    const found = form.exec(written.trim());
    if (found) return { name: found[1] ?? '', is, value: found[2] ?? '' };
  }
  return undefined;
}

/** Returns the content of `{% if ... %}` for a condition. Returns undefined if the result would be invalid. Pure. */
function writtenOf({ is, name, value }: When): string | undefined {
  if (is === 'there') return name;
  if (is === 'not there') return `${name} == blank`;
  const written = `${name} ${is === 'equal' ? '==' : '!='} "${value}"`;
  return !value.includes('"') && isCondition(written) ? written : undefined;
}
