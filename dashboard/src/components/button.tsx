import type { ComponentProps, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const BASE =
  'inline-flex h-8 items-center justify-center gap-1.5 rounded-control px-3 text-base font-medium whitespace-nowrap ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress ' +
  'aria-disabled:opacity-55 max-sm:h-10';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-ink',
  plain: 'border border-line bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border border-line bg-surface text-bad hover:bg-bad-soft',
};

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: Look;
  /**
   * Whether the action is in progress. A busy button ignores clicks but keeps the focus. A disabled button would lose
   * the focus.
   */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

/** Renders a button. `primary` is for the main action of a page or dialog. */
export function Button({ look = 'plain', isBusy = false, children, className = '', ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { onClick: (event) => event.preventDefault(), 'aria-disabled': true })}
      className={`${BASE} ${LOOKS[look]} ${className}`}
      aria-busy={isBusy}
    >
      {children}
    </button>
  );
}

/** Renders a link that looks like a button. */
export function ButtonLink({
  to,
  look = 'plain',
  children,
}: {
  readonly to: string;
  readonly look?: Look;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link to={to} className={`${BASE} ${LOOKS[look]}`}>
      {children}
    </Link>
  );
}

/** Renders a square button with an icon. Screen readers and the tooltip use the label. */
export function IconButton({
  label,
  className = '',
  children,
  ...rest
}: ComponentProps<'button'> & { readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink max-sm:size-10 [&_svg]:size-4 ${className}`}
    >
      {children}
    </button>
  );
}
