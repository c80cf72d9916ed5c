import { texts } from '../strings/main.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

export function NotFound() {
  const { title, text, home } = texts.notFound;
  return (
    <Page title={title} lead={text}>
      <div class="row">
        <LinkButton kind="primary" href="/" icon="back">
          {home}
        </LinkButton>
      </div>
    </Page>
  );
}

/** A page that can only be fixed by reloading. */
export function Reload({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <Page title={title} lead={text}>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={() => location.reload()}>
          {texts.app.reload}
        </Button>
        <LinkButton href="/" icon="back">
          {texts.notFound.home}
        </LinkButton>
      </div>
    </Page>
  );
}
