import type { MouseEvent, ReactNode } from 'react';
import { requireSession, type ApiProblem } from '../api.ts';
import { saveFile } from '../save-file.ts';
import { toastProblem } from './toast.tsx';

/**
 * Renders a link that downloads a file. If the session has ended, the user signs in again before the download starts.
 */
export function DownloadLink(props: {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  const { children, className, href } = props;
  const save = (event: MouseEvent): void => {
    // A link that is opened in a new tab needs no session check here, because the server redirects to the sign-in page
    // if there is no session.
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
