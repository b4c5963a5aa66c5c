import { useState, type ReactNode } from 'react';
import type { Choice } from '../components/choice.ts';
import { Combobox } from '../components/combobox.tsx';
import { Checkbox } from '../components/field.tsx';
import { Select } from '../components/select.tsx';
import { isCondition } from './containers.ts';
import { TextSetting } from './settings.tsx';
import { whenOf, writtenOf, type When } from './when.ts';

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

/** Who sees what stands in a condition: chosen by a field, or written for who knows Liquid. */
export function WhenSetting({ fields, onChange, value }: Props): ReactNode {
  const when = whenOf(value);
  const [isByHand, setByHand] = useState(when === undefined);
  return (
    <>
      {isByHand || !when ? (
        <TextSetting
          label="Show if"
          value={value}
          hint="A Liquid condition, such as contact.city == 'Rome'."
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
        // One of the choices above.
        onChange={(is) => change({ is: is as When['is'] })}
      />
      {(when.is === 'equal' || when.is === 'different') && (
        <TextSetting
          label="Value"
          value={when.value}
          wrong="Don’t use quotes, { } or %."
          read={(given) => (writtenOf({ ...when, value: given }) === undefined ? undefined : given)}
          onChange={(next) => change({ value: next ?? '' })}
        />
      )}
    </>
  );
}
