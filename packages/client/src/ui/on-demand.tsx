import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../strings/main.ts';
import { toast } from './toast.tsx';

interface OnDemandProps<Props> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  readonly props: Props;
  /** Shown until the part is loaded, and if it cannot be. */
  readonly before?: JSX.Element | null;
}

/** Shows a part of the page whose code is loaded when it is first shown. */
export function OnDemand<Props extends object>({ load, props, before = null }: OnDemandProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded.default),
      () => toast(texts.app.notLoaded),
    );
  }, []);
  return Part ? <Part {...props} /> : before;
}
