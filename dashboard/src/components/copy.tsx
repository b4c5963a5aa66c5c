import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Check, Copy as CopyIcon } from 'lucide-react';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1_600;

/** Renders a small button that copies text and then shows that the text was copied. */
export function CopyButton(props: {
  readonly text: string;
  readonly label?: string;
  /** Called after the text has been copied to the clipboard. */
  readonly onCopied?: (() => void) | undefined;
}): ReactNode {
  const { label = 'Copy', onCopied, text } = props;
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(shown.current), []);
  const copy = async (): Promise<void> => {
    await copyText(text);
    onCopied?.();
    setCopied(true);
    clearTimeout(shown.current);
    shown.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton label={isCopied ? 'Copied' : label} onClick={() => void copy()}>
      {isCopied ? <Check className="text-ok" aria-hidden /> : <CopyIcon aria-hidden />}
    </IconButton>
  );
}

/** Renders an ID, key, or address in monospace with a copy button. */
export function Copyable(props: {
  readonly text: string;
  readonly label?: string;
  readonly onCopied?: (() => void) | undefined;
}): ReactNode {
  const { label, onCopied, text } = props;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 truncate font-mono text-sm">{text}</code>
      <CopyButton text={text} onCopied={onCopied} {...(label !== undefined && { label })} />
    </span>
  );
}

/** Renders a code block with a copy button. */
export function CodeBlock(props: {
  readonly code: string;
  readonly label: string;
  readonly onCopied?: (() => void) | undefined;
}): ReactNode {
  const { code, label, onCopied } = props;
  return (
    <div className="relative min-w-0 rounded-control bg-sunken">
      {/* Make the scrollable region focusable, so that keyboard users can scroll it. */}
      <pre
        tabIndex={0}
        aria-label={label}
        role="region"
        className="overflow-x-auto py-3 pr-12 pl-4 font-mono text-sm whitespace-pre"
        style={{ overflowWrap: 'normal' }}
      >
        {code}
      </pre>
      <div className="absolute top-1.5 right-1.5 rounded-control bg-sunken">
        <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} onCopied={onCopied} />
      </div>
    </div>
  );
}
