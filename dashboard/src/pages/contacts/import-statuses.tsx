import type { ReactNode, Ref } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Select } from '../../components/select.tsx';
import { plural } from '../../words.ts';
import { MEANINGS } from './import-words.ts';

type Preview = Answer<'GET /contacts/imports/{id}/preview'>;
type Value = Preview['statuses'][number];
type Meaning = NonNullable<Value['status']>;

/** The statuses that the user has chosen. The keys are the results of `keyOfValue`. */
export type Meanings = Readonly<Record<string, Meaning>>;

function keyOfValue({ column, value }: Pick<Value, 'column' | 'value'>): string {
  return `${column} ${value}`;
}

/** Returns the statuses that the user has chosen for values, in the format of the request that starts the import. */
export function chosenIn({ statuses }: Preview, chosen: Meanings) {
  return statuses.flatMap(({ column, value }) => {
    const status = chosen[keyOfValue({ column, value })];
    return status === undefined ? [] : [{ column, value, status }];
  });
}

/** Returns the number of values that still need a status before the import can start. */
export function unmappedOf({ statuses, unclear }: Preview, chosen: Meanings): number {
  const unmapped = statuses.filter((each) => each.status === null && chosen[keyOfValue(each)] === undefined);
  return unmapped.length + unclear.length;
}

interface Props {
  readonly preview: Preview;
  readonly chosen: Meanings;
  readonly onChange: (chosen: Meanings) => void;
  /** Called if the user marks a column as not containing consent. */
  readonly onIgnore: (column: number) => void;
  readonly ref: Ref<HTMLDivElement>;
}

/**
 * Renders the values in consent columns and their statuses. The user must choose a status for unknown values before the
 * import can start.
 */
export function ImportStatuses({ chosen, onChange, onIgnore, preview, ref }: Props): ReactNode {
  const { columns, statuses, unclear } = preview;
  const numbers = [...new Set([...statuses, ...unclear].map(({ column }) => column))].toSorted((a, b) => a - b);
  if (numbers.length === 0) return null;
  const unmapped = unmappedOf(preview, chosen);
  return (
    <div ref={ref}>
      <Card
        title="Consent"
        summary="The file indicates which contacts can be emailed. Contacts who unsubscribed stay unsubscribed."
      >
        <div className="flex flex-col gap-6">
          {numbers.map((column) => (
            <Column
              key={column}
              heading={columns[column]?.heading || `Column ${column + 1}`}
              values={statuses.filter((each) => each.column === column)}
              fault={unclear.find((each) => each.column === column)?.reason}
              chosen={chosen}
              onChange={onChange}
              onIgnore={() => onIgnore(column)}
            />
          ))}
          {unmapped > 0 && (
            <p className="text-bad">{`Choose a status for ${plural(unmapped, 'more value')} to start the import.`}</p>
          )}
        </div>
      </Card>
    </div>
  );
}

interface ColumnProps {
  readonly heading: string;
  readonly values: readonly Value[];
  readonly fault: string | undefined;
  readonly chosen: Meanings;
  readonly onChange: (chosen: Meanings) => void;
  readonly onIgnore: () => void;
}

function Column({ chosen, fault, heading, onChange, onIgnore, values }: ColumnProps): ReactNode {
  // Show the values without a status first, because the user must choose one.
  const sorted = values.toSorted((a, b) => Number(a.status !== null) - Number(b.status !== null));
  return (
    <section aria-label={heading} className="flex max-w-2xl flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{heading}</h3>
        <Button look="quiet" onClick={onIgnore}>
          Not a consent column
        </Button>
      </div>
      {fault !== undefined && (
        <p className="text-bad">{`The column ${fault} Map the column to another field above.`}</p>
      )}
      <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto">
        {sorted.map((each) => (
          <li key={each.value} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 truncate">
              {each.value === '' ? <em className="text-ink-3">Empty</em> : each.value}{' '}
              <span className="text-sm text-ink-3">{plural(each.rows, 'row')}</span>
            </span>
            <Meaning of={each} heading={heading} chosen={chosen} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves the focus to the first value without a status. */
export function focusUnmapped(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
  const selects = [...(card?.querySelectorAll<HTMLElement>('[role=combobox]') ?? [])];
  selects.find(({ textContent }) => textContent.includes(UNSET.label))?.focus();
}

const UNSET = { value: '', label: 'Choose a status' };

function Meaning(props: {
  readonly of: Value;
  readonly heading: string;
  readonly chosen: Meanings;
  readonly onChange: (chosen: Meanings) => void;
}): ReactNode {
  const { chosen, heading, of, onChange } = props;
  const value = chosen[keyOfValue(of)] ?? of.status ?? '';
  return (
    <Select
      label={`${heading}: ${of.value || 'Empty'}`}
      choices={value === '' ? [UNSET, ...MEANINGS] : MEANINGS}
      value={value}
      // Safe cast: the value is one of the choices above, or empty.
      onChange={(next) => next !== '' && onChange({ ...chosen, [keyOfValue(of)]: next as Meaning })}
      className="w-44"
    />
  );
}
