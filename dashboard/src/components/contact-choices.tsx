import { useState, type ReactNode } from 'react';
import { useRead } from '../reading.ts';
import { SearchField } from './search-field.tsx';
import { Loaded } from './states.tsx';

/** Maximum number of search results. Users enter a longer search text to find other contacts. */
const SHOWN = '8';

interface Props {
  readonly onChoose: (id: number) => void;
  /** ID of a contact that is not offered as a choice. */
  readonly except?: number;
}

/** Renders a search field and the matching contacts. The user chooses one of the contacts. */
export function ContactChoices({ except, onChoose }: Props): ReactNode {
  const [text, setText] = useState('');
  const read = useRead(
    'GET /contacts',
    { query: { per_page: SHOWN, ...(text !== '' && { 'filter[query]': text }) } },
    { keep: true },
  );
  return (
    <>
      <SearchField label="Name or email" value={text} onSearch={setText} />
      <Loaded read={read} lines={4}>
        {(page) => {
          const contacts = ('data' in page ? page.data : []).filter(({ id }) => id !== except);
          if (contacts.length === 0) return <p className="text-ink-3">No contacts match your search.</p>;
          return (
            <ul className="flex flex-col">
              {contacts.map(({ email, first_name: first, id, last_name: last }) => (
                <li key={id}>
                  <button
                    type="button"
                    onClick={() => onChoose(id)}
                    className="w-full rounded-control px-2 py-1.5 text-left hover:bg-sunken max-sm:py-2.5"
                  >
                    {email} <span className="text-ink-3">{[first, last].filter(Boolean).join(' ')}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </>
  );
}
