import { useState, type ReactNode } from 'react';
import type { Choice } from '../components/choice.ts';
import { Combobox } from '../components/combobox.tsx';
import { Select } from '../components/select.tsx';
import { isCondition } from './containers.ts';
import { TextSetting } from './settings.tsx';
import { whenOf, writtenOf, type When } from './when.ts';

const IS: readonly (Choice & { readonly value: When['is'] })[] = [
  { value: 'there', label: 'is filled in' },
  { value: 'not there', label: 'is empty' },
  { value: 'equal', label: 'is' },
  { value: 'different', label: 'is not' },
];

/** Who sees what stands in a condition: chosen by a field, or written for who knows Liquid. */
export function WhenSetting(props: {
  readonly value: string;
  readonly fields: readonly Choice[];
  readonly onChange: (when: string) => void;
}): ReactNode {
  const { fields, onChange, value } = props;
  const when = whenOf(value);
  const [isByHand, setByHand] = useState(when === undefined);
  const change = (part: Partial<When>): void => {
    const written = when && writtenOf({ ...when, ...part });
    if (written !== undefined) onChange(written);
  };
  return (
    <>
      {isByHand || !when ? (
        <TextSetting
          label="Only if"
          value={value}
          hint="As behind “if” in Liquid, like contact.city == 'Rome'."
          wrong="Leave out { } and %."
          read={(given) => (isCondition(given) ? given : undefined)}
          onChange={(next) => next !== null && onChange(next)}
        />
      ) : (
        <>
          <Combobox
            label="Only if"
            name="when_name"
            choices={fields}
            value={when.name}
            onChange={(name) => change({ name })}
          />
          <Select
            label="How it is"
            choices={IS}
            value={when.is}
            // One of the choices above.
            onChange={(is) => change({ is: is as When['is'] })}
          />
          {(when.is === 'equal' || when.is === 'different') && (
            <TextSetting
              label="Value"
              value={when.value}
              wrong="Leave out quotes, { } and %."
              read={(given) => (writtenOf({ ...when, value: given }) === undefined ? undefined : given)}
              onChange={(next) => change({ value: next ?? '' })}
            />
          )}
        </>
      )}
      {when && (
        <label className="flex items-center gap-2.5 text-sm text-ink-2">
          <input
            type="checkbox"
            checked={isByHand}
            onChange={({ target }) => setByHand(target.checked)}
            className="size-4.5 accent-accent"
          />
          Write it in Liquid
        </label>
      )}
    </>
  );
}
