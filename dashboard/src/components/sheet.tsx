import type { ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from './button.tsx';
import { useReturn } from './dialog.tsx';

/**
 * One thing of a list, beside it: the list stays in sight and in use, and choosing another row changes what is shown here.
 * Escape and the cross close it. On a telephone it is as wide as the page.
 */
export function Sheet(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { children, onClose, title } = props;
  const popup = useReturn();
  return (
    <Base.Root open modal={false} disablePointerDismissal onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          data-sheet
          finalFocus={false}
          className="fixed inset-y-0 right-0 z-40 flex w-[min(26rem,100vw)] flex-col gap-4 overflow-y-auto border-l border-line bg-surface p-6 shadow-card outline-hidden max-sm:p-4"
        >
          <div className="flex items-start justify-between gap-4">
            <Base.Title className="text-xl font-semibold">{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" className="-mt-1 -mr-2" />}>
              <X aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
