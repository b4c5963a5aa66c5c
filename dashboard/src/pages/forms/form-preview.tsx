import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';

/** The page of a form as a telephone shows it, in a frame from which nothing is sent. */
export function FormPreview({ form }: { readonly form: Answer<'GET /forms/{id}'> }): ReactNode {
  const { updated_at: changedAt, url } = form;
  return (
    <figure className="flex w-[377px] max-w-full flex-col gap-2 lg:sticky lg:top-5 max-lg:mx-auto">
      <iframe
        // Loaded anew once what it shows has changed.
        key={changedAt}
        title="Form preview"
        // From where this page came, whatever other names the server has: to others it shows itself in no frame.
        src={new URL(url).pathname}
        sandbox=""
        className="block h-[42rem] w-full rounded-card border border-line-strong bg-surface"
      />
      <figcaption className="text-sm text-ink-3">
        How the saved form looks on a phone. It can’t be submitted here.
      </figcaption>
    </figure>
  );
}
