import type { MouseEvent, ReactNode } from 'react';
import { requireSession, type ApiProblem } from '../api.ts';
import { saveFile } from '../save-file.ts';
import { toastProblem } from './toast.tsx';

/** A link that saves a file. Where the session has ended it is begun again first, above the page, and the file follows. */
export function DownloadLink(props: {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  const { children, className, href } = props;
  const save = (event: MouseEvent): void => {
    // In a tab of its own the server leads to the sign-in page.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    requireSession().then(
      () => saveFile(href),
      (problem: ApiProblem) => toastProblem(problem),
    );
  };
  return (
    <a href={href} download onClick={save} className={className}>
      {children}
    </a>
  );
}
