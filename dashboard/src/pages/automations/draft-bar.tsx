import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import { draftWords } from './flow-words.ts';
import { PublishDraft } from './publish-dialog.tsx';
import type { ShownFlow } from './use-flow.ts';
import { CHANGED, type Automation } from './words.ts';

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly mayChange: boolean;
}

/** Renders the bar that shows the unpublished changes, and publishes or discards them. */
export function DraftBar({ automation, flow, mayChange }: Props): ReactNode {
  const [opened, setOpened] = useState<'publish' | 'discard'>();
  const { draft } = flow;
  if (!draft) return null;
  const close = (): void => setOpened(undefined);
  return (
    <section
      aria-label="Draft changes"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 card border-accent p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-medium">Draft changes</h2>
        <p className="text-sm text-ink-2">
          {draftWords(draft)}. The published automation doesn’t change until you publish the draft. Changes to the
          content of published emails take effect immediately.
        </p>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpened('discard')}>Discard</Button>
          <Button look="primary" onClick={() => setOpened('publish')}>
            Publish
          </Button>
        </div>
      )}
      {opened === 'publish' && <PublishDraft automation={automation} flow={flow} draft={draft} onClose={close} />}
      {opened === 'discard' && <DiscardDraft automation={automation} onClose={close} />}
    </section>
  );
}

function DiscardDraft(props: { readonly automation: Automation; readonly onClose: () => void }): ReactNode {
  const { automation, onClose } = props;
  const discard = useAct('DELETE /automations/{id}/draft', {
    refresh: CHANGED,
    onDone: () => {
      toast('Draft discarded.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Discard the draft?"
      isOpen
      onClose={onClose}
      action="Discard draft"
      isBusy={discard.isPending}
      problem={discard.error}
      onConfirm={() => discard.act({ params: { id: String(automation.id) } })}
    >
      The published automation stays as it is. Emails that you added to the draft are deleted. This can’t be undone.
    </ConfirmDialog>
  );
}
