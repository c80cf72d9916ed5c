import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'info' | 'good' | 'warn' | 'bad';

const icons: Readonly<Record<Tone, IconName>> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' };

interface NoticeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

/** A message in the page. Screen readers announce errors at once, and other messages when idle. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  return (
    <div class={`notice notice--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** A message with a button or a link beside it. */
export function NoticeRow({ tone = 'info', text, children }: NoticeProps & { readonly text: ComponentChildren }) {
  return (
    <Notice tone={tone}>
      <div class="row">
        <div class="banner__text">{text}</div>
        {children}
      </div>
    </Notice>
  );
}

/** Shown while something is loading. */
export function Waiting({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
