import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeBlock, CopyButton } from './copy.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import type { Asked } from './leave-guard.tsx';

/**
 * Renders a dialog with a secret that is shown only once, and an example that uses the secret. The dialog asks for
 * confirmation before it closes, unless the user clicks its button.
 */
export function ShownOnce(props: {
  readonly title: string;
  /** Name of the secret for screen readers and the copy button, for example `key` or `secret`. */
  readonly noun: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly example?: { readonly label: string; readonly code: string };
  readonly onClose: () => void;
}): ReactNode {
  const { title, noun, secret, children, example, onClose } = props;
  return (
    <Dialog
      title={title}
      description={`Copy the ${noun} now. The ${noun} can’t be shown again.`}
      isOpen
      onClose={onClose}
      width="wide"
      question={() => keptQuestion(noun)}
    >
      <div className="flex items-center gap-2 rounded-control border border-line-strong bg-sunken py-1 pr-1 pl-3">
        <code data-secret className="min-w-0 flex-1 py-1 font-mono text-sm break-all">
          {secret}
        </code>
        <CopyButton text={secret} label={`Copy ${noun}`} />
      </div>
      {children}
      {example && (
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-medium text-ink-2">{example.label}</p>
          <CodeBlock label={example.label} code={example.code} />
        </div>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I’ve saved it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Returns the question that is asked before a dialog with a secret closes. */
export function keptQuestion(noun: string): Asked {
  return {
    title: `Have you saved the ${noun}?`,
    text: `The ${noun} can’t be shown again.`,
    leave: 'Close anyway',
    stay: 'Go back',
  };
}
