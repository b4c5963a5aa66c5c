import { useState, type ReactNode } from 'react';
import { Combobox } from '../../components/combobox.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { FORMATS } from '../campaigns/edit-words.ts';
import { useStart, type Content } from './use-start.ts';

const BLANK = { value: '', label: 'Blank email' };

/**
 * Returns the fields in which the user chooses what a new email starts with, and the content of the choice. The content
 * is undefined until it has loaded. `given` is the template or starter design that is selected initially.
 */
export function useStartFields(given = ''): { readonly content: Content | undefined; readonly fields: ReactNode } {
  const [format, setFormat] = useState('blocks');
  const [chosen, setChosen] = useState(given);
  const { choices, content, error } = useStart(chosen, format);
  const fields = (
    <>
      <Combobox
        label="Start with"
        name="start"
        choices={[BLANK, ...choices]}
        value={chosen}
        onChange={setChosen}
        problem={error}
      />
      {chosen === '' && (
        <RadioGroup label="Format" name="format" choices={FORMATS} value={format} onChange={setFormat} />
      )}
    </>
  );
  return { content, fields };
}
