import type { ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { IconButton } from './button.tsx';

/** Renders the navigation on phones as a drawer. */
export default function Drawer(props: { readonly onClose: () => void; readonly children: ReactNode }): ReactNode {
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : props.onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.16_0.02_270/0.45)]" />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 w-[min(18rem,84vw)] overflow-y-auto border-r border-line bg-sunken outline-hidden">
          <Base.Title className="sr-only">Menu</Base.Title>
          <Base.Close render={<IconButton label="Close" className="absolute top-3 right-2" />}>
            <X aria-hidden />
          </Base.Close>
          {props.children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
