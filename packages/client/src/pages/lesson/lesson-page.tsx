import '../../ui/plain-list.css';
import { LESSON_LEVEL, LESSON_TERMS } from '../../play/guide-steps.ts';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { lessonTexts as texts } from '../../strings/lesson.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice, NoticeRow } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';

/** /lesson: begins a guided first game against the bot. The page of the match then explains each step. */
export default function LessonPage({ client }: { readonly client: Client }) {
  const { connection, matches } = client;
  const { current } = matches;
  return (
    <Page title={texts.title} lead={texts.lead}>
      {connection.status.value === 'offline' && <Notice tone="warn">{texts.offline}</Notice>}
      {current === null ? <Start client={client} /> : <UnderWay match={current} />}
      <Group title={texts.contents}>
        <ul class="plain-list">
          {texts.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p class="soft">{texts.language}</p>
      </Group>
    </Page>
  );
}

function Start({ client: { connection, offers, preferences } }: { readonly client: Client }) {
  const { busy, failure, send } = useRequest();
  const start = () => {
    preferences.set({ guide: true });
    return send(() => offers.playBot(LESSON_TERMS, LESSON_LEVEL));
  };
  return (
    <div class="stack">
      <div class="row">
        <Button kind="primary" large icon="play" disabled={!connection.mayAsk || busy} onClick={start}>
          {busy ? texts.starting : texts.start}
        </Button>
        <LinkButton href="/rules" icon="info">
          {texts.rules}
        </LinkButton>
      </div>
      <FailureNotice failure={failure} />
    </div>
  );
}

function UnderWay({ match }: { readonly match: string }) {
  return (
    <NoticeRow text={texts.underWay}>
      <LinkButton kind="primary" href={`/match/${match}`}>
        {texts.back}
      </LinkButton>
    </NoticeRow>
  );
}
