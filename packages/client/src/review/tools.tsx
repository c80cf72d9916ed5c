import { diagramOf, makeGnuId, makeMatchId, makePositionId, makeXgid } from 'bg-rules';
import { reviewTexts } from '../strings/review.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.tsx';
import { FILES, saveMatch } from './files.ts';
import type { Review } from './use-review.ts';

const texts = reviewTexts.tools;

/** What can be taken away: the moment as text for other programs, a link to it, the match as a file. */
export function Tools({ review }: { readonly review: Review }) {
  const { now, path, checked } = review;
  const { record, text } = checked;
  const diagram = diagramOf(now.moment.state);
  const copies = {
    link: `${location.origin}${path}`,
    xgid: makeXgid(diagram),
    gnu: makeGnuId(diagram),
  };
  return (
    <section class="card stack take" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <div class="row">
        <Button kind="soft" icon="link" onClick={() => copy('link', copies.link)}>
          {texts.link}
        </Button>
        <Button icon="copy" onClick={() => copy('xgid', copies.xgid)}>
          {texts.xgid}
        </Button>
        <Button icon="copy" onClick={() => copy('gnu', copies.gnu)}>
          {texts.gnu}
        </Button>
      </div>
      <div class="row">
        {FILES.map((kind) => (
          <Button
            key={kind}
            icon="download"
            aria-label={texts.filesLong[kind]}
            title={texts.filesLong[kind]}
            onClick={() => saveMatch(kind, record, text)}
          >
            {texts.files[kind]}
          </Button>
        ))}
        <LinkButton icon="shield" href={`/verify/${record.header.id}`}>
          {texts.verify}
        </LinkButton>
      </div>
      <details class="small">
        <summary>{texts.ids}</summary>
        <dl class="take__ids">
          <dt>XGID</dt>
          <dd class="mono">{copies.xgid}</dd>
          <dt>{texts.position}</dt>
          <dd class="mono">{makePositionId(diagram.position, diagram.onRoll)}</dd>
          <dt>{texts.match}</dt>
          <dd class="mono">{makeMatchId(diagram)}</dd>
        </dl>
      </details>
    </section>
  );
}

async function copy(what: keyof typeof texts.copied, text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast(copied ? texts.copied[what] : texts.refused);
}
