import { useEffect, useState, type ReactNode } from 'react';
import { addressOf, requireSession } from '../api.ts';
import { Select } from './select.tsx';
import { Checkbox } from './field.tsx';

const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
];
const MODES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Display settings for an email in a frame. */
export interface FrameView {
  readonly isPhone: boolean;
  readonly isDark: boolean;
  /** Whether the frame shows the plain text part. */
  readonly isText: boolean;
}

/** Renders an email as its recipients see it, in a frame that cannot run scripts or navigate. */
export function MailFrame(props: {
  /**
   * Path of the operation that returns the email as a page. The path contains `{id}`, and the operation has the
   * parameters `mode` and `images`.
   */
  readonly path:
    | '/dashboard/messages/{id}/preview'
    | '/dashboard/campaigns/{id}/preview'
    | '/dashboard/campaigns/{id}/link-map'
    | '/dashboard/templates/{id}/preview'
    | '/dashboard/operator/accounts/{id}/campaigns/{campaign_id}/approval/preview'
    | '/inbox/{id}/preview';
  readonly id: string;
  /** Additional path parameters of the operation. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Version of the content. If it changes, the content is loaded again and the view settings are kept. */
  readonly version?: string;
  /**
   * Display settings chosen by the page. If undefined, the user can change the width and the color scheme above the
   * frame.
   */
  readonly view?: FrameView;
}): ReactNode {
  const { id, params, path, query, version = '', view } = props;
  const [own, setOwn] = useState<FrameView>({ isPhone: false, isDark: false, isText: false });
  const { isDark, isPhone, isText } = view ?? own;
  const [hasImages, setImages] = useState(false);
  const source = addressOf(path, {
    params: { ...params, id },
    query: {
      ...query,
      mode: isDark ? 'dark' : 'light',
      images: hasImages ? '1' : undefined,
      part: isText ? 'text' : undefined,
    },
  });
  const shown = useWithSession(`${source}#${version}`);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-3">
        {!view && <ViewFields view={own} onChange={setOwn} />}
        <Checkbox
          label="Load remote images"
          checked={hasImages}
          onChange={(event) => setImages(event.target.checked)}
        />
      </div>
      <div className="rounded-b-card bg-sunken p-4 max-sm:p-2">
        <iframe
          key={shown}
          title="Email preview"
          src={shown}
          sandbox=""
          className="mx-auto block h-[36rem] rounded-control border border-line bg-surface"
          style={{ width: isPhone ? 'min(375px, 100%)' : '100%' }}
        />
      </div>
    </div>
  );
}

function ViewFields(props: { readonly view: FrameView; readonly onChange: (view: FrameView) => void }): ReactNode {
  const { onChange, view } = props;
  return (
    <>
      <Select
        label="Width"
        choices={WIDTHS}
        value={view.isPhone ? 'phone' : 'desktop'}
        onChange={(width) => onChange({ ...view, isPhone: width === 'phone' })}
      />
      <Select
        label="Color scheme"
        choices={MODES}
        value={view.isDark ? 'dark' : 'light'}
        onChange={(mode) => onChange({ ...view, isDark: mode === 'dark' })}
      />
    </>
  );
}

/**
 * Returns the URL for a frame, or undefined until the session has been checked. If the session has ended, the user
 * signs in again first, because the page cannot detect a 401 response in a frame.
 */
function useWithSession(address: string): string | undefined {
  const [confirmed, setConfirmed] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const confirm = async (): Promise<void> => {
      await requireSession().catch(() => undefined);
      if (isCurrent) setConfirmed(address);
    };
    void confirm();
    return () => {
      isCurrent = false;
    };
  }, [address]);
  return confirmed;
}
