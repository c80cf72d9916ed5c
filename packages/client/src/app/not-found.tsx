import { texts } from '../strings/main.ts';
import { LinkButton } from '../ui/button.tsx';
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
