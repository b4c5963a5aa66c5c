import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';

/** Maximum number of search results. A longer search text finds other contacts. */
const SHOWN = '8';

/** Renders a button, and the dialog in which the user chooses the contact for the preview. */
export function PreviewContact({ onChoose }: { readonly onChoose: (id: number) => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview as contact</Button>
      <Dialog
        title="Preview as a contact"
        description="The preview uses the contact’s data. No email is sent and nothing is counted."
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        width="narrow"
      >
        <Choices
          onChoose={(id) => {
            onChoose(id);
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

function Choices({ onChoose }: { readonly onChoose: (id: number) => void }): ReactNode {
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
          const contacts = 'data' in page ? page.data : [];
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
