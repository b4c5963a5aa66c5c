import { useEffect, useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { FileText, Upload, X } from 'lucide-react';
import type { ApiProblem } from '../api.ts';
import { isCancelled, transferOf, type Progress, type Transfer } from '../transfer.ts';
import { useTask } from '../use-task.ts';
import { size } from '../words.ts';
import { Button } from './button.tsx';

interface FileFieldProps {
  readonly label: string;
  /** Help text below the field. */
  readonly hint: string;
  /** File extensions that the field accepts, such as `['.csv', '.txt']`. */
  readonly kinds: readonly string[];
  readonly maxBytes: number;
  /** Reads or uploads a file as soon as the user has selected it. */
  readonly take: (file: File, transfer: Transfer) => Promise<void>;
}

/**
 * Renders a field in which the user selects or drops a file. Shows the progress of the transfer with a button to cancel
 * an upload, and errors with a button to try again.
 */
export function FileField({ hint, label, ...rest }: FileFieldProps): ReactNode {
  const id = useId();
  const { cancel, choose, fault, file, moving, progress, retry } = useTransfer(rest);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium text-ink-2">
        {label}
      </span>
      {moving ? (
        <Moving file={moving} progress={progress} onCancel={cancel} />
      ) : (
        <Choice id={id} kinds={rest.kinds} file={fault === undefined ? file : undefined} onChoose={choose} />
      )}
      <div role="status" className="empty:hidden">
        {moving && <span className="sr-only">{`Uploading ${moving.name}.`}</span>}
        {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      </div>
      <p id={`${id}-note`} className="text-sm text-ink-3">
        {hint}
      </p>
    </div>
  );
}

/** Renders an error. `onRetry` is set if it makes sense to try the same file again. */
function Fault({ onRetry, text }: { readonly text: string; readonly onRetry: (() => void) | undefined }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="text-sm text-bad">{text}</p>
      {onRetry && (
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface Taking {
  readonly choose: (file: File | undefined) => void;
  readonly cancel: () => void;
  /** The most recently selected file. Undefined if its transfer has failed. */
  readonly file: File | undefined;
  /** The selected file while the transfer is in progress. */
  readonly moving: File | undefined;
  readonly progress: Progress;
  readonly fault: string | undefined;
  readonly retry: (() => void) | undefined;
}

function useTransfer({ take, ...limits }: Pick<FileFieldProps, 'take' | 'kinds' | 'maxBytes'>): Taking {
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState<Progress>({ done: 0, total: 0 });
  const controller = useRef<AbortController>(undefined);
  const { error, isPending, run } = useTask(
    async (chosen: File) => {
      controller.current = new AbortController();
      setProgress({ done: 0, total: chosen.size });
      await take(chosen, transferOf(controller.current.signal, setProgress));
    },
    () => undefined,
  );
  // Cancel the upload when the user leaves the page.
  useEffect(() => () => controller.current?.abort(), []);
  const refusal = file && faultOf(file, limits);
  const failure = isPending || !error || isCancelled(error) ? undefined : sentencesOf(error);
  return {
    file: error ? undefined : file,
    moving: isPending ? file : undefined,
    progress,
    fault: refusal ?? failure,
    retry: file && refusal === undefined ? () => run(file) : undefined,
    cancel: () => controller.current?.abort(),
    choose: (chosen) => {
      if (!chosen) return;
      setFile(chosen);
      if (faultOf(chosen, limits) === undefined) run(chosen);
    },
  };
}

function Choice(props: {
  readonly id: string;
  readonly kinds: readonly string[];
  /** The most recently transferred file. */
  readonly file: File | undefined;
  readonly onChoose: (file: File | undefined) => void;
}): ReactNode {
  const { file, id, kinds, onChoose } = props;
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0]);
  };
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex cursor-pointer items-center gap-2 rounded-control border border-dashed px-3 py-2.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-sunken'}`}
    >
      <input
        type="file"
        accept={kinds.join(',')}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        className="sr-only"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          // Clear the input, so that the user can select the same file again after fixing it.
          event.target.value = '';
        }}
      />
      {file ? (
        <FileText className="size-4 shrink-0 text-ink-3" aria-hidden />
      ) : (
        <Upload className="size-4 shrink-0 text-ink-3" aria-hidden />
      )}
      {file ? <NameOf file={file} /> : <span className="flex-1 text-ink-2">Choose a file or drop it here</span>}
      {file && <span className="text-sm text-accent-ink underline underline-offset-2">Choose another file</span>}
    </label>
  );
}

function NameOf({ file }: { readonly file: File }): ReactNode {
  return (
    <span className="min-w-0 flex-1 truncate" title={file.name}>
      {file.name} <span className="text-ink-3">{size(file.size)}</span>
    </span>
  );
}

function Moving(props: { readonly file: File; readonly progress: Progress; readonly onCancel: () => void }): ReactNode {
  const { file, onCancel, progress } = props;
  const { done, total } = progress;
  return (
    <div className="flex items-center gap-3 rounded-control border border-line-strong py-1.5 pr-1 pl-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <NameOf file={file} />
        <progress
          aria-label={`Upload progress of ${file.name}`}
          className="h-1 w-full accent-accent"
          value={done}
          max={Math.max(1, total)}
        />
        <span className="text-xs text-ink-3">
          {done < total ? `${size(done)} of ${size(total)}` : 'Upload complete. Waiting for the server.'}
        </span>
      </div>
      <Button look="quiet" onClick={onCancel}>
        <X className="size-4" aria-hidden /> Cancel
      </Button>
    </div>
  );
}

function faultOf(file: File, { kinds, maxBytes }: Pick<FileFieldProps, 'kinds' | 'maxBytes'>): string | undefined {
  const isKind = kinds.some((kind) => file.name.toLowerCase().endsWith(kind));
  if (!isKind) return `“${file.name}” can’t be used. The file name must end in ${kinds.join(' or ')}.`;
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (file.size > maxBytes) return `“${file.name}” is ${size(file.size)}. The maximum size is ${size(maxBytes)}.`;
  return undefined;
}

/**
 * Returns the field errors of a problem as complete sentences about the file. If there are no field errors, returns the
 * message and the fix.
 */
function sentencesOf({ errors, fix, message }: ApiProblem): string {
  const faults = Object.values(errors).flat();
  // Field errors of the API start with a verb: for example `is empty.`.
  const sentences = faults.map((fault) => (/^[a-z]/.test(fault) ? `The file ${fault}` : fault));
  return faults.length > 0 ? sentences.join(' ') : `${message} ${fix}`;
}
