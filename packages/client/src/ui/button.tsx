import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'primary' | 'plain' | 'soft' | 'quiet' | 'danger';

interface Look {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly large?: boolean;
  readonly wide?: boolean;
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { readonly children?: ComponentChildren };

/** A button. Without children it shows only its icon, and needs an `aria-label`. */
export function Button({ kind = 'plain', icon, large, wide, class: className, children, ...rest }: ButtonProps) {
  const look = classNames({ kind, large, wide, bare: !children });
  return (
    <button type="button" {...rest} class={`${look} ${className ?? ''}`.trim()}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ kind = 'plain', icon, large, wide, href, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...rest} class={classNames({ kind, large, wide, bare: !children })}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type LinkProps = Look & {
  readonly href: string;
  readonly children?: ComponentChildren;
  readonly download?: string | boolean;
  readonly onClick?: () => void;
};

function classNames(look: {
  kind: ButtonKind;
  large?: boolean | undefined;
  wide?: boolean | undefined;
  bare: boolean;
}) {
  const extras = [look.large && 'button--large', look.wide && 'button--wide', look.bare && 'button--icon'];
  return ['button', `button--${look.kind}`, ...extras].filter(Boolean).join(' ');
}
