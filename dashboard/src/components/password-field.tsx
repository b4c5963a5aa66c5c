import { useState, type ComponentProps, type ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';

/** Renders a password field with a button that shows the password. `isNew` adds the requirements for new passwords. */
export function PasswordField({
  isNew = false,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'type' | 'autoComplete'> & { readonly isNew?: boolean }): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Field
        {...(isNew && {
          hint: 'Use at least 10 characters. Four or five random words are easy to remember and hard to guess.',
        })}
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        spellCheck={false}
        autoCapitalize="none"
      />
      {/* The button is below the label, at the right end of the input. */}
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
        className="absolute top-6.5 right-0 hover:bg-transparent"
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}
