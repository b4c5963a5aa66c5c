import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct, useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { CHANGED, type Automation } from './words.ts';

/** Renders the earlier versions of the steps. The user can restore each of them. */
export function History(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const id = String(automation.id);
  const read = useRead('GET /automations/{id}/versions', { params: { id } });
  const restore = useAct('POST /automations/{id}/versions/{version_id}/restore', {
    refresh: [...CHANGED, 'GET /automations/{id}/versions'],
    onDone: () => {
      toast('Steps restored.');
      onClose();
    },
  });
  return (
    <Dialog
      title="History"
      description="Each version contains the steps as they were before a change. Restoring a version doesn’t restore removed emails."
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
              {data.map(({ id: version, replaced_at: at, steps }) => (
                <li key={version} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span>
                    Until <Time at={at} /> <span className="text-sm text-ink-3">{plural(steps.length, 'step')}</span>
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
