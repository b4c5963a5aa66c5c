import type { ReactNode } from 'react';
import { Time } from './time.tsx';

/**
 * Renders the time at which something last happened. On phones, a word precedes the time, because tables have no
 * headers there: `used 14:51:18`.
 */
export function Last(props: { readonly at: string | null; readonly word: string; readonly never?: string }): ReactNode {
  const { at, never = 'never', word } = props;
  const said = <span className="text-ink-3 sm:hidden">{word} </span>;
  if (at !== null) {
    return (
      <>
        {said}
        <Time at={at} />
      </>
    );
  }
  return (
    <span className="text-ink-3">
      {never} <span className="sm:hidden">{word}</span>
    </span>
  );
}
