import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'info' | 'good' | 'warn' | 'bad';

const icons: Readonly<Record<Tone, IconName>> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' };

/** A message in the page. What is bad is announced at once, the rest when the reader is idle. */
export function Notice({ tone = 'info', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return (
    <div class={`notice notice--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** Something is on its way. */
export function Waiting({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="waiting" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
