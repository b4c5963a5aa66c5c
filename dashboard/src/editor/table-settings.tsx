import type { ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/field.tsx';
import type { Placed } from './places.ts';
import { changeTable, setHeader, TABLE_CHANGES } from './tables.ts';

/** Renders the settings of a table. Rows and columns are added and removed at the caret. */
export function TableSettings({ editor, place }: { readonly editor: Editor; readonly place: Placed }): ReactNode {
  const first = place.node.firstChild?.firstChild;
  return (
    <>
      <Checkbox
        label="Header row"
        checked={first?.attrs['isHeader'] === true}
        onChange={({ target }) => setHeader(editor, place, target.checked)}
      />
      <div className="grid grid-cols-2 gap-2">
        {TABLE_CHANGES.map(({ change, label }) => (
          <Button key={label} onClick={() => changeTable(editor, place, change)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}
