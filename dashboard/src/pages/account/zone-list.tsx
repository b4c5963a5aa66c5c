import type { ReactNode } from 'react';

/** The time zones that the browser knows, offered while one is typed. */
export function ZoneList({ id }: { readonly id: string }): ReactNode {
  return (
    <datalist id={id}>
      {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
