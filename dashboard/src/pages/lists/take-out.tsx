import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import type { Selection } from '../../components/selection.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { ChangeTicked } from '../contacts/change-ticked.tsx';

/** Takes the members that are ticked out of their list. */
export function TakeOut(props: {
  readonly list: string;
  readonly selection: Selection;
  readonly rows: readonly Answer<'GET /contacts/{id}'>[];
  readonly onClose: () => void;
}): ReactNode {
  const { list, onClose, rows, selection } = props;
  const { data } = useRead('GET /lists/{id}', { params: { id: list } });
  return (
    <Dialog
      title={`Remove ${plural(selection.keys.size, 'contact')} from the list?`}
      description="The contacts are kept, with their tags and other lists."
      isOpen
      onClose={onClose}
    >
      <ChangeTicked
        action="remove_from_list"
        target={list}
        name={data?.name ?? ''}
        selection={selection}
        rows={rows}
        onClose={onClose}
      />
    </Dialog>
  );
}
