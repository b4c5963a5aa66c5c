import type { ReactNode } from 'react';
import { Redo2, Undo2, type LucideIcon } from 'lucide-react';

export interface Tool {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isOn?: boolean;
  readonly isOff?: boolean;
  readonly act: () => void;
}

/** Renders a toolbar button. Clicking it keeps the text selection. */
export function ToolButton({ act, icon: Icon, isOff = false, isOn, label }: Tool): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-40 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-sm:size-10"
    >
      <Icon className="size-4" aria-hidden />
    </button>
  );
}

/** The undo history of an editor. */
export interface EditHistory {
  readonly mayUndo: boolean;
  readonly mayRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Renders the undo and redo buttons of an editor. */
export function HistoryButtons({ mayRedo, mayUndo, redo, undo }: EditHistory): ReactNode {
  return (
    <>
      <ToolButton label="Undo" icon={Undo2} isOff={!mayUndo} act={undo} />
      <ToolButton label="Redo" icon={Redo2} isOff={!mayRedo} act={redo} />
    </>
  );
}
