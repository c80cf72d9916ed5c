import type { ComponentChildren } from 'preact';
import { LinkButton } from './button.tsx';
import type { IconName } from './icon.tsx';
import { Page } from './page.tsx';

interface DeadEndProps {
  readonly title: string;
  readonly lead?: string;
  /** The link to continue with. */
  readonly way: { readonly href: string; readonly icon: IconName; readonly label: string; readonly download?: true };
  readonly children?: ComponentChildren;
}

/** A page that says why there is nothing here, with a link to continue. */
export function MessagePage({ title, lead, way, children }: DeadEndProps) {
  return (
    <Page title={title} lead={lead}>
      {children}
      <div class="row">
        <LinkButton kind="primary" href={way.href} icon={way.icon} download={way.download ?? false}>
          {way.label}
        </LinkButton>
      </div>
    </Page>
  );
}
