import { useEffect, useState, type ReactNode } from 'react';
import { Download, Undo2 } from 'lucide-react';
import { addressOf } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { DownloadLink } from '../../components/download-link.tsx';
import { Card } from '../../components/page.tsx';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Time } from '../../components/time.tsx';
import { useSources } from '../../components/source-columns.tsx';
import { refresh, useAct } from '../../reading.ts';
import { count, plural, share, size } from '../../words.ts';
import { BY_GROUPS } from './bulk-job.tsx';
import { isOpen, outcomeOf, STATES, type Import } from './import-words.ts';

const IMPORTS = ['GET /contacts/imports', 'GET /contacts/imports/{id}'] as const;

interface Props {
  readonly of: Import;
  readonly mayImport: boolean;
}

type Asked = 'cancel' | 'undo';

/** Renders the progress and the results of an import, and a button that undoes the import. */
export function ImportState({ mayImport, of }: Props): ReactNode {
  const { added, bytes, fault, file_name: name, known, progress, rejected, state, values_left_out: left } = of;
  const isUndone = state === 'undoing' || state === 'undone';
  useEffect(() => refresh(BY_GROUPS), [state]);
  const source = useSources('import', [of.id]).get(of.id);
  return (
    <Card
      title={name}
      summary={[size(bytes), of.encoding, of.by].filter(Boolean).join(', ')}
      isMain
      actions={<Badge tone={STATES[state]}>{state}</Badge>}
    >
      <div className="flex flex-col gap-5">
        {isOpen(of) && progress && <ProgressBar label={`Progress of ${name}`} progress={progress} />}
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure label="Added" value={added} />
          <Figure label="Already existed" value={known} />
          <Figure label="Rejected" value={rejected} isBad={rejected > 0} />
          {source !== undefined && source.older > 0 && (
            <Figure label="Active after 30 days" value={source.retained} whole={source.older} />
          )}
          {left > 0 && <Figure label="Omitted values" value={left} isBad />}
          {isUndone && <Figure label="Deleted" value={of.undone} />}
        </dl>
        {isUndone && <p className="text-ink-2">{outcomeOf(of)}</p>}
        {fault !== null && <p className="text-bad">{fault}</p>}
        <Actions of={of} mayImport={mayImport} />
      </div>
    </Card>
  );
}

function Actions({ mayImport, of }: Props): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const { can_undo_until: until, rejected, state, values_left_out: left } = of;
  const close = (): void => setAsked(undefined);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {rejected + left > 0 && <Rejects of={of} />}
      {!isOpen(of) && <ButtonLink to="/contacts">Go to contacts</ButtonLink>}
      {mayImport && (state === 'waiting' || state === 'running') && (
        <Button look="danger" onClick={() => setAsked('cancel')}>
          Cancel import
        </Button>
      )}
      {mayImport && until !== null && (
        <>
          <Button look="danger" onClick={() => setAsked('undo')}>
            <Undo2 className="size-4" aria-hidden /> Undo import
          </Button>
          <p className="text-sm text-ink-3">
            available until <Time at={until} />
          </p>
        </>
      )}
      {asked === 'cancel' && <Cancel of={of} onClose={close} />}
      {asked === 'undo' && <Undo of={of} onClose={close} />}
    </div>
  );
}

function Figure(props: {
  readonly label: string;
  readonly value: number;
  /** If set, the value is also shown as a percentage of this number. */
  readonly whole?: number;
  readonly isBad?: boolean;
}): ReactNode {
  const { isBad = false, label, value, whole } = props;
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className={`text-xl font-semibold ${isBad ? 'text-bad' : ''}`}>
        {whole === undefined ? count(value) : `${count(value)} (${share(value, whole)})`}
      </dd>
    </div>
  );
}

function Rejects({ of: { id, rejected } }: { readonly of: Import }): ReactNode {
  return (
    <DownloadLink
      href={addressOf('/contacts/imports/{id}/rejects', { params: { id } })}
      className="inline-flex h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-3 font-medium whitespace-nowrap hover:bg-sunken max-sm:h-10"
    >
      <Download className="size-4" aria-hidden /> {rejected > 0 ? 'Rejected rows' : 'Omitted values'}
    </DownloadLink>
  );
}

interface DialogProps {
  readonly of: Import;
  readonly onClose: () => void;
}

/** Renders the dialog that cancels an import. Contacts that were already imported are kept. */
export function Cancel({ of, onClose }: DialogProps): ReactNode {
  const cancel = useAct('POST /contacts/imports/{id}/cancel', { refresh: IMPORTS, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Cancel the import of ${of.file_name}?`}
      isOpen
      onClose={onClose}
      action="Cancel import"
      isBusy={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.act({ params: { id: of.id } })}
    >
      Contacts that were already added stay until you undo the import.
    </ConfirmDialog>
  );
}

function Undo({ of, onClose }: DialogProps): ReactNode {
  const undo = useAct('POST /contacts/imports/{id}/undo', { refresh: IMPORTS, onDone: onClose });
  return (
    <ConfirmDialog
      title={`Undo the import of ${of.file_name}?`}
      isOpen
      onClose={onClose}
      action="Undo import"
      isBusy={undo.isPending}
      problem={undo.error}
      onConfirm={() => undo.act({ params: { id: of.id } })}
    >
      {`This deletes ${plural(of.added, 'contact')} that the import added, except contacts that have since been changed, added to another list, or emailed. List memberships that the import created are also removed. Updates to existing contacts are kept.`}
    </ConfirmDialog>
  );
}
