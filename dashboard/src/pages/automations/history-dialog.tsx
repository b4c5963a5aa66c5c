import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { changesWords } from './flow-words.ts';
import { keepDraft } from './use-flow.ts';
import { CHANGED, type Automation } from './words.ts';

/** Renders the earlier versions of the steps. The user can restore each of them. */
export function History(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const id = String(automation.id);
  const read = useRead('GET /automations/{id}/versions', { params: { id } });
  const restore = useAct('POST /automations/{id}/versions/{version_id}/restore', {
    refresh: CHANGED,
    onDone: (draft) => {
      keepDraft(automation, draft);
      toast('Steps restored in the draft.');
      onClose();
    },
  });
  return (
    <Dialog
      title="History"
      description="Each version contains the steps as they were before a change. Restoring a version replaces the draft, which you can then publish. It doesn’t restore removed emails."
      isOpen
      onClose={onClose}
    >
      <FormProblem problem={restore.error} />
      <Loaded read={read} lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-3">The steps haven’t been changed yet.</p>
          ) : (
            <ul className="flex flex-col gap-2" aria-label="Versions">
              {data.map(({ changes, id: version, replaced_at: at, replaced_by: by, steps }) => (
                <li key={version} className="flex items-center justify-between gap-4">
                  <span className="min-w-0">
                    Until <Time at={at} />
                    <span className="block text-sm text-ink-3">
                      {plural(steps.length, 'step')}. Then{' '}
                      {by === null ? 'changed with an API key' : `changed by ${by}`}:{' '}
                      {changesWords(changes).toLowerCase()}.
                    </span>
                  </span>
                  <Button
                    isBusy={restore.isPending}
                    onClick={() => restore.act({ params: { id, version_id: String(version) } })}
                  >
                    Restore
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}
