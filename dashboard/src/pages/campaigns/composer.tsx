import { useState, type ReactNode } from 'react';
import { Moon } from 'lucide-react';
import { SaveState } from '../../autosave.tsx';
import { Page } from '../../components/page.tsx';
import { Segments } from '../../components/segments.tsx';
import { HistoryButtons, type EditHistory } from '../../editor/tool-button.tsx';
import './composer.css';

/** Display settings for the email in the composer. */
export interface View {
  readonly part: 'write' | 'preview' | 'text';
  readonly isPhone: boolean;
  readonly isDark: boolean;
}

const PARTS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
  { value: 'text', label: 'Plain text' },
];
const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
];

/**
 * Renders the page for writing an email: a bar with the save state and the views, then the subject, then the email. The
 * editor stays mounted while the preview is shown, so that its undo steps are kept.
 */
export function Composer(props: {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
  readonly autosave: Parameters<typeof SaveState>[0];
  /** Buttons at the end of the bar. */
  readonly actions: ReactNode;
  /** Shown between the bar and the email. */
  readonly notice?: ReactNode;
  /** Fields above the email, such as its subject. */
  readonly envelope: ReactNode;
  /** Renders the editor. `onHistory` receives the undo and redo steps of the editor. */
  readonly write: (view: View, onHistory: (history: EditHistory) => void) => ReactNode;
  readonly preview: (view: View) => ReactNode;
}): ReactNode {
  const { actions, autosave, back, envelope, notice, preview, title, write } = props;
  const [view, setView] = useState<View>({ part: 'write', isPhone: false, isDark: false });
  const [history, setHistory] = useState<EditHistory>();
  const isWriting = view.part === 'write';
  const change = (part: Partial<View>): void => {
    setView({ ...view, ...part });
    // The preview shows the last saved version.
    void autosave.now();
  };
  return (
    <Page title={title} heading={`Edit ${title}`} back={back} isWhole>
      <div className="composer-bar">
        <div className="composer-state">
          <SaveState {...autosave} />
          <span className="flex">{isWriting && history && <HistoryButtons {...history} />}</span>
        </div>
        <Views view={view} onChange={change} />
        <div className="composer-tools">{actions}</div>
      </div>
      {notice}
      <section aria-label="Email" className="card min-w-0">
        <div className="border-b border-line px-6 py-4 max-sm:px-4">{envelope}</div>
        <div hidden={!isWriting}>{write(view, setHistory)}</div>
        {!isWriting && preview(view)}
      </section>
    </Page>
  );
}

function Views({ onChange, view }: { readonly view: View; readonly onChange: (change: Partial<View>) => void }) {
  return (
    <div role="group" aria-label="View" className="composer-tools">
      <Segments
        label="Part"
        choices={PARTS}
        value={view.part}
        onChange={(part) => onChange({ part: part === 'preview' || part === 'text' ? part : 'write' })}
      />
      <Segments
        label="Width"
        choices={WIDTHS}
        value={view.isPhone ? 'phone' : 'desktop'}
        onChange={(width) => onChange({ isPhone: width === 'phone' })}
      />
      <button
        type="button"
        aria-label="Dark mode"
        title="Dark mode"
        aria-pressed={view.isDark}
        onClick={() => onChange({ isDark: !view.isDark })}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-sm:size-10"
      >
        <Moon className="size-4" aria-hidden />
      </button>
    </div>
  );
}

/** Converts the display settings of the composer to those of `MailFrame`. */
export function frameViewOf({ isDark, isPhone, part }: View) {
  return { isDark, isPhone, isText: part === 'text' };
}
