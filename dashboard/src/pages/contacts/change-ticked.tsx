import { useState, type ReactNode } from 'react';
import { ApiProblem, callWith, type Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { DialogActions } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import type { Selection } from '../../components/selection.tsx';
import { toast } from '../../components/toast.tsx';
import { refresh } from '../../reading.ts';
import { useTask } from '../../use-task.ts';
import { count } from '../../words.ts';
import { BY_GROUPS } from './bulk-job.tsx';
import { ACTIONS, resultOf, sentenceOf, WRAPPING, type Action } from './bulk-words.ts';

interface Failed {
  readonly id: string;
  readonly why: string;
}

/**
 * Renders the button that changes the selected contacts one by one. If a contact cannot be changed, the others are
 * still changed. The contact then stays selected, and the reason is shown.
 */
export function ChangeTicked(props: {
  readonly action: Action;
  readonly target: string;
  readonly name: string;
  readonly selection: Selection;
  readonly rows: readonly Answer<'GET /contacts/{id}'>[];
  readonly onClose: () => void;
}): ReactNode {
  const { action, name, onClose, rows, selection, target } = props;
  const [done, setDone] = useState(0);
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [total] = useState(selection.keys.size);
  const change = useTask(
    async () => {
      const left: Failed[] = [];
      let changed = 0;
      for (const id of selection.keys) {
        const why = await changeOne(action, target, id);
        if (why === undefined) changed += 1;
        else left.push({ id, why });
        setDone(done + changed);
      }
      setFailed(left);
      selection.set(left.map((each) => each.id));
      refresh(BY_GROUPS);
      if (left.length > 0) return;
      toast(resultOf(action, name, done + changed));
      onClose();
    },
    () => undefined,
  );
  return (
    <>
      <p role="status" className="text-ink-2 empty:hidden">
        {(change.isPending || failed.length > 0) && `${count(done)} of ${count(total)} updated.`}
      </p>
      <Failures of={failed} rows={rows} />
      <FormProblem problem={change.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          className={WRAPPING}
          isBusy={change.isPending}
          disabled={target === ''}
          onClick={() => change.run(undefined)}
        >
          {target === '' ? ACTIONS[action].verb : sentenceOf(action, name, selection.keys.size)}
        </Button>
      </DialogActions>
    </>
  );
}

function Failures(props: {
  readonly of: readonly Failed[];
  readonly rows: readonly Answer<'GET /contacts/{id}'>[];
}): ReactNode {
  const { of, rows } = props;
  if (of.length === 0) return null;
  return (
    <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto">
      {of.map(({ id, why }) => (
        <li key={id}>
          <p className="font-medium">{rows.find((row) => String(row.id) === id)?.email ?? id}</p>
          <p className="text-sm text-ink-2">{why}</p>
        </li>
      ))}
    </ul>
  );
}

/** Changes a contact. Returns undefined on success, or the reason for the failure. */
async function changeOne(action: Action, target: string, id: string): Promise<string | undefined> {
  try {
    await changed(action, target, id);
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem) return `${error.message} ${error.fix}`.trim();
    throw error;
  }
}

/** Changes a contact. A repeated request has no effect. */
async function changed(action: Action, target: string, id: string): Promise<unknown> {
  const tagged = { params: { contact_id: id, tag_id: target } };
  switch (action) {
    case 'apply_tag':
      return callWith('POST /contacts/{contact_id}/tags/{tag_id}', tagged);
    case 'remove_tag':
      return callWith('DELETE /contacts/{contact_id}/tags/{tag_id}', tagged);
    case 'add_to_list':
      return callWith('POST /lists/{list_id}/contacts', {
        params: { list_id: target },
        body: { contact_id: Number(id) },
      });
    case 'remove_from_list':
      return callWith('DELETE /lists/{list_id}/contacts/{contact_id}', { params: { list_id: target, contact_id: id } });
  }
}
