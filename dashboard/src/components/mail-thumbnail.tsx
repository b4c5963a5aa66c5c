import type { ReactNode } from 'react';

/** Renders a thumbnail of an email. `source` is the URL of a page that shows the email in a frame. */
export function MailThumbnail({ source }: { readonly source: string }): ReactNode {
  return (
    <div aria-hidden className="flex h-60 justify-center overflow-hidden rounded-t-card border-b border-line bg-sunken">
      {/* The frame has the full width of an email and is scaled down to the width of the box. */}
      <div className="h-60 w-64 overflow-hidden">
        <iframe
          title="Email"
          src={source}
          sandbox=""
          loading="lazy"
          scrolling="no"
          tabIndex={-1}
          className="pointer-events-none block h-[37.5rem] w-[40rem] origin-top-left scale-[0.4] border-0 bg-surface"
        />
      </div>
    </div>
  );
}
