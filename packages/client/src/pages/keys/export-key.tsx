import type { Key } from 'bg-record';
import { makeKeyText } from 'bg-session';
import { saveFile } from '../../platform/browser.ts';
import { keyTexts } from '../../strings/keys.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { Group } from '../../ui/fields.tsx';
import { KeyPicture } from '../../ui/key-picture.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Persist } from '../../ui/persist.tsx';

/** The key of this browser, and the ways to export it. */
export function ExportKey({ held }: { readonly held: Key }) {
  const keys = keyTexts;
  return (
    <>
      <Notice tone="warn">{keys.warning}</Notice>
      <Group title={keys.pub}>
        <div class="row">
          <KeyPicture pub={held.pub} />
          <code>{held.pub}</code>
        </div>
        <p class="soft small">{keys.pubHint}</p>
      </Group>
      <Group title={keys.export}>
        <p>
          {keys.exportText} <strong>{keys.exportWarning}</strong>
        </p>
        <div class="row">
          <Button
            kind="primary"
            icon="download"
            onClick={() => saveFile(`anchor-key-${held.pub.slice(0, 8)}.txt`, makeKeyText(held), 'text/plain')}
          >
            {keys.download}
          </Button>
          {navigator.clipboard && (
            <Button icon="copy" onClick={() => copy(makeKeyText(held), keys.copied)}>
              {keys.copy}
            </Button>
          )}
          <Persist label={keyTexts.persist} />
        </div>
      </Group>
    </>
  );
}
