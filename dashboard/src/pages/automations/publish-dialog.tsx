import { useEffect, useRef, type ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { FormProblem } from '../../components/field.tsx';
import { Skeleton } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useAct } from '../../reading.ts';
import { noun, plural } from '../../words.ts';
import { flatSteps, stepAt } from './flow-tree.ts';
import { draftWords, stepWords } from './flow-words.ts';
import type { ShownFlow } from './use-flow.ts';
import { useNames } from './use-names.ts';
import { CHANGED, type Automation } from './words.ts';

type Publication = Answer<'POST /automations/{id}/draft/publish'>;

interface Props {
  readonly automation: Automation;
  readonly flow: ShownFlow;
  readonly draft: NonNullable<ShownFlow['draft']>;
  readonly onClose: () => void;
}

/** Renders the dialog that shows where the waiting contacts continue, and publishes the draft. */
export function PublishDraft({ automation, draft, flow, onClose }: Props): ReactNode {
  const params = { id: String(automation.id) };
  const preview = useAct('POST /automations/{id}/draft/publish');
  const publish = useAct('POST /automations/{id}/draft/publish', {
    refresh: CHANGED,
    onDone: () => {
      toast('Draft published.');
      onClose();
    },
  });
  const { act } = preview;
  const requested = useRef<string>(undefined);
  useEffect(() => {
    // Request the preview once for each version of the draft. A dry run does not publish anything.
    if (requested.current === draft.updated_at) return;
    requested.current = draft.updated_at;
    act({ params: { id: String(automation.id) }, body: { dry_run: true }, seenAt: draft.updated_at });
  }, [act, automation.id, draft.updated_at]);
  return (
    <Dialog title="Publish the draft?" description={`${draftWords(draft)}.`} isOpen onClose={onClose}>
      {preview.isPending && <Skeleton lines={3} />}
      {preview.answer && <Contacts of={preview.answer} flow={flow} />}
      <FormProblem problem={publish.error ?? preview.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={publish.isPending}
          onClick={() => publish.act({ params, body: {}, seenAt: draft.updated_at })}
        >
          Publish draft
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Renders how many waiting contacts stay at their steps, continue with other steps, or finish. */
function Contacts({ flow, of }: { readonly of: Publication; readonly flow: ShownFlow }): ReactNode {
  const names = useNames();
  const published = new Map(flatSteps(flow.published).map((step) => [step.id, stepWords(step, names)]));
  const staying = of.contacts.reduce((total, { stay_count: count }) => total + count, 0);
  const rows = of.contacts.flatMap(({ finish_count: finishing, moves, step_id: id }) => {
    const from = `at “${published.get(id) ?? 'a removed step'}”`;
    const moved = moves.map(({ count, path }) => {
      const next = stepAt(flow.steps, path);
      return `${plural(count, 'contact')} ${from} ${noun(count, 'continues', 'continue')} with “${next ? stepWords(next, names) : path}”.`;
    });
    const ended = `${plural(finishing, 'contact')} ${from} ${noun(finishing, 'finishes', 'finish')} the automation, because no steps remain after it.`;
    return finishing === 0 ? moved : [...moved, ended];
  });
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5" aria-label="Waiting contacts">
      {staying > 0 && (
        <li>
          {plural(staying, 'waiting contact')} {noun(staying, 'stays at its step', 'stay at their steps')}.
        </li>
      )}
      {rows.map((row) => (
        <li key={row}>{row}</li>
      ))}
      {of.contacts.length === 0 && <li>No contacts are waiting in the automation.</li>}
    </ul>
  );
}
