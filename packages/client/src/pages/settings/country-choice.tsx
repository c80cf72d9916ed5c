import { COUNTRIES } from '@anchor/wire';
import { useEffect } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { spokenTag } from '../../strings/chosen.ts';
import { peopleTexts as texts } from '../../strings/people.ts';
import { countryName } from '../../ui/country.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group, Select } from '../../ui/fields.tsx';

const NAMES = COUNTRIES.map((code) => [code, countryName(code)] as const);
const OPTIONS = [['', texts.noCountry] as const, ...NAMES.toSorted(([, a], [, b]) => a.localeCompare(b, spokenTag))];

/** The country that other players see beside the name. Absent for a reader without a key. */
export function CountryChoice({ client: { connection, countries } }: { readonly client: Client }) {
  const { busy, failure, send } = useRequest();
  const pub = connection.me.value?.pub ?? null;
  useEffect(() => {
    if (pub !== null) countries.want(pub);
  }, [pub]);
  if (pub === null) return null;
  const shown = countries.of(pub);
  const change = (code: string) => void send(() => countries.show(pub, code === '' ? null : code));
  return (
    <Group title={texts.country}>
      <Select
        label={texts.countryShown}
        hint={texts.countryHint}
        value={shown ?? ''}
        options={OPTIONS}
        disabled={busy || shown === undefined || !connection.mayAsk}
        onChange={change}
      />
      <FailureNotice failure={failure} />
    </Group>
  );
}
