import { COUNTRIES } from '@anchor/wire';
import { useEffect, useId } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { spokenTag } from '../../strings/chosen.ts';
import { peopleTexts as texts } from '../../strings/people.ts';
import { countryName } from '../../ui/country.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group } from '../../ui/fields.tsx';

const OPTIONS = COUNTRIES.map((code) => ({ code, name: countryName(code) })).toSorted((a, b) =>
  a.name.localeCompare(b.name, spokenTag),
);

/** The country that other players see beside the name. Absent for a reader without a key. */
export function CountryChoice({ client: { connection, countries } }: { readonly client: Client }) {
  const { busy, failure, send } = useRequest();
  const id = useId();
  const pub = connection.me.value?.pub ?? null;
  useEffect(() => {
    if (pub !== null) countries.want(pub);
  }, [pub]);
  if (pub === null) return null;
  const shown = countries.of(pub);
  const change = (code: string) => void send(() => countries.show(pub, code === '' ? null : code));
  return (
    <Group title={texts.country}>
      <div class="field">
        <label class="field__label" for={id}>
          {texts.countryShown}
        </label>
        <select
          id={id}
          class="input"
          disabled={busy || shown === undefined || connection.status.value !== 'online'}
          value={shown ?? ''}
          onChange={(event) => change(event.currentTarget.value)}
        >
          <option value="">{texts.noCountry}</option>
          {OPTIONS.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
        <p class="field__hint">{texts.countryHint}</p>
      </div>
      <FailureNotice failure={failure} />
    </Group>
  );
}
